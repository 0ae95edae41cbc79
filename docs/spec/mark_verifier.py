#!/usr/bin/env python3
"""Says what reels prove. Written from mark.md alone; needs the package cryptography, and what reel_reader.py beside it needs.

usage: mark_verifier.py SERVER FILE…    prints a line of JSON for each file; SERVER is the public key that is trusted

A reel is verified by its own messages, or by a mark beside it (FILE.mark). Of a file that ends with .message, it says whether it is one.
"""
import base64
import hashlib
import json
import math
import pathlib
import struct
import sys

import blake3
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

import reel_reader as reel

SIGNED_HEAD, RECEIPT, CLOSE = 16, 17, 18
LIMIT, FILE_LIMIT, TEXT_LIMIT, DEPTH = 64 << 10, 2 << 20, 1 << 10, 8
DISTANCE, DRIFT, LEAST_RUN, DRIFT_IN_ALL, DRIFT_SHARE = 6.0, 2.0, 6.0, 4.0, 0.1
P = 2**255 - 19
OF_ORDER_8 = int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little")
SMALL = (0, 1, P - 1, OF_ORDER_8, P - OF_ORDER_8)


class Refused(Exception):
    """Bytes that are no message, and why."""


def is_small(point):
    """Whether a point of the curve has an order of 8 or less: there are five such y."""
    return (int.from_bytes(point, "little") & (1 << 255) - 1) % P in SMALL


def cbor(cursor, depth=1):
    """An item in the one way to write it."""
    first = cursor.take(1)[0]
    major, info = first >> 5, first & 31
    if major in (4, 5) and depth > DEPTH:
        raise Refused("too deep")
    if major == 7:
        if info in (20, 21, 22):
            return {20: False, 21: True, 22: None}[info]
        if info not in (25, 26, 27):
            raise Refused("another simple value")
        content = cursor.take(1 << info - 24)
        value = struct.unpack({25: ">e", 26: ">f", 27: ">d"}[info], content)[0]
        if not math.isfinite(value):
            raise Refused("no number")
        for shorter in [form for form, size in ((">e", 2), (">f", 4)) if size < len(content)]:
            try:
                if struct.unpack(shorter, struct.pack(shorter, value))[0] == value:
                    raise Refused("too long a float")
            except OverflowError:
                pass
        return value
    value = info
    if info >= 24:
        if info > 27:
            raise Refused("no definite length")
        value = int.from_bytes(cursor.take(1 << info - 24), "big")
        if value < (24 if info == 24 else 1 << (8 << info - 25)):
            raise Refused("too long a number")
    if major in (0, 1):
        return -1 - value if major else value
    if major == 2:
        return cursor.take(value)
    if major == 3:
        return cursor.take(value).decode()
    if major == 4:
        return [cbor(cursor, depth + 1) for _ in range(value)]
    if major != 5:
        raise Refused("a tag")
    members, before = {}, None
    for _ in range(value):
        key = cbor(cursor, depth + 1)
        if not isinstance(key, str) or (before is not None and (len(before.encode()), before.encode()) >= (len(key.encode()), key.encode())):
            raise Refused("keys out of order")
        members[key] = cbor(cursor, depth + 1)
        before = key
    return members


def is_int(value, least=-(1 << 63), most=(1 << 63) - 1):
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def is_text(value):
    return isinstance(value, str) and len(value.encode()) <= TEXT_LIMIT


def of_bytes(length=None):
    return lambda value: isinstance(value, bytes) and length in (None, len(value))


def is_uint(value):
    return is_int(value, 0, (1 << 64) - 1)


def is_file(value):
    return isinstance(value, dict) and is_text(value.get("format")) and of_bytes(32)(value.get("sha256"))


def list_of(item):
    return lambda value: isinstance(value, list) and all(item(one) for one in value)


def is_evidence(value):
    messages = ("heads", "receipts")
    return isinstance(value, dict) and all(of_bytes()(value.get(name)) for name in ("challenge", "close")) and all(list_of(of_bytes())(value.get(name)) for name in messages)


