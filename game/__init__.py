"""The rules of Mexican Train: pure values and functions, nothing but the standard library."""
