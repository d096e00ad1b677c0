"""Playing without Discord: the real bot in a simulated Discord, as a page in the browser."""

from .run import MakeBot, SandboxError, run_sandbox

__all__ = ["MakeBot", "SandboxError", "run_sandbox"]
