"""Benchmarks, run by hand: their tables stand in docs/benchmarks.md. Figures are ratios measured in one run."""
