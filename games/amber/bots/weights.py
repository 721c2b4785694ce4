"""Weights of the evaluation: for each feature a constant, and more by the phase.

Made by ``python -m bench.fit_amber``.
"""

from __future__ import annotations

from typing import Final

TWO: Final = (
    (0.58, -0.84),  # points
    (0.07, 0.32),  # sharp points
    (0.05, -0.41),  # safe points
    (0.61, -0.15),  # kept
    (0.20, 1.59),  # defenders
    (-0.15, 1.16),  # supply
    (0.13, 0.86),  # markers
    (0.32, 0.52),  # gold 1
    (0.14, 0.31),  # gold 2
    (0.16, 0.17),  # gold 3
    (0.13, 0.08),  # gold 4
    (-0.31, 0.44),  # market
    (0.22, -0.49),  # castle
    (0.07, 0.44),  # areas
    (0.03, 0.02),  # confidant
    (0.63, -0.11),  # hand
    (0.37, -0.37),  # borderland cards
    (-0.01, 0.64),  # M
    (0.42, -0.32),  # S
    (-0.11, 0.17),  # K
    (0.24, 0.02),  # pawn
    (-0.13, 0.04),  # first
    (0.40, -0.42),  # strongest
    (-0.05, -0.02),  # strongest crown
    (0.67, -0.14),  # claimed
    (1.14, -0.07),  # awarded
    (0.05, 0.21),  # awarded crown
    (0.20, 0.11),  # PEN
    (-0.01, 0.64),  # CAV
    (-0.10, 0.77),  # CHA
)
"""A seat's weights with two players."""
THREE: Final = (
    (0.52, -0.49),  # points
    (0.20, 0.27),  # sharp points
    (0.02, -0.54),  # safe points
    (0.06, 1.37),  # kept
    (0.39, 1.60),  # defenders
    (0.19, 0.88),  # supply
    (-0.04, 1.20),  # markers
    (0.28, 1.31),  # gold 1
    (0.12, 0.41),  # gold 2
    (0.08, 0.27),  # gold 3
    (0.20, 0.11),  # gold 4
    (-0.06, 0.53),  # market
    (-0.15, 0.21),  # castle
    (0.09, -0.16),  # areas
    (0.00, 0.41),  # confidant
    (0.92, -0.29),  # hand
    (0.65, -0.27),  # borderland cards
    (0.44, -0.27),  # M
    (-0.10, -0.17),  # S
    (0.01, 0.18),  # K
    (0.17, 0.21),  # pawn
    (-0.01, -0.11),  # first
    (0.47, -0.80),  # strongest
    (-0.13, 0.17),  # strongest crown
    (0.83, 0.19),  # claimed
    (1.11, -0.08),  # awarded
    (-0.05, 0.20),  # awarded crown
    (0.55, -0.24),  # PEN
    (0.08, -0.01),  # CAV
    (0.31, 0.26),  # CHA
)
"""A seat's weights with three players."""
PERSON: Final = (
    (0.20, 1.01),  # points
    (0.09, 0.10),  # sharp points
    (-0.06, -0.09),  # safe points
    (0.42, 0.05),  # kept
    (0.14, 1.19),  # defenders
    (0.17, 0.42),  # supply
    (-0.56, 0.57),  # markers
    (0.52, 0.90),  # gold 1
    (0.15, 0.44),  # gold 2
    (-0.02, 0.48),  # gold 3
    (0.09, 0.18),  # gold 4
    (0.04, 0.25),  # market
    (0.26, -1.02),  # castle
    (0.62, 0.00),  # areas
    (-0.08, 0.29),  # confidant
    (0.52, -0.12),  # hand
    (0.36, -0.19),  # borderland cards
    (0.60, -0.36),  # M
    (-0.31, 0.24),  # S
    (0.37, 0.25),  # K
    (-0.34, 0.01),  # pawn
    (-0.17, 0.11),  # first
    (0.20, -0.45),  # strongest
    (-0.21, 0.41),  # strongest crown
    (0.26, 0.18),  # claimed
    (0.88, 0.31),  # awarded
    (-0.29, 0.26),  # awarded crown
    (-0.43, 0.54),  # PEN
    (-0.30, 0.13),  # CAV
    (-0.41, 0.52),  # CHA
)
"""The person's weights against the dummy."""
DUMMY: Final = (
    (0.62, 0.80),  # points
    (0.05, 0.35),  # sharp points
    (0.30, 0.25),  # safe points
    (0.02, -0.37),  # kept
    (-0.54, 1.22),  # defenders
    (-0.25, 0.59),  # supply
    (-0.22, -0.28),  # markers
    (0.61, 0.64),  # gold 1
    (-0.11, 0.89),  # gold 2
    (0.02, 0.22),  # gold 3
    (0.33, 0.23),  # gold 4
    (0.30, 0.11),  # market
    (0.17, -0.15),  # castle
    (-0.02, 0.22),  # areas
    (0.45, 0.63),  # confidant
    (0.44, -0.03),  # hand
    (0.26, 0.43),  # borderland cards
    (0.47, -0.46),  # M
    (-0.37, -0.60),  # S
    (-0.38, 0.65),  # K
    (0.65, -0.49),  # pawn
    (0.11, -0.17),  # first
    (0.52, -0.31),  # strongest
    (0.19, -0.13),  # strongest crown
    (1.05, 0.50),  # claimed
    (1.17, 0.12),  # awarded
    (0.11, 0.24),  # awarded crown
    (-0.20, -0.13),  # PEN
    (0.05, -0.00),  # CAV
    (0.46, 0.30),  # CHA
)
"""The dummy's weights."""
BARBARIANS: Final = (
    ((2.35, 0.12), (0.66, -0.12), (0.85, 0.28)),
    ((3.50, 0.38), (0.04, 0.77), (1.10, -0.34)),
    ((4.79, 0.02), (0.41, 0.89), (0.97, -0.35)),
)
"""The barbarians' weights, by the number of players."""
