"""Exports and SQL: what writing costs, SQL over replays beside the verbs, and SQL over an export beside DuckDB on the same files.

usage: exports.py FOLDER PROGRAM SAMPLES…, where PROGRAM is `ghostreel-query`, and SAMPLES how many small replays are made up and exported, one collection after the other
"""

import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import duckdb
import ghostreel
from rounds import fastest

COLUMNS = ["post.position_x", "post.position_y", "post.percent"]
SUMS = ", ".join(f'sum("{column}")' for column in COLUMNS)
# Each in the words of both.
AGGREGATES = {
    "replays by map": "SELECT map, count(*), avg(duration_s) FROM {replays} GROUP BY map ORDER BY map",
    "heights by port": 'SELECT port, avg("post.position_y"), max("post.percent") FROM {frames} GROUP BY port ORDER BY port',
    "stocks by player": (
        'SELECT p.name, min(f."post.stocks_remaining"), count(*) FROM {frames} f'
        " JOIN {players} p ON p.replay = f.replay AND p.port = f.port GROUP BY p.name ORDER BY p.name"
    ),
}


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(program, *arguments):
    ended = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    # Some replays of a corpus are damaged, on purpose.
    if ended.returncode not in (0, 3):
        raise SystemExit(ended.stderr)
    return ended.stdout


def export(program, name, replays, out):
    megabytes = sum(file.stat().st_size for file in pathlib.Path(replays).rglob("*") if file.is_file()) / 1e6
    before, begun = processor_seconds(), time.perf_counter()
    said = run(program, "export", replays, out).strip()
    seconds, of_processor = time.perf_counter() - begun, processor_seconds() - before
    size = sum(file.stat().st_size for file in pathlib.Path(out).rglob("*.parquet")) / 1e6
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e3
    print(
        f"export of {name}: {said}; {megabytes:.0f} MB in {seconds:.1f} s, {megabytes / of_processor:.1f} MB for each second of a"
        f" processor; {size:.0f} MB of Parquet; at most {most:.0f} MB of memory so far"
    )


def sql_beside_verbs(program, slippi):
    def verbs():
        for answer in ghostreel.collection(slippi, game="melee").frames(COLUMNS):
            if answer.error is None:
                answer.value.to_numpy()

    by_verbs = fastest(verbs)
    start = fastest(lambda: run(program, "query", "SELECT 1", "--over", slippi))
    by_sql = fastest(lambda: run(program, "query", f"SELECT {SUMS} FROM melee.frames", "--over", slippi)) - start
    print(
        f"three columns of all Slippi files: by verbs in Python {by_verbs:.3f} s, summed in SQL {by_sql:.3f} s, {by_sql / by_verbs:.2f} × the time;"
        f" and {start:.3f} s to start the program"
    )


def sql_beside_duckdb(program, out):
    connection = duckdb.connect()
    tables = {"replays": "replays", "players": "players", "frames": "melee/frames"}
    files = {name: f"read_parquet('{out}/{place}/*.parquet')" for name, place in tables.items()}
    names = {name: place.replace("/", ".") for name, place in tables.items()}
    start = fastest(lambda: run(program, "query", "SELECT 1", "--over", out))
    for title, sql in AGGREGATES.items():
        ours = fastest(lambda: run(program, "query", sql.format(**names), "--over", out, "--format", "csv")) - start
        theirs = fastest(lambda: connection.execute(sql.format(**files)).fetchall())
        print(f"{title}: {ours:.3f} s without the program's start, DuckDB {theirs:.3f} s, {ours / theirs:.2f} × the time")


def workers_beside_one_process(program, out):
    """On one machine that shows what sharing costs, not what it gains."""
    workers = [
        subprocess.Popen([program, "worker", out, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    try:
        addresses = ",".join(worker.stdout.readline().split()[0] for worker in workers)
        for title, sql in AGGREGATES.items():
            sql = sql.format(replays="replays", players="players", frames="melee.frames")
            ask = ("query", sql, "--over", out, "--format", "csv")
            alone = fastest(lambda: run(program, *ask))
            together = fastest(lambda: run(program, *ask, "--share", "0", "--cluster", addresses))
            print(f"{title}: one process {alone:.3f} s, two workers {together:.3f} s, both with the program's start")
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()


def main(corpus, program, *counts):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for game in ("beat-saber", "slippi", "rocket-league"):
            place = pathlib.Path(corpus) / game
            if place.is_dir():
                export(program, f"the corpus of {game}", place, folder / f"out-{game}")
        sql_beside_verbs(program, pathlib.Path(corpus) / "slippi")
        made = folder / "samples"
        made.mkdir()
        for count in sorted(map(int, counts)):
            for seed in range(len(list(made.iterdir())), count):
                (made / f"{seed}.slp").write_bytes(ghostreel.sample("melee", "small", seed))
            export(program, f"{count} samples", made, folder / f"out-{count}")
            sql_beside_duckdb(program, folder / f"out-{count}")
        workers_beside_one_process(program, folder / f"out-{count}")


if __name__ == "__main__":
    main(*sys.argv[1:])