def is_texts(value):
    return isinstance(value, dict) and all(is_text(text) for pair in value.items() for text in pair)


CHAINED = {"number": is_uint, "chunks": is_uint, "hash": of_bytes(32), "time": lambda value: isinstance(value, float), "challenge?": of_bytes(32)}
MEMBERS = {
    "challenge": {"session": of_bytes(16), "nonce": of_bytes(32), "key": of_bytes(32), "game": is_text, "map?": is_text, "issued": is_int, "expires": is_int},
    "head": CHAINED,
    "receipt": {"session": of_bytes(16), "message": of_bytes(32), "number": is_uint, "received": is_int},
    "close": CHAINED | {"rows": list_of(is_uint), "files": list_of(is_file), "result?": is_texts},
    "file": {"format": is_text, "sha256": of_bytes(32), "made": is_int, "evidence?": is_evidence},
    "rotate": {"old": of_bytes(32), "new": of_bytes(32), "made": is_int},
    "accept": {"rotate": of_bytes()},
    "revoke": {"key": of_bytes(32), "made": is_int, "reason?": is_text},
    "server": {"old": of_bytes(32), "new": of_bytes(32), "from": is_int},
}
SIGNERS = {"rotate": "old", "revoke": "key", "server": "old"}


def head_of(major, length):
    """The first bytes of an item."""
    for info, size in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if length < 24:
            return bytes([major << 5 | length])
        if length < 1 << 8 * size:
            return bytes([major << 5 | info]) + length.to_bytes(size, "big")


def blob(content):
    return head_of(2, len(content)) + content


def text(content):
    return head_of(3, len(content)) + content.encode()


def open_message(kind, message):
    """Members and key of a message whose signature holds."""
    if len(message) > (FILE_LIMIT if kind == "file" else LIMIT):
        raise Refused("too long")
    try:
        cursor = reel.Cursor(message)
        if cursor.take(2) != b"\xd2\x84":
            raise Refused("no COSE_Sign1")
        protected, empty = cbor(cursor), cursor.take(1)
        payload, signature = cbor(cursor), cbor(cursor)
        expected = b"\xa3\x01\x27\x03" + text(f"application/ghostreel.{kind}+cbor") + b"\x04\x58\x20"
        if empty != b"\xa0" or cursor.at < len(message) or not isinstance(protected, bytes) or not isinstance(payload, bytes):
            raise Refused("another form")
        key = protected[len(expected):]
        if not protected.startswith(expected) or len(key) != 32 or not isinstance(signature, bytes) or len(signature) != 64:
            raise Refused("another header")
        signed = b"\x84" + text("Signature1") + blob(protected) + blob(f"ghostreel mark 1 {kind}".encode()) + blob(payload)
        if is_small(key) or is_small(signature[:32]):
            raise Refused("a key or signature of small order")
        Ed25519PublicKey.from_public_bytes(key).verify(signature, signed)
        cursor = reel.Cursor(payload)
        members = cbor(cursor)
        if cursor.at < len(payload) or not isinstance(members, dict):
            raise Refused("no map")
    except (reel.Unreadable, InvalidSignature, UnicodeDecodeError, ValueError, struct.error, IndexError) as error:
        raise Refused(str(error)) from error
    for name, is_right in MEMBERS[kind].items():
        value = members.get(name.rstrip("?"))
        if name.rstrip("?") not in members and name.endswith("?"):
            continue
        if not is_right(value):
            raise Refused(f"member {name}")
    if kind in SIGNERS and members[SIGNERS[kind]] != key:
        raise Refused("another signer")
    if kind == "accept" and open_message("rotate", members["rotate"])[0]["new"] != key:
        raise Refused("another signer")
    return members, key


class Report:
    def __init__(self):
        self.level, self.kinds, self.covered = "unmarked", set(), []

    def json(self):
        return {"level": self.level, "findings": sorted(self.kinds), "covered": self.covered}

    def altered(self):
        self.kinds.add("altered")

    def inconsistent(self):
        self.kinds.add("inconsistent")


