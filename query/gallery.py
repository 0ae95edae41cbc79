"""The questions of docs/query.md with a plot of each answer, over the samples that the tests ask: `gallery.py FOLDER` writes gallery.md and its pictures.

GHOSTREEL_QUERY is the program that answers.
"""

import csv
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot

import ghostreel

ROOT = pathlib.Path(__file__).parents[1]
# The same picture each time.
matplotlib.rcParams["svg.hashsalt"] = "ghostreel"


def questions():
    """Title and SQL of each."""
    manual = (ROOT / "docs/query.md").read_text()
    return re.findall(r"^### (.+?)\n\n```sql\n(.+?)```", manual, re.MULTILINE | re.DOTALL)


def ask(sql, replays):
    program = [os.environ["GHOSTREEL_QUERY"], "query", sql, "--over", replays, "--format", "csv"]
    answer = subprocess.run(program, capture_output=True, text=True, check=True).stdout
    head, *rows = csv.reader(io.StringIO(answer))
    return head, rows


def number(text):
    try:
        return float(text)
    except ValueError:
        return None


def plot(head, rows, file):
    """Bars of the last column of numbers, by the columns of words; or, of one row, of all its numbers. False if there is nothing to draw."""
    numeric = [at for at in range(len(head)) if rows and all(number(row[at]) is not None for row in rows)]
    if not numeric:
        return False
    if len(rows) == 1:
        bars = [(head[at], number(rows[0][at])) for at in numeric]
        label = ""
    else:
        value = numeric[-1]
        words = [at for at in range(len(head)) if at != value and (at not in numeric or at == 0)]
        bars = [(", ".join(row[at] for at in words), number(row[value])) for row in rows[:30]]
        label = head[value]
    figure, axes = matplotlib.pyplot.subplots(figsize=(7, 0.9 + 0.3 * len(bars)))
    axes.barh([name for name, _ in reversed(bars)], [value for _, value in reversed(bars)], color="#4a7bd0")
    axes.set_xlabel(label)
    figure.tight_layout()
    figure.savefig(file, metadata={"Date": None})
    matplotlib.pyplot.close(figure)
    return True


def main(folder):
    (folder / "gallery").mkdir(parents=True, exist_ok=True)
    page = ["# Twenty questions, drawn\n\nThe questions of [Ask many replays](query.md#twenty-questions), each with a plot of its answer on the samples.\n"]
    with tempfile.TemporaryDirectory() as replays:
        for game, seed in ((game, seed) for game in ("beat-saber", "melee", "rocket-league") for seed in (1, 2, 3)):
            (pathlib.Path(replays) / f"{game}-{seed}").write_bytes(ghostreel.sample(game, seed=seed))
        drawn = 0
        for at, (title, sql) in enumerate(questions(), 1):
            page.append(f"## {title}\n\n```sql\n{sql}```\n")
            if plot(*ask(sql, replays), folder / f"gallery/{at}.svg"):
                page.append(f"![{title}](gallery/{at}.svg)\n")
                drawn += 1
    (folder / "gallery.md").write_text("\n".join(page))
    print(f"{at} questions, {drawn} of them drawn")
    if at < 20 or drawn < 15:
        sys.exit("there are to be twenty questions, and most have numbers to draw")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
