"""Fits weights so that the softmax of weighted features foretells who wins. Needs numpy."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

Array = np.ndarray[Any, np.dtype[np.float64]]

_STEPS: Final = 30
_STILL: Final = 1e-4
"""A step that changes no weight by more ends the fit."""


def fit_softmax(features: Array, won: Array, ridge: Array) -> tuple[Array, float]:
    """Return the weights, and the mean entropy that is left, by Newton's method.

    Args:
        features: of each position and side (position, side, feature).
        won: what each side won of each position's game (position, side).
        ridge: what holds the weights near 0, or near each other (feature, feature).
    """
    weights = np.zeros(features.shape[2])
    for _ in range(_STEPS):
        merit = features @ weights
        chances = np.exp(merit - merit.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        mean = np.einsum("ns,nsf->nf", chances, features)
        slope = np.einsum("ns,nsf->f", won - chances, features) - ridge @ weights
        weighted = (features * np.sqrt(chances)[:, :, None]).reshape(-1, len(weights))
        step = np.linalg.solve(weighted.T @ weighted - mean.T @ mean + ridge, slope)
        weights += step
        if np.abs(step).max() < _STILL:
            break
    entropy = -(won * np.log(chances + 1e-12)).sum(axis=1).mean()
    return weights, float(entropy)