class Session:
    """The messages of a session, and what they prove together."""

    def __init__(self, key, challenge, report):
        self.key, self.report, self.challenge, self.sent, self.close = key, report, None, [], None
        if challenge:
            try:
                members, server = open_message("challenge", challenge)
                if members["key"] != key:
                    report.inconsistent()
                else:
                    self.challenge = members | {"server": server, "digest": hashlib.sha256(challenge).digest()}
            except Refused:
                report.inconsistent()

    def add(self, kind, message, chain):
        try:
            found, key = open_message(kind, message)
        except Refused:
            return self.report.altered()
        answered = self.challenge and self.challenge["digest"]
        last = self.sent[-1] if self.sent else None
        if self.close or key != self.key or (chain and chain[:2] != (found["chunks"], found["hash"])) or found["number"] != len(self.sent):
            return self.report.altered()
        if (chain and chain[2] != found["time"]) or found.get("challenge") != answered:
            return self.report.inconsistent()
        if last and (last["chunks"] >= found["chunks"] or last["time"] > found["time"]):
            return self.report.inconsistent()
        self.sent.append(found | {"digest": hashlib.sha256(message).digest(), "received": None})
        if kind == "close":
            self.close = found

    def add_receipt(self, message):
        try:
            found, key = open_message("receipt", message)
        except Refused:
            return self.report.altered()
        if self.challenge and key == self.challenge["server"] and found["session"] == self.challenge["session"]:
            for sent in self.sent:
                if (sent["digest"], sent["number"]) == (found["message"], found["number"]):
                    sent["received"] = found["received"] if sent["received"] is None else sent["received"]
                    return
        self.report.altered()

    def conclude(self, start, end, server):
        report = self.report
        if not self.sent:
            return report
        report.level = "signed"
        answered = [(sent["time"], sent["received"]) for sent in self.sent if sent["received"] is not None]
        if self.challenge and answered and self.challenge["server"] == server:
            issued = self.challenge["issued"]
            if not issued <= answered[0][1] <= self.challenge["expires"]:
                report.inconsistent()
            if any(time - start > (received - issued) / 1000 + DRIFT for time, received in answered):
                report.inconsistent()
            if any(before[1] > after[1] for before, after in zip(answered, answered[1:])):
                report.inconsistent()
            covered = stretches(answered)
            if sum(max(min(to, end) - max(begin, start), 0.0) for begin, to in covered) > 0:
                report.level, report.covered = "witnessed", covered
        return report

    def settle(self):
        if "inconsistent" in self.report.kinds and self.report.level == "witnessed":
            self.report.level = "signed"
        if "altered" in self.report.kinds:
            self.report.level = "unmarked"
        if self.report.level != "witnessed":
            self.report.covered = []
        return self.report


def stretches(answered):
    """The stretches that are covered."""
    covered, first, last = [], answered[0], answered[0]
    drift = counted = 0.0

    def count(to):
        nonlocal drift, counted
        counted += to[0] - first[0]
        drift += (to[1] - first[1]) / 1000 - (to[0] - first[0])

    def end():
        if last[0] - first[0] >= LEAST_RUN:
            covered.append([first[0], last[0]])
            count(last)

    for at in answered[1:]:
        server, session = (at[1] - last[1]) / 1000, at[0] - last[0]
        is_jump = not 0.0 <= server <= DISTANCE or abs(server - session) > DRIFT
        if not is_jump and abs((at[1] - first[1]) / 1000 - (at[0] - first[0])) <= DRIFT:
            last = at
            continue
        if is_jump and session - server <= DRIFT:
            end()
        elif not is_jump and (at[1] - first[1]) / 1000 > at[0] - first[0]:
            count(at)
        first = last = at
    end()
    if abs(drift) > max(DRIFT_IN_ALL, counted * DRIFT_SHARE):
        return []
    return covered


