"""Plots by matplotlib: where somebody was, and how a value went on over time.

Each function draws into the axes that it is given, or into new ones, and returns them. What is drawn is a table's columns as they are.
"""

__all__ = ["accuracy", "boost", "heat_map", "over_time", "path"]


def heat_map(replay, player=None, ax=None):
    """Where a car was for how long, of Rocket League: of one player, by name or row, or of all together."""
    import numpy

    ax = _axes(ax)
    squares = replay.columns("heat_map").to_numpy()
    chosen = _of_player(replay, squares, player)
    x, y, seconds = (squares[name][chosen] for name in ("x", "y", "seconds"))
    if len(x) > 0:
        columns, rows = numpy.unique(x), numpy.unique(y)
        side = _least_step(columns, rows)
        # A square that nobody was in has no row.
        across = numpy.rint((x - columns[0]) / side).astype(int)
        along = numpy.rint((y - rows[0]) / side).astype(int)
        picture = numpy.zeros((along.max() + 1, across.max() + 1))
        numpy.add.at(picture, (along, across), seconds)
        half = side / 2
        extent = (columns[0] - half, columns[-1] + half, rows[0] - half, rows[-1] + half)
        from matplotlib.colors import PowerNorm

        # Cars stand still before each kick-off: without it nothing else would be seen.
        norm = PowerNorm(0.5, vmin=0)
        shown = ax.imshow(picture, origin="lower", extent=extent, aspect="equal", cmap="magma", norm=norm)
        ax.figure.colorbar(shown, ax=ax, label=_label(replay, "heat_map", "seconds"))
    ax.set_xlabel(_label(replay, "heat_map", "x"))
    ax.set_ylabel(_label(replay, "heat_map", "y"))
    return ax


def path(replay, table, x, y, times=None, player=None, ax=None):
    """The way of something from place to place, by two columns of a table: of one player, by name or row, or of each."""
    ax = _axes(ax)
    rows = replay.columns(table, None, times).with_nulls().to_numpy()
    for name, chosen in _each_player(replay, rows, player):
        ax.plot(rows[x][chosen], rows[y][chosen], linewidth=1, label=name)
    ax.set_aspect("equal")
    ax.set_xlabel(_label(replay, table, x))
    ax.set_ylabel(_label(replay, table, y))
    return _with_legend(ax)


def over_time(replays, table, column, player=None, ax=None):
    """How a column of a table goes on: of one replay or several beside each other, of one player, by name or row, or of each."""
    ax = _axes(ax)
    replays = replays if isinstance(replays, (list, tuple)) else [replays]
    for number, replay in enumerate(replays):
        described = replay.columns(table)
        rows = described.with_nulls().to_numpy()
        style = "steps-post" if described.rows == "steps" else "default"
        times = rows[described.time]
        for name, chosen in _each_player(replay, rows, player):
            replay_name = None if len(replays) == 1 else _name(replay, number)
            label = ", ".join(part for part in (replay_name, name) if part) or None
            ax.plot(times[chosen], rows[column][chosen], drawstyle=style, linewidth=1, label=label)
    if replays:
        ax.set_xlabel("seconds")
        ax.set_ylabel(_label(replays[0], table, column))
    return _with_legend(ax)


def accuracy(*replays, ax=None):
    """The accuracy so far in one play of Beat Saber, or in several beside each other."""
    return over_time(list(replays), "score", "accuracy", ax=ax)


def boost(replay, player=None, ax=None):
    """The boost in the tank of one car of Rocket League, or of each: it drains from row to row."""
    import numpy

    ax = _axes(ax)
    rows = replay.columns("boost").to_numpy()
    for name, chosen in _each_player(replay, rows, player):
        time, tank, drain = (rows[column][chosen].astype("float64") for column in ("time", "tank", "drain"))
        until = numpy.append(time[1:], time[-1:])
        left = numpy.maximum(tank - drain * (until - time), 0)
        ax.plot(numpy.column_stack([time, until]).ravel(), numpy.column_stack([tank, left]).ravel(), linewidth=1, label=name)
    ax.set_xlabel("seconds")
    ax.set_ylabel(_label(replay, "boost", "tank"))
    return _with_legend(ax)


def _axes(ax):
    if ax is not None:
        return ax
    from matplotlib import pyplot

    return pyplot.subplots()[1]


def _with_legend(ax):
    if ax.get_legend_handles_labels()[1]:
        ax.legend()
    return ax


def _label(replay, table, column):
    """A column's name, with its unit."""
    unit = next(known["unit"] for known in replay.columns(table, column).schema if known["name"] == column)
    return f"{column} ({unit})" if unit else column


def _name(replay, number):
    return replay.path.name if replay.path else str(number + 1)


def _least_step(*axes):
    """The side of the squares: the least distance of two neighbours."""
    import numpy

    steps = [numpy.diff(values).min() for values in axes if len(values) > 1]
    return min(steps) if steps else 1.0


def _players(replay):
    return replay.columns("players", "name").to_numpy()["name"]


def _of_player(replay, rows, player):
    """Which rows are a player's; all of them where none is named."""
    import numpy

    if player is None:
        return numpy.ones(len(rows["player"]), dtype=bool)
    if isinstance(player, str):
        names = list(_players(replay))
        if player not in names:
            raise ValueError(f"{player!r} is none of {', '.join(names)}")
        player = names.index(player)
    return numpy.ma.filled(rows["player"] == player, False)


def _each_player(replay, rows, player):
    """The rows of the chosen player, or of each, with the name; all rows where they are of no player."""
    import numpy

    if "player" not in rows:
        return [(None, slice(None))]
    names = _players(replay)
    if player is not None:
        return [(player if isinstance(player, str) else names[player], _of_player(replay, rows, player))]
    there = [int(row) for row in numpy.ma.compressed(numpy.ma.unique(rows["player"])) if 0 <= row < len(names)]
    return [(names[row], _of_player(replay, rows, row)) for row in there] or [(None, slice(None))]
