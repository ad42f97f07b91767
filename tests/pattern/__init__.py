"""Tests of :mod:`rung.pattern`, with the patterns, texts and second readings that they share."""
