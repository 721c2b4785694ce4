"""The oracle's maps: provinces in order, who borders whom, distances and paths (F1)."""

import functools

# Typed in from the table of the decisions, each border from both sides.
MAPS = {
    "belgium": {
        "WFL": "EFL HAI",
        "EFL": "WFL ANT BRA HAI",
        "ANT": "EFL LIM BRA",
        "LIM": "ANT BRA LIE",
        "BRA": "EFL ANT LIM HAI NAM LIE",
        "HAI": "WFL EFL BRA NAM",
        "NAM": "BRA HAI LIE LUX",
        "LIE": "LIM BRA NAM LUX",
        "LUX": "NAM LIE",
    }
}


def provinces(game_map):
    return list(MAPS[game_map])


def adjacent(game_map, one, other):
    borders = MAPS[game_map]
    return other in borders[one].split() or one in borders[other].split()


@functools.cache
def journeys(game_map, start):
    """Every (goal, k) so that some path of k borders leads there and meets no province twice."""
    found = set()

    def walk(path):
        for there in provinces(game_map):
            if there not in path and adjacent(game_map, path[-1], there):
                found.add((there, len(path)))
                walk([*path, there])

    walk([start])
    return found


def distance(game_map, one, other):
    return min(k for goal, k in journeys(game_map, one) if goal == other)
