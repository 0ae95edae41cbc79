"""Three columns of all Slippi files of a folder: the Python package beside peppi-py, slippi-js and the library in Rust, in one run.

usage: query.py FOLDER PROGRAM SCRIPT, where PROGRAM is the example `frames_of_folder`, and SCRIPT `slippi-js/columns.mjs` beside its packages
"""

import pathlib
import subprocess
import sys

import ghostreel
import peppi_py
from rounds import ROUNDS, fastest

COLUMNS = ["post.position_x", "post.position_y", "post.percent"]


def by_peppi(files):
    rows = 0
    for file in files:
        for port in peppi_py.read_slippi(str(file)).frames.ports:
            for character in (port.leader, port.follower):
                if character is not None:
                    post = character.post
                    for column in (post.position.x, post.position.y, post.percent):
                        column.to_numpy(zero_copy_only=False)
                    rows += len(post.percent)
    return rows


def by_ghostreel(files, threads):
    rows = 0
    for answer in ghostreel.collection(files, threads=threads).frames(COLUMNS):
        rows += len(answer.value.to_numpy()["time"])
    return rows


def is_read_by_all(file):
    try:
        peppi_py.read_slippi(str(file))
        return ghostreel.open(file).outcome == "ok"
    except (OSError, ghostreel.GhostreelError):
        return False
    except BaseException as panic:  # noqa: BLE001 - a panic of Rust is no Exception
        if isinstance(panic, KeyboardInterrupt):
            raise
        return False


def main(folder, program, script):
    files = [file for file in sorted(pathlib.Path(folder).rglob("*.slp")) if is_read_by_all(file)]
    megabytes = sum(file.stat().st_size for file in files) / 1e6
    print(f"{len(files)} files that all read, {megabytes:.0f} MB; the fastest of {ROUNDS} rounds")
    peppi = fastest(lambda: by_peppi(files))
    ours = {threads: fastest(lambda: by_ghostreel(files, threads)) for threads in (1, 2)}
    paths = [str(file) for file in files]
    rust = {
        threads: float(subprocess.run([program, str(threads), str(ROUNDS), *paths], capture_output=True, text=True, check=True).stdout)
        for threads in (1, 2)
    }
    print(f"peppi-py, one thread: {peppi:.3f} s")
    # One round takes longer than all others together.
    slippi_js = subprocess.run(["node", script, "2", *paths], capture_output=True, text=True, check=True).stdout
    slippi_js = float(slippi_js.split()[0])
    print(f"slippi-js, one thread: {slippi_js:.2f} s, {slippi_js / ours[1]:.0f} times as long as ghostreel in Python, one at a time")
    for threads in (1, 2):
        print(
            f"ghostreel in Python, {threads} at a time: {ours[threads]:.3f} s, {peppi / ours[threads]:.1f} × as fast as peppi-py,"
            f" {ours[threads] / rust[threads]:.2f} × the time of Rust ({rust[threads]:.3f} s)"
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
