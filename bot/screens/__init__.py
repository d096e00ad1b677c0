"""The screens: from a table to the components and pictures of a message. Nothing here sends anything."""