def scan(content, report):
    """The chunks with where they begin. Other bytes alter the reel, but for a chunk that was being written at its end."""
    at, chunks = 16, []
    while at < len(content):
        try:
            chunk = reel.Chunk(content, at)
        except (reel.Unreadable, struct.error):
            head = content[at : at + reel.HEAD]
            has_head = len(head) == reel.HEAD and head[:4] == reel.MARKER and reel.crc32c(head[:92]) == struct.unpack("<I", head[92:])[0]
            is_cut = len(head) < reel.HEAD or (has_head and max(struct.unpack("<II", head[8:16])) <= reel.PAYLOAD_LIMIT)
            if is_cut and not (chunks and chunks[-1][1].kind == reel.END):
                break
            report.altered()
            if is_cut:
                break
            at = content.find(reel.MARKER, at + 1)
            if at < 0:
                break
            continue
        chunks.append((at, chunk))
        at += chunk.length
    return chunks


def agrees_with_index(content, chunks, header):
    """Whether the index, if the end names one, has the same header and chunks. A finished reel has none that cannot be read."""
    without = not any(chunk.kind == reel.INDEX for _, chunk in chunks) or chunks[-1][1].kind != reel.END
    try:
        end = reel.Chunk(content, len(content) - reel.HEAD - 64)
        place, count = struct.unpack("<QQ", end.payload[:16])
        index = reel.Chunk(content, place)
        if end.kind != reel.END or index.kind != reel.INDEX or not end.is_whole:
            return without
        cursor = reel.Cursor(index.unpacked_payload())
        found, listed = reel.cbor(reel.Cursor(cursor.take(cursor.number("I")))), []
        while cursor.at < len(cursor.content):
            listed.append((cursor.number("Q"), cursor.take(reel.HEAD)))
            cursor.take(cursor.number("I"))
    except (reel.Unreadable, struct.error, reel.zstandard.ZstdError, UnicodeDecodeError):
        return without
    places = [place] + [len(content) - reel.HEAD - 64]
    listed += [(place, content[place : place + reel.HEAD]) for place in places]
    if len(listed) - 1 != count:
        return without
    return found == header and listed == [(at, content[at : at + reel.HEAD]) for at, _ in chunks]


def has_true_times(chunk, streams):
    """Whether the times in a head are those of its rows."""
    if chunk.kind != reel.ROWS or not 0 < chunk.stream <= len(streams) or streams[chunk.stream - 1]["kind"] != "table":
        return True
    table, said = streams[chunk.stream - 1], [chunk.start, chunk.end]
    columns = [column["name"] for column in table["columns"]]
    if table.get("time") not in columns:
        return all(math.isnan(time) for time in said)
    place = columns.index(table["time"])
    kind = table["columns"][place]["type"]
    form = {"f64": "d", "f32": "f", "i32": "i", "u32": "I"}.get(kind)
    try:
        cursor = reel.Cursor(chunk.payload)
        entries = [struct.unpack("<BBHIII", cursor.take(16)) for _ in range(cursor.number("H"))]
        if reel.crc32c(chunk.payload[: cursor.at]) != cursor.number("I"):
            return False
        directory = [(*entry[:3], cursor.take(entry[3]), *entry[4:]) for entry in entries]
        values = reel.column_of(chunk, directory, place, kind)[0]
    except (reel.Unreadable, struct.error, reel.zstandard.ZstdError):
        return False
    times = [time for time in struct.unpack(f"<{chunk.rows}{form}", values) if time == time] if form else []
    found = [min(times), max(times)] if times else [math.nan, math.nan]
    return all(one == other or (one != one and other != other) for one, other in zip(found, said))


