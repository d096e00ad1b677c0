"""Discord: commands, buttons and tables, on top of the rules, the renderer and the storage."""
