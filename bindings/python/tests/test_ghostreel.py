"""The package as its users see it: beside Python itself, with numpy, pandas, polars, pyarrow and matplotlib."""

import ast
import doctest
import hashlib
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import ghostreel
import numpy

GAMES = ["beat-saber", "melee", "rocket-league"]


def opened(game, seed=1):
    return ghostreel.open(ghostreel.sample(game, seed=seed))


class Folder(unittest.TestCase):
    """A folder with two games of Melee, one of Beat Saber, and a file that is none."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name, game, seed in [("a.slp", "melee", 1), ("b.slp", "melee", 2), ("c.bsor", "beat-saber", 1)]:
            (self.folder / name).write_bytes(ghostreel.sample(game, seed=seed))
        (self.folder / "d.slp").write_bytes(b"no replay")


class Opening(Folder):
    def test_paths_bytes_and_files_are_the_same_replay(self):
        path = self.folder / "a.slp"
        with path.open("rb") as file:
            replays = [ghostreel.open(source) for source in [path, str(path), path.read_bytes(), file, bytearray(path.read_bytes()), memoryview(path.read_bytes())]]
        self.assertEqual({replay.bytes for replay in replays}, {path.read_bytes()})
        self.assertEqual([replay.path for replay in replays], [path, path, None, None, None, None])
        self.assertEqual(ghostreel.open(io.BytesIO(path.read_bytes())).format, "slp")
        for nonsense in [3, None, io.StringIO("text")]:
            with self.assertRaises(TypeError):
                ghostreel.open(nonsense)

    def test_what_a_replay_says(self):
        for game in GAMES:
            replay = opened(game)
            self.assertEqual((replay.game, replay.outcome, replay.diagnostics), (game, "ok", []))
            self.assertGreater(replay.description["duration_s"], 1)
            self.assertIn(replay.description["players"][0]["name"], repr(replay))
            self.assertEqual(len(replay.player_stats()), len(replay.columns("player_stats")))
            self.assertIsInstance(replay.stats, dict)
            self.assertIn("headline", replay.ask("ending"))
            self.assertIsNone(replay.repaired())
            self.assertTrue(replay.to_json().startswith("{"))
            for table in replay.description["tables"]:
                self.assertEqual(replay.columns(table["name"]).schema, table["columns"])

    def test_a_damaged_replay_is_read_and_repaired(self):
        damaged = ghostreel.open(ghostreel.sample("beat-saber")[:300_000])
        self.assertEqual(damaged.outcome, "recovered")
        self.assertEqual(len(damaged.diagnostics), 1)
        self.assertEqual(ghostreel.open(damaged.repaired()).outcome, "ok")

    def test_samples_are_named(self):
        samples = dict(ghostreel.samples())
        self.assertEqual(sorted(samples), GAMES)
        self.assertEqual(ghostreel.open(ghostreel.sample("beat-saber", "scoresaber-small")).format, "scoresaber")
        with self.assertRaisesRegex(ValueError, "but of beat-saber, melee, rocket-league"):
            ghostreel.sample("pong")
        with self.assertRaisesRegex(ValueError, "has no sample .nothing., but "):
            ghostreel.sample("melee", "nothing")

    def test_marks_are_verified(self):
        report = ghostreel.verify(self.folder / "a.slp")
        self.assertEqual((report["level"], report["key"], report["findings"]), ("unmarked", None, []))
        marked = pathlib.Path(__file__).parents[3] / "testdata/mark"
        verdicts = json.loads((marked / "verdicts.json").read_text())
        server = (marked / "server.txt").read_text().strip()
        for name, verdict in verdicts.items():
            if (marked / name).suffix == ".reel":
                self.assertEqual(ghostreel.verify(marked / name, [server])["level"], verdict["level"], name)
        with self.assertRaisesRegex(ValueError, "is no public key"):
            ghostreel.verify(self.folder / "a.slp", trust=["abc"])
        with self.assertRaises(FileNotFoundError):
            ghostreel.verify(self.folder / "nobody.slp")
        answers = ghostreel.collection(self.folder, game="melee").verify()
        self.assertEqual([answer.value["level"] for answer in answers if answer.error is None], ["unmarked"] * 2)

    def test_a_map_is_put_beside_a_replay(self):
        replay = opened("beat-saber")
        with self.assertRaises(ghostreel.GhostreelError):
            replay.set_map(b"no zip file")
        with self.assertRaises(FileNotFoundError):
            replay.set_map(self.folder / "nothing.zip")
        self.assertIn("verdict", replay.ask("motion"))

    def test_errors_say_what_and_where(self):
        with self.assertRaises(FileNotFoundError) as missing:
            ghostreel.open(self.folder / "nobody.slp")
        self.assertEqual(missing.exception.filename, str(self.folder / "nobody.slp"))
        with self.assertRaises(ghostreel.GhostreelError) as none:
            ghostreel.open(self.folder / "d.slp")
        error = none.exception
        self.assertEqual((error.path, error.offset, error.section), (self.folder / "d.slp", 0, "signature"))
        self.assertTrue(str(error).startswith(str(self.folder / "d.slp")))
        with self.assertRaisesRegex(ghostreel.GhostreelError, "no column post.position_q"):
            opened("melee").frames("post.position_q")
        with self.assertRaisesRegex(ghostreel.GhostreelError, "states, not events"):
            opened("rocket-league").events("cars")


class Tables(unittest.TestCase):
    def test_times_cut(self):
        frames = opened("melee").frames(["post.percent"], times=(1, 2)).to_dicts()
        self.assertTrue(frames and all(1 <= frame["time"] < 2 for frame in frames))
        until = opened("melee").frames("post.percent", times=(None, 1)).to_dicts()
        self.assertTrue(until and all(frame["time"] < 1 for frame in until))

    def test_every_library_has_the_same_values(self):
        for game in GAMES:
            replay = opened(game)
            for described in replay.description["tables"]:
                table = replay.columns(described["name"]).with_nulls()
                with self.subTest(game=game, table=described["name"]):
                    self.same_everywhere(table)

    def same_everywhere(self, table):
        rows = table.head(50).to_dicts()
        arrow = table.head(50).to_pyarrow()
        self.assertEqual(arrow.column_names, table.column_names)
        # Decimals are numbers here.
        plain = [{name: int(v) if type(v).__name__ == "Decimal" else v for name, v in row.items()} for row in arrow.to_pylist()]
        numpy.testing.assert_equal(plain, rows)
        polars = table.head(50).to_polars()
        self.assertEqual((polars.height, polars.columns), (len(rows), table.column_names))
        pandas = table.head(50).to_pandas()
        arrays = table.head(50).to_numpy()
        for name in table.column_names:
            wanted = [row[name] for row in rows]
            is_null = [value is None for value in wanted]
            self.assertEqual(polars[name].is_null().to_list(), is_null, name)
            column = pandas[name]
            if not any(isinstance(value, float) for value in wanted):
                self.assertEqual(column.isna().to_list(), is_null, name)
            kept = [value for value in wanted if value is not None]
            # Floats may be NaN in a file, which is no null.
            numpy.testing.assert_equal([v for v, none in zip(column.tolist(), is_null) if not none], kept)
            masked = arrays[name]
            mask = numpy.ma.getmaskarray(masked).tolist() if numpy.ma.isMaskedArray(masked) else [False] * len(rows)
            self.assertEqual(mask, is_null, name)
            numpy.testing.assert_equal([v for v, none in zip(masked.tolist(), is_null) if not none], kept)

    def test_units_and_meanings_come_along(self):
        ball = opened("rocket-league").columns("ball", "position.x")
        self.assertEqual(ball.schema[1]["unit"], "uu")
        field = ball.to_pyarrow().schema.field("position.x")
        self.assertEqual(field.metadata[b"unit"], b"uu")
        self.assertEqual(field.metadata[b"meaning"].decode(), ball.schema[1]["meaning"])

    def test_events_and_what_is_beside_them(self):
        replay = opened("rocket-league")
        touches = replay.events("touches")
        around = replay.around(touches, (-0.5, 0.5), "ball", ["position.z"])
        self.assertTrue(all(-0.5 <= row["offset_s"] < 0.5 for row in around.to_dicts()))
        beside = replay.joined(touches, "cars", ["position.z"], same=[("player", "player")])
        self.assertEqual(len(beside), len(touches))
        self.assertIn("cars.position.z", beside.column_names)
        with self.assertRaisesRegex(ValueError, "neither before nor after"):
            replay.joined(touches, "cars", ["position.z"], beside="at")
        pairs = ghostreel.sequence([touches, touches], 5.0)
        self.assertTrue(all(second > first for first, second in pairs))

    def test_a_replay_is_changed_and_comes_back_from_json(self):
        for game, _ in ghostreel.samples():
            replay = ghostreel.open(ghostreel.sample(game))
            document = json.loads(replay.to_json())
            self.assertEqual(ghostreel.from_json(json.dumps(document)), replay.bytes, game)
            redacted = ghostreel.open(replay.redacted())
            self.assertEqual(redacted.outcome, "ok")
            names = {player["name"] for player in replay.description["players"] if player["name"]}
            left = {player["name"] for player in redacted.description["players"]}
            self.assertTrue(names and not names & left, f"{names} {left}")
        with self.assertRaisesRegex(ghostreel.GhostreelError, "not known"):
            ghostreel.from_json('{"format": "chess"}')

        replay = ghostreel.open(ghostreel.sample("rocket-league"))
        name = replay.description["players"][0]["name"]
        edited = ghostreel.open(replay.edited(rename={name: "Anonymous"}, times=(0, 12)))
        self.assertEqual(edited.description["players"][0]["name"], "Anonymous")
        times = edited.columns("cars", ["player"]).to_numpy()["time"]
        self.assertTrue(8 < times.max() - times.min() < 13, times)
        with self.assertRaisesRegex(ghostreel.GhostreelError, "nobody is called"):
            replay.edited(rename={"Nobody at all": "Somebody"})
        with self.assertRaisesRegex(ghostreel.GhostreelError, "cannot be edited"):
            ghostreel.open(ghostreel.sample("melee")).edited(times=(0, 1))

    def test_a_session_of_a_known_game_is_recorded(self):
        source = ghostreel.open(ghostreel.sample("beat-saber", "small"))
        there = {table["name"] for table in source.description["tables"]}
        with tempfile.TemporaryDirectory() as folder:
            recorder = ghostreel.Recorder(folder, "a song", "beat-saber", players=["Ghost"])
            self.assertTrue({"info", "frames", "notes"} <= set(recorder.tables))
            recorder.push("info", {"version": "1", "player_name": "Ghost", "hash": "0" * 40, "song_name": "Song"})
            for table in {"frames", "notes"} & there:
                columns = recorder.tables[table]
                for row in source.columns(table).to_dicts():
                    recorder.push(table, {name: row[name] for name in columns if name in row})
            status = recorder.end({"score": "7"})
            self.assertEqual((status["state"], status["rows_lost"], status["trouble"]), ("finished", 0, None), status)
            self.assertEqual(status["reel"].name, "a song.reel")
            again = ghostreel.open(status["own_file"])
            self.assertEqual(again.description["players"][0]["name"], "Ghost")
            for column in ("head.pos.x", "left.rot.w"):
                self.assertTrue((again.frames(column).to_numpy()[column] == source.frames(column).to_numpy()[column]).all())
            with self.assertRaisesRegex(ghostreel.GhostreelError, "has ended"):
                recorder.push("frames", {"time": 1e6})

    def test_a_session_of_any_tables_is_recorded(self):
        columns = [("time", "f64"), ("x", "f32"), ("what", "dict"), ("lives", "u8"), ("there", "bool")]
        table = {"name": "poses", "rows": "states", "time": "time", "columns": [{"name": name, "type": kind} for name, kind in columns]}
        with tempfile.TemporaryDirectory() as folder:
            with ghostreel.Recorder(folder, "run", "my-game", [table], properties={"level": "3"}) as recorder:
                self.assertEqual(recorder.tables, {"poses": dict(columns)})
                for frame in range(1000):
                    recorder.push("poses", [frame / 100, frame, "jump" if frame % 7 == 0 else None, frame % 4, frame % 2 == 0])
                recorder.push("poses", {"time": 20, "x": numpy.float32(0.5)})
                for row, error, words in [
                    ([1.0], ValueError, "5 values, not 1"),
                    ({"time": 30, "y": 1}, KeyError, "no column y"),
                    ([30, "far", None, 0, True], TypeError, "poses.x is f32"),
                    ([30, 0, None, 256, True], TypeError, "poses.lives is u8"),
                    ([1, 0, None, 0, True], ghostreel.GhostreelError, "earlier than the one before"),
                ]:
                    with self.assertRaisesRegex(error, words):
                        recorder.push("poses", row)
                with self.assertRaisesRegex(KeyError, "no table cars"):
                    recorder.push("cars", [])
            status = recorder.status
            self.assertEqual((status["state"], status["rows"]), ("finished", 1001), status)
            with self.assertRaisesRegex(ghostreel.GhostreelError, "no game's own file"):
                ghostreel.open(status["reel"])
            for words, tables in [("no tables of", None), ("tables: missing field", [{"name": "a"}])]:
                with self.assertRaisesRegex(ValueError, words):
                    ghostreel.Recorder(folder, "run", "my-game", tables)
            with self.assertRaisesRegex(ghostreel.GhostreelError, "unknown type|type"):
                ghostreel.Recorder(folder, "run", "my-game", [{**table, "columns": [{"name": "time", "type": "f16"}]}])

    def test_a_replay_is_packed_into_a_reel(self):
        for game in GAMES:
            replay = opened(game)
            sizes = [len(replay.packed(level)) for level in ("live", "fast", "archive")]
            self.assertLess(sizes[2], len(replay.bytes))
            self.assertEqual(ghostreel.open(replay.packed()).bytes, replay.bytes)
        with self.assertRaisesRegex(ValueError, "none of live, fast and archive"):
            replay.packed("best")

    def test_states_at_a_rate_and_at_times(self):
        replay = opened("rocket-league")
        ball = replay.at("ball", ["position.x", "position.z"], rate=10)
        self.assertEqual(ball.column_names, ["time", "position.x", "position.z"])
        tenths = [row["time"] * 10 for row in ball.to_dicts()]
        self.assertGreater(len(tenths), 100)
        self.assertTrue(all(abs(tenth - round(tenth)) < 1e-9 for tenth in tenths))
        cars = replay.at("cars", times=[3.0, 2.0])
        self.assertEqual({row["time"] for row in cars.to_dicts()}, {2.0, 3.0})
        self.assertEqual(set(cars.column_names), set(replay.columns("cars").column_names))
        for wrong in ({}, {"times": [1.0], "rate": 2.0}):
            with self.assertRaisesRegex(ValueError, "give either times or a rate"):
                replay.at("cars", **wrong)
        with self.assertRaisesRegex(ghostreel.GhostreelError, "events, which have no state"):
            replay.at("goals", rate=1)
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "a.slp").write_bytes(ghostreel.sample("melee"))
            [answer] = ghostreel.collection(folder).at("frames", "post.percent", rate=2)
            self.assertEqual(answer.value.to_dicts(), opened("melee").at("frames", "post.percent", rate=2).to_dicts())

    def test_a_notebook_shows_the_first_rows(self):
        html = opened("melee").frames("post.percent")._repr_html_()
        self.assertIn("<th title='s'>time</th>", html)
        self.assertEqual(html.count("<tr>"), 11)
        self.assertIn("rows more", html)


class Collections(Folder):
    def test_answers_come_in_order_and_failures_among_them(self):
        answers = ghostreel.collection(self.folder).frames(["post.percent"], times=(0, 1))
        found = [(answer.path.name, answer.error is None) for answer in answers]
        self.assertEqual(found, [("a.slp", True), ("b.slp", True), ("c.bsor", False), ("d.slp", False)])
        self.assertEqual(answers.progress, (4, 4))
        self.assertEqual([path.name for path, _ in answers.failures], ["c.bsor", "d.slp"])

    def test_a_collection_is_one_dataframe(self):
        ask = lambda: ghostreel.collection([self.folder], game="melee").frames(["post.percent"])
        answers = ask()
        frame = answers.to_pandas()
        self.assertEqual(list(frame.columns), ["path", "time", "post.percent"])
        self.assertEqual(frame["path"].nunique(), 2)
        self.assertEqual([path.name for path, _ in answers.failures], ["d.slp"])
        streamed = ask()
        polars = streamed.to_polars()
        self.assertEqual(polars.height, len(frame))
        self.assertEqual(polars["post.percent"].sum(), frame["post.percent"].sum())
        self.assertEqual([path.name for path, _ in streamed.failures], ["d.slp"])
        with self.assertRaisesRegex(ValueError, "ask once more"):
            streamed.to_polars()

    def test_rows_have_the_digests_of_their_files_where_asked_for(self):
        ask = lambda: ghostreel.collection([self.folder], game="melee", digests=True).frames(["post.percent"])
        digest = hashlib.sha256((self.folder / "a.slp").read_bytes()).hexdigest()
        frame = ask().to_pandas()
        self.assertEqual(list(frame.columns), ["replay", "path", "time", "post.percent"])
        self.assertEqual((frame["replay"][0], frame["replay"].nunique()), (digest, 2))
        self.assertEqual(ask().to_polars()["replay"][0], digest)
        self.assertIsNone(next(iter(ghostreel.collection([self.folder]).stats())).replay)

    def test_replays_are_chosen(self):
        replays = ghostreel.collection(self.folder, game=["melee", "beat-saber"], digests=True).description()
        metas = [answer for answer in replays if answer.error is None]
        self.assertEqual(len(metas), 3)
        name = metas[0].value["players"][0]["name"]
        of_player = ghostreel.collection(self.folder, player=name).description()
        self.assertIn("a.slp", [answer.path.name for answer in of_player if answer.error is None])
        rest = ghostreel.collection(self.folder, without=[metas[0].replay], threads=1, memory=1 << 20).stats()
        self.assertEqual([a.path.name for a in rest if a.error is None], ["b.slp", "c.bsor"])
        verdicts = ghostreel.collection(self.folder, game="beat-saber").ask("motion")
        self.assertIn("verdict", next(iter(verdicts)).value)
        pattern = ghostreel.collection(self.folder / "[a-c].*").description()
        self.assertEqual([answer.path.name for answer in pattern], ["a.slp", "b.slp", "c.bsor"])
        with self.assertRaisesRegex(ValueError, "no SHA-256"):
            ghostreel.collection(self.folder, without=["abc"])
        with self.assertRaises(TypeError):
            ghostreel.collection(self.folder).description().to_polars()

    def test_other_threads_go_on_meanwhile(self):
        import threading

        replay = opened("rocket-league")
        results = []
        threads = [threading.Thread(target=lambda: results.append(len(replay.columns("ball")))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(set(results)), 1)


class Plots(unittest.TestCase):
    def setUp(self):
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        self.addCleanup(pyplot.close, "all")

    def test_accuracy_of_plays_beside_each_other(self):
        from ghostreel import plot

        plays = [opened("beat-saber", seed) for seed in (1, 2)]
        ax = plot.accuracy(*plays)
        self.assertEqual([line.get_label() for line in ax.lines], ["1", "2"])
        for line, play in zip(ax.lines, plays):
            score = play.columns("score", "accuracy").to_numpy()
            self.assertEqual((line.get_xdata().tolist(), line.get_ydata().tolist()), (score["time"].tolist(), score["accuracy"].tolist()))
        self.assertEqual(ax.get_ylabel(), "accuracy")

    def test_where_cars_were(self):
        from ghostreel import plot

        replay = opened("rocket-league")
        squares = replay.columns("heat_map").to_dicts()
        for player in [None, "Ghost", 1]:
            picture = plot.heat_map(replay, player).images[0]
            row = {"Ghost": 0}.get(player, player)
            seconds = sum(square["seconds"] for square in squares if row is None or square["player"] == row)
            self.assertAlmostEqual(picture.get_array().sum(), seconds)
        with self.assertRaisesRegex(ValueError, "'nobody' is none of Ghost, Reel"):
            plot.heat_map(replay, "nobody")

    def test_lines_are_of_each_player(self):
        from ghostreel import plot

        replay = opened("rocket-league")
        self.assertEqual([line.get_label() for line in plot.boost(replay).lines], ["Ghost", "Reel"])
        tank = plot.boost(replay, "Ghost").lines[0]
        rows = [row for row in replay.columns("boost").to_dicts() if row["player"] == 0]
        self.assertEqual(tank.get_ydata()[::2].tolist(), [row["tank"] for row in rows])
        self.assertGreaterEqual(tank.get_ydata().min(), 0)
        drained = [after < before for before, after in zip(tank.get_ydata()[::2], tank.get_ydata()[1::2])]
        self.assertEqual(drained[:-1], [row["drain"] > 0 and row["tank"] > 0 for row in rows][:-1])
        ways = plot.path(replay, "cars", "position.x", "position.y", times=(5, 8))
        self.assertEqual((len(ways.lines), ways.get_xlabel()), (2, "position.x (uu)"))
        only = plot.path(replay, "ball", "position.x", "position.y")
        self.assertEqual(len(only.lines[0].get_xdata()), len(replay.columns("ball")))


class Package(unittest.TestCase):
    def test_nothing_else_is_needed(self):
        program = (
            "import sys\n"
            "for name in ['numpy', 'pandas', 'polars', 'pyarrow', 'matplotlib']: sys.modules[name] = None\n"
            "import ghostreel\n"
            "replay = ghostreel.open(ghostreel.sample('melee'))\n"
            "print(len(replay.frames('post.percent').head(3).to_dicts()), repr(replay.events('moments'))[:14])\n"
        )
        run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        self.assertEqual(run.stdout, "3 <Table moments\n")

    def test_the_types_are_those_of_what_is_there(self):
        with tempfile.TemporaryDirectory() as folder:
            settings = pathlib.Path(folder) / "mypy.ini"
            settings.write_text("[mypy]\nignore_missing_imports = True\n")
            options = ["--mypy-config-file", str(settings), "--ignore-disjoint-bases"]
            program = [sys.executable, "-m", "mypy.stubtest", *options, "ghostreel"]
            # Where the package is found, and not in it.
            place = pathlib.Path(ghostreel.__file__).parents[1]
            run = subprocess.run(program, capture_output=True, text=True, cwd=place)
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
            self.assertIn("no issues found", run.stdout)

    def test_the_examples_are_true(self):
        self.assertEqual(doctest.testmod(ghostreel), (0, 5))
        readme = pathlib.Path(__file__).parent.parent / "README.md"
        failed, tried = doctest.testfile(str(readme), module_relative=False)
        self.assertEqual(failed, 0)
        self.assertGreater(tried, 5)


class Documents(unittest.TestCase):
    def test_the_notebook_answers_its_questions(self):
        import matplotlib

        matplotlib.use("Agg")
        path = pathlib.Path(__file__).parents[1] / "examples/questions.ipynb"
        cells = json.loads(path.read_text())["cells"]
        names, last = {}, []
        for cell in cells:
            if cell["cell_type"] == "code":
                *lines, end = ast.parse("".join(cell["source"])).body
                exec(compile(ast.Module(lines, []), str(path), "exec"), names)
                if isinstance(end, ast.Expr):
                    last.append(eval(compile(ast.Expression(end.value), str(path), "eval"), names))
                else:
                    exec(compile(ast.Module([end], []), str(path), "exec"), names)
        self.assertEqual(len(last), 10)
        # Each answer has something in it.
        for answer in last:
            self.assertTrue(getattr(answer, "size", 1) > 0 and getattr(answer, "empty", False) is False, answer)

    def test_the_verbs_of_each_language_are_there(self):
        root = pathlib.Path(__file__).parents[3]
        table = [line for line in (root / "docs/verbs.md").read_text().splitlines() if line.startswith("| ")][1:]
        sources = [path.read_text() for path in (root / "crates/ghostreel/src").rglob("*.rs")]
        rust = set(re.findall(r"pub fn (\w+)", "\n".join(sources)))
        rust |= {"meta", "player_stats"} & set(re.findall(r"fn (\w+)", "\n".join(sources)))
        python = {name for of in (ghostreel, ghostreel.Replay, ghostreel.Table) for name in dir(of)}
        javascript = "\n".join(path.read_text() for path in (root / "web/packages/replay/src").glob("*.ts"))
        header = (root / "bindings/c/include/ghostreel.h").read_text()
        for line in table:
            _, _, in_rust, in_python, in_javascript, in_c, _ = line.split("|")
            for name in verbs(in_rust):
                self.assertIn(name, rust, line)
            for name in verbs(in_python):
                self.assertIn(name, python, line)
            for name in verbs(in_javascript):
                self.assertRegex(javascript, rf"(function |async |  |get |{{ name, |readonly ){name}\b", line)
            for name in verbs(in_c):
                self.assertIn(name + "(", header, line)


def verbs(cell):
    """The verbs in a cell of the table: names of crates and tables are not among them."""
    named = re.findall(r"(?:the table|crates?|,) `ghostreel-\w+`|the table `\w+`|`([\w.:]+)`", cell)
    return [re.split(r"\W+", name)[-1] for name in named if name]


if __name__ == "__main__":
    unittest.main()
