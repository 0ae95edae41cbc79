"""Game replays of every format that Ghostreel knows, as dataframes.

>>> import ghostreel
>>> replay = ghostreel.open(ghostreel.sample("rocket-league"))
>>> replay.game
'rocket-league'
>>> ball = replay.columns("ball", ["position.x", "position.y"], times=(10, 12))
>>> ball.column_names
['time', 'position.x', 'position.y']

Everything that reads Arrow takes a table as it is: ``polars.DataFrame(ball)``, ``pyarrow.table(ball)``. ``ball.to_pandas()`` needs
pandas alone. Nothing but Python itself has to be installed for the rest.
"""

from ._core import (
    Answer,
    Answers,
    Collection,
    GhostreelError,
    Recorder,
    Replay,
    Table,
    from_json,
    open,
    sample,
    samples,
    sequence,
    verify,
)

__all__ = [
    "Answer",
    "Answers",
    "Collection",
    "GhostreelError",
    "Recorder",
    "Replay",
    "Table",
    "collection",
    "from_json",
    "open",
    "sample",
    "samples",
    "sequence",
    "verify",
]

collection = Collection
