"""Benchmarks, run by hand: tables are in benchmarks/results, ten figures in docs/figures.md.

Figures are ratios measured in one run."""
