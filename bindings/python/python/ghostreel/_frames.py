"""Tables as the libraries for dataframes have them. Each library is imported when it is asked for."""

from html import escape

_ROWS_IN_NOTEBOOKS = 10


def to_numpy(table):
    import numpy

    def array(name):
        values, valid, texts = table._numpy(name)
        if texts is not None:
            values = numpy.array(texts, dtype=object)[values] if texts else numpy.empty(len(values), dtype=object)
        return values if valid is None else numpy.ma.masked_array(values, mask=~valid)

    return {name: array(name) for name in table.column_names}


def to_pandas(table):
    import pandas

    index = pandas.RangeIndex(len(table))
    return pandas.DataFrame(_pandas_columns(table), index=index)


def _pandas_columns(table):
    import pandas

    def column(name):
        values, valid, texts = table._numpy(name)
        if texts is not None:
            codes = values.astype("int64")
            if valid is not None:
                codes[~valid] = -1
            return pandas.Categorical.from_codes(codes, categories=texts)
        if valid is None:
            return values
        if values.dtype.kind == "f":
            values[~valid] = float("nan")
            return values
        nullable = pandas.array(values, dtype=_nullable(values.dtype))
        nullable[~valid] = pandas.NA
        return nullable

    return {name: column(name) for name in table.column_names}


def _nullable(dtype):
    """The type of pandas that can lack values, of integers or booleans."""
    return "boolean" if dtype.name == "bool" else dtype.name.replace("int", "Int").replace("uI", "UI")


def to_polars(table):
    import polars

    return polars.DataFrame(table)


def to_pyarrow(table):
    import pyarrow

    return pyarrow.table(table)


def to_dicts(table):
    names = table.column_names
    if not names:
        return [{} for _ in range(len(table))]
    return [dict(zip(names, row)) for row in zip(*(table._values(name) for name in names))]


def all_to_pandas(answers):
    import pandas

    frames = []
    for answer in answers:
        if answer.error is None:
            rows = len(answer.value)
            digest = {} if answer.replay is None else {"replay": [answer.replay] * rows}
            own = {**digest, "path": [str(answer.path)] * rows}
            frames.append(pandas.DataFrame({**own, **_pandas_columns(answer.value)}))
    if not frames:
        return pandas.DataFrame({"path": []})
    together = pandas.concat(frames, ignore_index=True)
    # Of other replays they have other categories.
    texts = [name for name, kind in frames[0].dtypes.items() if kind == "category"]
    for name in [*digest, "path", *texts]:
        together[name] = together[name].astype("category")
    return together


def to_html(table):
    first = table.head(_ROWS_IN_NOTEBOOKS)
    units = {column["name"]: column["unit"] for column in table.schema}
    heads = "".join(f"<th title='{escape(units[name] or '')}'>{escape(name)}</th>" for name in first.column_names)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(_shown(value))}</td>" for value in row.values()) + "</tr>"
        for row in to_dicts(first)
    )
    left = len(table) - len(first)
    more = f"<p>… and {left} rows more</p>" if left > 0 else ""
    return f"<p>{escape(repr(table))}</p><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>{more}"


def _shown(value):
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else str(value)
