"""The types of the part in Rust."""

import builtins
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any, Literal, final

if TYPE_CHECKING:
    import numpy
    import pandas
    import polars
    import pyarrow

__all__ = [
    "Answer",
    "Answers",
    "Collection",
    "GhostreelError",
    "Recorder",
    "Replay",
    "Table",
    "from_json",
    "open",
    "sample",
    "samples",
    "sequence",
    "verify",
]

_Path = str | os.PathLike[str]
_Times = tuple[float | None, float | None] | None

class GhostreelError(Exception):
    """Why there is no answer: one sentence."""

    path: os.PathLike[str] | None
    """The file, if it is of one."""
    offset: int | None
    """The byte in the file, where the file itself is wrong."""
    section: str | None
    """The section of the format there, under its specification's name."""
    fault: Literal["truncated", "malformed", "unsupported", "limit", "bug"] | None
    """The party at fault."""

@final
class Table:
    """Columns of a table of a replay.

    Everything that reads Arrow takes it as it is. Values that stand for none are as in the file until ``with_nulls``.
    """

    @property
    def name(self) -> str:
        """The table's name, e.g. ``frames``."""
    @property
    def rows(self) -> Literal["states", "steps", "events"]:
        """How to read it between its rows: ``states`` are interpolated, ``steps`` hold until the next, ``events`` are instants."""
    @property
    def time(self) -> str | None:
        """The column that has the time in seconds; ``None`` of a table outside time."""
    @property
    def meaning(self) -> str:
        """The meaning of a row."""
    @property
    def column_names(self) -> list[str]: ...
    @property
    def schema(self) -> list[dict[str, Any]]:
        """Each of its columns, as ``description`` has them: ``name``, ``type``, ``unit``, ``meaning``, and what else there is to say."""
    def __len__(self) -> int: ...
    def with_nulls(self) -> Table:
        """The same, with null in place of values that stand for none, such as -1 for nobody."""
    def head(self, rows: int = 10) -> Table: ...
    def to_numpy(self) -> dict[str, numpy.ndarray[Any, Any]]: ...
    def to_pandas(self) -> pandas.DataFrame: ...
    def to_polars(self) -> polars.DataFrame: ...
    def to_pyarrow(self) -> pyarrow.Table: ...
    def to_dicts(self) -> list[dict[str, Any]]: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Recorder:
    """A session that is being recorded into a reel. ``tables`` are as in a reel's header; without them they are those of a game that Ghostreel knows the tables of, as ``beat-saber``."""

    def __new__(
        cls,
        folder: _Path,
        name: str,
        game: str,
        tables: list[dict[str, Any]] | None = None,
        *,
        players: list[str] | None = None,
        properties: dict[str, str] | None = None,
        started_ms: int | None = None,
    ) -> Recorder: ...
    @property
    def tables(self) -> dict[str, dict[str, str]]:
        """The tables that take rows, each with its columns and their types."""
    @property
    def status(self) -> dict[str, Any]:
        """How it goes: ``state``, ``rows``, ``rows_lost``, ``trouble``, and at the end ``reel``, ``own_file`` and ``remarks``."""
    def push(self, table: str, row: Sequence[Any] | Mapping[str, Any]) -> None:
        """Takes a row: its values in the order of the columns, or by name. ``None``, and a name that is left out, is no value."""
    def end(self, result: dict[str, str] | None = None, patience_s: float = 60.0) -> dict[str, Any]:
        """Ends the session and waits for its files. ``result`` goes into the table ``result``. Gives the status."""
    def __enter__(self) -> Recorder: ...
    def __exit__(self, kind: object, error: object, trace: object) -> None: ...

