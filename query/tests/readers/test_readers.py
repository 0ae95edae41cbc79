"""An export is read by others as it is: deltalake with pyarrow, Polars, DuckDB, Sail. Each has the values, and the missing ones, of the verbs."""

import decimal
import io
import json
import logging
import os
import pathlib
import subprocess
import tempfile
import unittest
import unittest.mock
import urllib.error
import urllib.request
import warnings

import deltalake
import duckdb
import duckdb_extension_delta
import ghostreel
import polars
import pyarrow
import pyarrow.compute
import pyarrow.ipc
from moto.server import ThreadedMotoServer
from pysail.spark import SparkConnectServer
from pyspark.sql import SparkSession

PROGRAM = os.environ["GHOSTREEL_QUERY"]
GAMES = ["beat-saber", "melee", "rocket-league"]
os.environ.setdefault("RUST_LOG", "off")

# DuckDB fetches it from the network else.
DELTA = next(pathlib.Path(duckdb_extension_delta.__file__).parent.rglob("*.duckdb_extension"))
SHARED = ["players", "moments", "player_stats"]


def run(*arguments):
    ended = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)
    if ended.returncode != 0:
        raise AssertionError(ended.stderr)
    return ended.stdout


class Exports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls._folder = tempfile.TemporaryDirectory()
        folder = pathlib.Path(cls._folder.name)
        cls.replays, cls.out, cls.by_month = folder / "replays", folder / "out", folder / "by-month"
        cls.replays.mkdir()
        for game in GAMES:
            for seed in (1, 2):
                (cls.replays / f"{game}-{seed}").write_bytes(ghostreel.sample(game, seed=seed))
        run("export", cls.replays, cls.out)
        run("export", cls.replays, cls.by_month, "--partition", "month")

    @classmethod
    def tearDownClass(cls):
        cls._folder.cleanup()

    def by_verbs(self, game, table):
        """All rows by the package's verbs, as a table of pyarrow."""
        answers = ghostreel.collection(self.replays, game=game, digests=True).columns(table)
        tables = []
        for answer in answers:
            rows = answer.value.with_nulls().to_pyarrow()
            replay = pyarrow.array([answer.replay] * len(rows), pyarrow.string())
            tables.append(texts(rows.add_column(0, "replay", replay)))
        return pyarrow.concat_tables(tables)

    def places(self):
        for game in GAMES:
            namespace = game.replace("-", "_")
            for table in sorted(path.name for path in (self.out / namespace).iterdir()):
                yield game, table, f"{namespace}/{table}"
        for table in SHARED:
            for game in GAMES:
                yield game, table, table

    def compare(self, reader, read, out):
        """`read` gives the table at a folder as a table of pyarrow."""
        compared = 0
        known = {}
        for game, table, place in self.places():
            if place not in known:
                known[place] = read(out / place)
            found = known[place]
            if table in SHARED:
                found = found.filter(pyarrow.compute.equal(found["game"], game))
            wanted = self.by_verbs(game, table)
            self.assertLessEqual(set(wanted.column_names), set(found.column_names), (reader, place))
            left, right = rows(wanted, wanted.column_names), rows(found, wanted.column_names)
            self.assertEqual(len(left), len(right), (reader, place))
            for one, other in zip(left, right):
                self.assertEqual(one, other, (reader, place))
            compared += len(left)
        self.assertGreater(compared, 10_000)

    def test_deltalake_and_pyarrow(self):
        read = lambda place: deltalake.DeltaTable(place).to_pyarrow_table()
        self.compare("deltalake", read, self.out)
        self.compare("deltalake by month", read, self.by_month)

    def test_polars(self):
        self.compare("polars", lambda place: polars.read_delta(str(place)).to_arrow(), self.out)

    def test_duckdb(self):
        connection = duckdb.connect()
        connection.execute(f"LOAD '{DELTA}'")
        read = lambda place: connection.execute(f"SELECT * FROM delta_scan('{place}')").arrow().read_all()
        self.compare("duckdb", read, self.out)

    def test_sail(self):
        # It warns of pandas, which has no part in this.
        self.enterContext(warnings.catch_warnings(action="ignore"))
        server = SparkConnectServer()
        server.start(background=True)
        spark = SparkSession.builder.remote(f"sc://localhost:{server.listening_address[1]}").getOrCreate()
        try:
            self.compare("sail", lambda place: spark.read.format("delta").load(str(place)).toArrow(), self.out)
        finally:
            spark.stop()
            server.stop()

    def test_an_object_store_takes_exports_of_several_writers(self):
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        server = ThreadedMotoServer(port=0, verbose=False)
        server.start()
        self.addCleanup(server.stop)
        host, port = server.get_host_and_port()
        store = {
            "AWS_ACCESS_KEY_ID": "ghost",
            "AWS_SECRET_ACCESS_KEY": "reel",
            "AWS_REGION": "us-east-1",
            "AWS_ENDPOINT": f"http://{host}:{port}",
            "AWS_ALLOW_HTTP": "true",
        }
        request = urllib.request.Request(f"http://{host}:{port}/bucket", method="PUT")
        urllib.request.urlopen(request).close()
        out = "s3://bucket/league"
        with unittest.mock.patch.dict(os.environ, store):
            with self.assertRaisesRegex(AssertionError, "there is no export at s3://bucket/league"):
                run("query", "SELECT 1 FROM replays", "--over", out)
            export = [PROGRAM, "export", self.replays, out, "--tables", "melee/frames,moments", "--memory", "16"]
            # Of two files, several workers take a share.
            run("export", self.replays / "melee-1", *export[3:])
            writers = [subprocess.Popen(export, stdout=subprocess.PIPE, text=True) for _ in range(3)]
            said = [writer.communicate()[0] for writer in writers]
            self.assertEqual(sum(int(line.split()[0]) for line in said), 5, said)
            question = "SELECT count(*) AS n, count(DISTINCT replay) AS replays FROM melee.frames"
            answers = [run("query", question, "--over", over, "--format", "csv") for over in (out, self.replays)]
            self.assertEqual(answers[0], answers[1])
            workers = ",".join(self.worker(out) for _ in range(3))
            share = ["--cluster", workers, "--share", "0"]
            self.assertEqual(run("query", question, "--over", out, "--format", "csv", *share), answers[0])
            self.assertIn("Stage 1", run("query", f"EXPLAIN ANALYZE {question}", "--over", out, *share))

    def worker(self, over):
        worker = subprocess.Popen([PROGRAM, "worker", over, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
        self.addCleanup(worker.stdout.close)
        self.addCleanup(worker.wait)
        self.addCleanup(worker.kill)
        return worker.stdout.readline().split()[0]

    def test_a_server_answers_questions_over_an_export(self):
        data = tempfile.TemporaryDirectory()
        self.addCleanup(data.cleanup)
        serve = [os.environ["GHOSTREEL"], "serve", "--listen", "127.0.0.1:0", "--data", data.name, "--query", self.out]
        path = f"{pathlib.Path(PROGRAM).parent}{os.pathsep}{os.environ['PATH']}"
        server = subprocess.Popen(serve, stdout=subprocess.PIPE, text=True, env={**os.environ, "PATH": path})
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        address = next(word for line in server.stdout for word in line.split() if word.startswith("http://"))

        def ask(sql, format):
            url = f"{address.rstrip('/')}/api/query?format={format}"
            request = urllib.request.Request(url, sql.encode(), {"Content-Type": "application/sql"})
            with urllib.request.urlopen(request) as answer:
                return answer.read()

        sql = "SELECT port, count(*) AS frames FROM melee.frames GROUP BY port ORDER BY port"
        self.assertEqual(ask(sql, "csv").decode(), run("query", sql, "--over", self.out, "--format", "csv"))
        [first, *_] = ask(sql, "json").splitlines()
        self.assertEqual(set(json.loads(first)), {"port", "frames"})
        arrow = pyarrow.ipc.open_file(ask(sql, "arrow")).read_all()
        self.assertEqual(arrow.column_names, ["port", "frames"])
        self.assertEqual(polars.read_parquet(io.BytesIO(ask(sql, "parquet"))).height, arrow.num_rows)
        for wrong, said in [
            ("SELECT * FROM melee.frame", "did you mean melee.frames?"),
            ("SELECT port FROM melee.frames", "the answer has more than 100000 rows"),
            ("SELECT * FROM melee.frames", "The answer has more than 16777216 bytes"),
            ("COPY (SELECT 1) TO 'a.csv'", "not"),
        ]:
            # The samples have few frames: each is asked for many times.
            question = f"{wrong} f, generate_series(1, 1000)" if wrong.endswith("frames") else wrong
            with self.assertRaises(urllib.error.HTTPError) as refused:
                ask(question, "csv")
            self.assertEqual(refused.exception.code, 422)
            self.assertIn(said, json.load(refused.exception)["detail"])
            refused.exception.close()

    def test_the_example_of_the_manual_runs(self):
        manual = (pathlib.Path(__file__).parents[3] / "docs/query.md").read_text()
        example = manual.split("```python\n")[1].split("```")[0].replace("OUT/", f"{self.out}/")
        duckdb.sql(f"LOAD '{DELTA}'")
        exec(compile(example, "docs/query.md", "exec"), {})

    def test_units_and_meanings_are_in_the_schema(self):
        fields = {field.name: field for field in deltalake.DeltaTable(self.out / "rocket_league/ball").schema().fields}
        self.assertEqual(fields["position.x"].metadata["unit"], "uu")
        self.assertIn("SHA-256", fields["replay"].metadata["meaning"])


def texts(table):
    """Dictionaries as texts: each replay has its own."""
    for index, field in enumerate(table.schema):
        if pyarrow.types.is_dictionary(field.type):
            table = table.set_column(index, field.name, table[field.name].cast(pyarrow.string()))
    return table


def rows(table, columns):
    """All rows as tuples of plain values, in one order whatever the order of the file."""
    lists = [[plain(value) for value in table[column].to_pylist()] for column in columns]
    return sorted(zip(*lists), key=repr)


def plain(value):
    """Numbers that are equal are told apart neither by their type, nor are those that are none."""
    if isinstance(value, float) and value != value:
        return "NaN"
    return int(value) if isinstance(value, decimal.Decimal) else value


if __name__ == "__main__":
    unittest.main()
