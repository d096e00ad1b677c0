"""Playing without Discord: the real bot in a simulated Discord, as a page in the browser."""
