"""Pictures and sentences of a table, made from what one viewer may know and nothing else."""