@final
class Replay:
    """An opened replay of whatever game."""

    @property
    def path(self) -> os.PathLike[str] | None:
        """The file; ``None`` of bytes."""
    @property
    def game(self) -> str:
        """The game's short name: ``beat-saber``, ``melee``, ``rocket-league``."""
    @property
    def format(self) -> str:
        """The format's short name, e.g. ``slp``."""
    @property
    def version(self) -> str:
        """The version of the format."""
    @property
    def outcome(self) -> Literal["ok", "recovered"]:
        """Whether anything was lost."""
    @property
    def diagnostics(self) -> list[str]:
        """Oddities and losses, each one sentence with its place."""
    @property
    def description(self) -> dict[str, Any]:
        """Players, setting, time and result, oddities and losses, and every table with its columns: docs/json.md has the members."""
    @property
    def stats(self) -> dict[str, Any] | None: ...
    @property
    def bytes(self) -> builtins.bytes: ...
    def frames(self, columns: str | list[str], times: _Times = None) -> Table: ...
    def columns(self, table: str, columns: str | list[str] | None = None, times: _Times = None) -> Table: ...
    def at(
        self,
        table: str,
        columns: str | list[str] | None = None,
        *,
        times: list[float] | None = None,
        rate: float | None = None,
    ) -> Table:
        """Columns of a table of states or steps at given times (seconds), or so many times a second: between its rows as the player shows them."""
    def events(self, table: str) -> Table: ...
    def moments(self) -> Table: ...
    def player_stats(self) -> Table: ...
    def ask(self, question: str, **given: object) -> Any: ...
    def around(self, events: Table, seconds: tuple[float, float], table: str, columns: str | list[str]) -> Table: ...
    def joined(
        self,
        events: Table,
        table: str,
        columns: str | list[str],
        beside: Literal["before", "after"] = "before",
        same: list[tuple[str, str]] = ...,
    ) -> Table: ...
    def set_map(self, map: _Path | builtins.bytes) -> None: ...
    def packed(self, level: Literal["live", "fast", "archive"] = "fast") -> builtins.bytes:
        """The game's own file packed into a reel, from which it comes back to the byte."""
    def repaired(self) -> builtins.bytes | None: ...
    def redacted(self) -> builtins.bytes:
        """A copy that does not say who played, when, and on what. The motion and the inputs stay, and they identify who played nevertheless."""
    def edited(
        self,
        *,
        rename: dict[str, str] | None = None,
        times: _Times = None,
        drop: list[str] | None = None,
    ) -> builtins.bytes:
        """A changed copy, so far of Rocket League's replays: players called otherwise, a stretch of time (seconds since the first frame), without all actors of some objects."""
    def to_json(self) -> str:
        """The whole replay, record by record; ``from_json`` makes the file of it again."""

@final
class Answer:
    """What a replay of a collection answers."""

    @property
    def path(self) -> os.PathLike[str]: ...
    @property
    def replay(self) -> str | None:
        """The SHA-256 of the game's own file in hex, also of one that is packed in a reel; ``None`` of a file that cannot be read."""
    @property
    def value(self) -> Any:
        """What it says: a ``Table``, or values; ``None`` if it says nothing."""
    @property
    def error(self) -> Exception | None:
        """Why it says nothing."""

@final
class Answers(Iterator[Answer]):
    """The answers of a collection, in the order of paths, each as soon as it and all before it are there."""

    @property
    def progress(self) -> tuple[int, int]:
        """How many files were looked at, and how many there are."""
    @property
    def failures(self) -> list[tuple[os.PathLike[str], str]]:
        """The replays that gave no rows so far: each file, and why."""
    def __iter__(self) -> Answers: ...
    def __next__(self) -> Answer: ...
    def to_pandas(self) -> pandas.DataFrame: ...
    def to_polars(self) -> polars.DataFrame: ...
    def to_pyarrow(self) -> pyarrow.Table: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Collection:
    """Replays that are asked the same: files, and all replays below folders."""

    def __new__(
        cls,
        paths: _Path | list[_Path],
        *,
        game: str | list[str] | None = None,
        player: str | None = None,
        opponent: str | None = None,
        character: str | None = None,
        map: str | None = None,
        since: int | None = None,
        until: int | None = None,
        without: list[str] = ...,
        digests: bool = False,
        threads: int | None = None,
        memory: int | None = None,
    ) -> Collection: ...
    def description(self) -> Answers: ...
    def stats(self) -> Answers: ...
    def ask(self, question: str, **given: object) -> Answers: ...
    def verify(self, trust: list[str] = ...) -> Answers: ...
    def frames(self, columns: str | list[str], times: _Times = None) -> Answers: ...
    def columns(self, table: str, columns: str | list[str] | None = None, times: _Times = None) -> Answers: ...
    def at(
        self,
        table: str,
        columns: str | list[str] | None = None,
        *,
        times: list[float] | None = None,
        rate: float | None = None,
    ) -> Answers:
        """Columns of a table of states or steps at given times (seconds), or so many times a second: between its rows as the player shows them."""
    def events(self, table: str) -> Answers: ...
    def moments(self) -> Answers: ...
    def player_stats(self) -> Answers: ...

def open(source: _Path | bytes | bytearray | memoryview | IO[bytes]) -> Replay:
    """Opens a replay: a path, bytes, or a file object that is open for reading bytes."""

def from_json(json: str) -> bytes:
    """Makes a file of the JSON that ``to_json`` gave. JSON that was not changed gives the same bytes."""

def sample(game: str, variant: str | None = None, seed: int = 1) -> bytes:
    """The bytes of a replay that is made up, for trying things out."""

def samples() -> list[tuple[str, list[str]]]:
    """The games that there are samples of, each with its variants."""

def sequence(events: list[Table], within_s: float) -> list[list[int]]:
    """Events that follow each other: the rows of each table where all come within some seconds of the first."""

def verify(path: _Path, trust: list[str] = ...) -> dict[str, Any]:
    """What the marks of a replay or reel prove to those who trust some servers, by their public keys: docs/json.md has the members."""