def verify_reel(content, server, mark):
    report = Report()
    chunks = scan(content, report)
    header = reel.header_of([chunk for _, chunk in chunks])
    if "mark" not in header:
        return verify_mark(content, server, mark)
    session = Session(header["mark"]["key"], header["mark"].get("challenge"), report)
    if session.challenge and session.challenge["game"] != header["game"]:
        report.inconsistent()
    streams, counts = header.get("streams", []), {}
    before, time, behind_close = blake3.blake3(content[:16]).digest(), None, None
    if not chunks or chunks[0][1].kind != reel.HEADER:
        report.altered()
    for number, (_, chunk) in enumerate(chunks):
        hashed = blake3.blake3(before + chunk.hashed + chunk.payload).digest()
        if not chunk.is_whole or hashed != chunk.hash or chunk.number != number:
            report.altered()
        elif not has_true_times(chunk, streams):
            report.inconsistent()
        chain = (number, before, 0.0 if time is None else time)
        if behind_close is not None:
            behind_close.append(chunk.kind)
        if chunk.is_whole and chunk.kind in (SIGNED_HEAD, CLOSE):
            session.add("head" if chunk.kind == SIGNED_HEAD else "close", chunk.payload, chain)
            if chunk.kind == CLOSE and behind_close is None:
                behind_close = []
        elif chunk.is_whole and chunk.kind == RECEIPT:
            session.add_receipt(chunk.payload)
        if chunk.kind in (reel.ROWS, reel.ORIGINAL):
            counts[chunk.stream] = max(counts.get(chunk.stream, 0), chunk.first_row + chunk.rows)
        if not math.isnan(chunk.end):
            time = chunk.end if time is None else max(time, chunk.end)
        before = chunk.hash
    while behind_close and behind_close[0] == RECEIPT:
        behind_close.pop(0)
    if behind_close and behind_close not in ([reel.INDEX], [reel.END], [reel.INDEX, reel.END]):
        report.altered()
    if not agrees_with_index(content, chunks, header):
        report.altered()
    if session.close:
        rows = session.close["rows"]
        if len(rows) != len(streams) or any(counts.get(stream, 0) > count for stream, count in enumerate(rows[: len(streams)], 1)):
            report.inconsistent()
    starts = [chunk.start for _, chunk in chunks if not math.isnan(chunk.start)]
    end = session.sent[-1]["time"] if session.sent else 0.0
    session.conclude(min(starts, default=end), end, server)
    return session.settle()


def verify_mark(content, server, mark):
    """The proof of a mark beside a file."""
    report = Report()
    if mark is None:
        return report
    try:
        found, key = open_message("file", mark)
    except Refused:
        report.altered()
        return report
    evidence = found.get("evidence")
    session = Session(key, evidence and evidence["challenge"], report)
    report.level = "signed"
    if found["sha256"] != hashlib.sha256(content).digest():
        report.altered()
    if found["format"] != "reel":
        report.inconsistent()
    if not evidence:
        return session.settle()
    for head in evidence["heads"]:
        session.add("head", head, None)
    session.add("close", evidence["close"], None)
    for receipt in evidence["receipts"]:
        session.add_receipt(receipt)
    if not session.close or {"format": "reel", "sha256": found["sha256"]} not in [{name: file[name] for name in ("format", "sha256")} for file in session.close["files"]]:
        report.inconsistent()
    report.level = "unmarked"
    times = [sent["time"] for sent in session.sent] or [0.0]
    session.conclude(times[0], times[-1], server)
    is_bound = session.close and session.sent[-1]["received"] is not None and any(session.close["rows"])
    if report.level == "witnessed" and not is_bound:
        report.level = "signed"
    return session.settle()


def is_message(content):
    """Whether it is a message of any kind, and what it says holds."""
    for kind in MEMBERS:
        try:
            open_message(kind, content)
            return kind
        except Refused:
            continue
    return None


def verify(path, server):
    content = path.read_bytes()
    if path.suffix == ".message":
        return {"message": is_message(content)}
    beside = path.with_name(path.name + ".mark")
    mark = beside.read_bytes() if beside.exists() else None
    try:
        if content[:8] != reel.MAGIC or len(content) < 16 or struct.unpack("<H", content[8:10])[0] != 1:
            raise reel.Unreadable("no reel")
        return verify_reel(content, server, mark).json()
    except (reel.Unreadable, UnicodeDecodeError):
        return Report().json()


if __name__ == "__main__":
    trusted = base64.urlsafe_b64decode(sys.argv[1].removeprefix("ed25519:") + "=")
    for name in sys.argv[2:]:
        print(json.dumps(verify(pathlib.Path(name), trusted)))
