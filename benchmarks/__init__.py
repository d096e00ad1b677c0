"""Measurements beside the numbers to reach. Nothing here is a test: times differ from machine to machine."""
