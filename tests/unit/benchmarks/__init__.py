"""Measures of benchmarks, on small states made by hand."""
