#!/usr/bin/env python3
"""Reads a reel and prints what is in it as JSON. Written from reel.md alone; needs the packages zstandard and blake3.

usage: reel_reader.py FILE…    prints a line for each file
"""
import hashlib
import json
import math
import pathlib
import struct
import sys

import blake3
import zstandard

MAGIC = bytes.fromhex("89524545 4c0d0a1a")
MARKER = bytes.fromhex("a543484b")
HEAD = 96
HEADER, ROWS, ORIGINAL, INDEX, END = 1, 2, 3, 4, 5
PAYLOAD_LIMIT, HEADER_LIMIT, ROWS_LIMIT = 64 << 20, 1 << 20, 1 << 20
WIDTHS = {"f32": 4, "f64": 8, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "u8": 1, "u16": 2, "u32": 4, "u64": 8, "bool": 1, "dict": 4}


class Unreadable(Exception):
    """Bytes that cannot be read, and why."""


CRC_TABLE = list(range(256))
for _ in range(8):
    CRC_TABLE = [byte >> 1 ^ (0x82F63B78 if byte & 1 else 0) for byte in CRC_TABLE]


def crc32c(content):
    crc = 0xFFFFFFFF
    for byte in content:
        crc = crc >> 8 ^ CRC_TABLE[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


class Cursor:
    """Reads forward through bytes."""

    def __init__(self, content):
        self.content, self.at = content, 0

    def take(self, length):
        if self.at + length > len(self.content):
            raise Unreadable("too short")
        self.at += length
        return self.content[self.at - length : self.at]

    def number(self, form):
        return struct.unpack("<" + form, self.take(struct.calcsize("<" + form)))[0]


def cbor(cursor, depth=0):
    """A CBOR item of those that headers have."""
    if depth > 16:
        raise Unreadable("too deep")
    first = cursor.number("B")
    major, info = first >> 5, first & 31
    if major == 7 and info in (20, 21, 22):
        return {20: False, 21: True, 22: None}[info]
    if major == 7 and info == 27:
        return struct.unpack(">d", cursor.take(8))[0]
    if info < 24:
        value = info
    elif info < 28:
        value = int.from_bytes(cursor.take(1 << info - 24), "big")
    else:
        raise Unreadable("CBOR of indefinite length")
    if major in (0, 1):
        return -1 - value if major else value
    if major == 2:
        return cursor.take(value)
    if major == 3:
        return cursor.take(value).decode(errors="replace")
    if major == 4:
        return [cbor(cursor, depth + 1) for _ in range(value)]
    if major == 5:
        return {cbor(cursor, depth + 1): cbor(cursor, depth + 1) for _ in range(value)}
    raise Unreadable("CBOR of another kind")


def unpack(packing, content, length):
    if packing == 1:
        content = zstandard.ZstdDecompressor().decompress(content, max_output_size=length)
    elif packing != 0:
        raise Unreadable(f"packing {packing}")
    if len(content) != length:
        raise Unreadable("another length")
    return content


class Chunk:
    """A chunk whose head has its checksum and whose payload is in the file."""

    def __init__(self, content, at):
        head = content[at : at + HEAD]
        if len(head) < HEAD or head[:4] != MARKER or crc32c(head[:92]) != struct.unpack("<I", head[92:])[0]:
            raise Unreadable("no head")
        fields = struct.unpack("<BBHIIQQIIdd", head[4:56])
        self.kind, self.packing, self.stream, length, self.unpacked, self.number = fields[:6]
        self.first_row, self.rows, checksum, self.start, self.end = fields[6:]
        self.hash, self.hashed = head[56:88], head[:56]
        if max(length, self.unpacked) > PAYLOAD_LIMIT:
            raise Unreadable("too long a payload")
        self.payload = content[at + HEAD : at + HEAD + length]
        if len(self.payload) < length:
            raise Unreadable("cut")
        self.length = HEAD + length
        self.is_whole = crc32c(self.payload) == checksum

    def unpacked_payload(self):
        if not self.is_whole:
            raise Unreadable("another checksum")
        return unpack(self.packing, self.payload, self.unpacked)


def scan(content):
    """The chunks, in order. Other bytes are skipped."""
    at = 16
    while at < len(content):
        try:
            chunk = Chunk(content, at)
        except Unreadable:
            at = content.find(MARKER, at + 1)
            if at < 0:
                return
            continue
        yield chunk
        at += chunk.length


def planes(content, rows, width):
    return [int.from_bytes(content[row::rows], "little") for row in range(rows)] if rows else []


def signed(value, bits):
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> bits - 1 else value


def from_zigzag(value):
    return value >> 1 if value & 1 == 0 else -(value >> 1) - 1


def order(bits_of_float, bits):
    value = signed(bits_of_float, bits)
    return value if value >= 0 else signed(bits_of_float ^ ((1 << bits - 1) - 1), bits)


def predicted(values, width):
    if len(values) < 2:
        return values[-1] if values else 0
    integer, number = ("<I", "<f") if width == 4 else ("<Q", "<d")
    a, b = (struct.unpack(number, struct.pack(integer, value))[0] for value in (values[-1], values[-2]))
    try:
        value = 2.0 * a - b
        if math.isnan(value):
            return values[-1]
        return struct.unpack(integer, struct.pack(number, value))[0]
    except OverflowError:  # Python refuses what rounds to infinity.
        return struct.unpack(integer, struct.pack(number, math.copysign(math.inf, value)))[0]


def undo(transform, content, rows, kind):
    """The values, little endian."""
    width, bits, values = WIDTHS[kind], WIDTHS[kind] * 8, []
    if transform == 0:
        return content
    if transform not in (1, 2, 3) or (transform == 3 and kind not in ("f32", "f64")):
        raise Unreadable(f"transform {transform}")
    for word in planes(content, rows, width):
        if transform == 2:
            word = (values[-1] if values else 0) + from_zigzag(word)
        elif transform == 3:
            place = order(predicted(values, width), bits) + from_zigzag(word)
            # The order of an order is the float again.
            word = order(place & (1 << bits) - 1, bits)
        values.append(word & (1 << bits) - 1)
    return b"".join(value.to_bytes(width, "little") for value in values)


class Column:
    """A column that chunks add to."""

    def __init__(self, kind):
        self.kind, self.content, self.validity, self.texts, self.rows = kind, [], None, {}, 0

    def add(self, content, validity, texts, rows):
        if validity is not None or self.validity is not None:
            self.validity = (self.validity or "1" * self.rows) + (validity or "1" * rows)
        if self.kind == "dict":
            codes = struct.unpack(f"<{rows}I", content)
            if any(code >= len(texts) for code in codes):
                raise Unreadable("a code without a text")
            content = struct.pack(f"<{rows}I", *(self.texts.setdefault(texts[code], len(self.texts)) for code in codes))
        self.content.append(content)
        self.rows += rows

    def json(self):
        values, texts = b"".join(self.content).hex(), list(self.texts) if self.kind == "dict" else None
        return {"type": self.kind, "values": values, "validity": self.validity, "texts": texts}


def column_of(chunk, directory, index, kind):
    """Values, validity and texts of a chunk's column."""
    rows, width = chunk.rows, WIDTHS[kind]
    if index >= len(directory):
        return bytes(rows * width), "0" * rows, [""]
    transform, packing, flags, content, length, checksum = directory[index]
    if flags & ~1 or crc32c(content) != checksum:
        raise Unreadable(f"flags {flags} or another checksum")
    cursor = Cursor(unpack(packing, content, length))
    validity = None
    if flags & 1:
        mask = cursor.take(-(-rows // 8))
        validity = "".join(str(mask[row // 8] >> row % 8 & 1) for row in range(rows))
    values = undo(transform, cursor.take(rows * width), rows, kind)
    texts = None
    if kind == "dict":
        texts = [cursor.take(cursor.number("I")).decode() for _ in range(cursor.number("I"))]
    return values, validity, texts


def add_rows(chunk, table, columns):
    cursor = Cursor(chunk.payload)
    entries = [struct.unpack("<BBHIII", cursor.take(16)) for _ in range(cursor.number("H"))]
    if chunk.rows > ROWS_LIMIT or crc32c(chunk.payload[: cursor.at]) != cursor.number("I"):
        raise Unreadable("no rows")
    directory = [(*entry[:3], cursor.take(entry[3]), *entry[4:]) for entry in entries]
    if 6 + sum(16 + entry[4] for entry in entries) != chunk.unpacked or cursor.at < len(chunk.payload):
        raise Unreadable("another length")
    known = [(index, column) for index, column in enumerate(table["columns"]) if column["type"] in WIDTHS]
    found = [(column, column_of(chunk, directory, index, column["type"])) for index, column in known]
    for column, (values, validity, texts) in found:
        columns[column["name"]].add(values, validity, texts, chunk.rows)


def header_of(chunks):
    """That of the first chunk, or if it is damaged, of the index."""
    for chunk in chunks:
        try:
            if chunk.kind == HEADER and chunk.number == 0 and chunk.unpacked <= HEADER_LIMIT:
                return cbor(Cursor(chunk.unpacked_payload()))
            if chunk.kind == INDEX:
                cursor = Cursor(chunk.unpacked_payload())
                return cbor(Cursor(cursor.take(cursor.number("I"))))
        except (Unreadable, zstandard.ZstdError):
            continue
    raise Unreadable("no header")


def read(content):
    if content[:8] != MAGIC or len(content) < 16:
        raise Unreadable("no reel")
    if struct.unpack("<H", content[8:10])[0] != 1:
        raise Unreadable("another version")
    chunks = list(scan(content))
    streams = header_of(chunks).get("streams", [])
    result = {"tables": {}, "missing": {}, "original": None, "unchained": 0, "finished": False}
    before = blake3.blake3(content[:16]).digest()
    for chunk in chunks:
        if not chunk.is_whole or blake3.blake3(before + chunk.hashed + chunk.payload).digest() != chunk.hash:
            result["unchained"] += 1
        before = chunk.hash
    end = chunks[-1] if chunks and chunks[-1].kind == END and chunks[-1].is_whole else None
    result["finished"] = end is not None
    for number, stream in enumerate(streams, 1):
        kind, missing, next_row, lost, parts = stream["kind"], [], 0, 0, []
        if kind not in ("table", "original"):
            continue
        columns = {column["name"]: Column(column["type"]) for column in stream.get("columns", []) if column["type"] in WIDTHS}
        for chunk in (chunk for chunk in chunks if chunk.stream == number and chunk.kind == (ROWS if kind == "table" else ORIGINAL)):
            try:
                if kind == "table":
                    add_rows(chunk, stream, columns)
                else:
                    parts.append(chunk.unpacked_payload())
            except (Unreadable, UnicodeDecodeError, zstandard.ZstdError):
                lost = chunk.first_row + chunk.rows
                continue
            if chunk.first_row > next_row:
                missing.append([next_row, chunk.first_row])
            next_row = max(next_row, chunk.first_row + chunk.rows)
        if kind == "original":
            lost = struct.unpack("<Q", end.payload[16:24])[0] if end else lost
            result["original"] = hashlib.sha256(b"".join(parts)).hexdigest()
        else:
            result["tables"][stream["name"]] = {name: column.json() for name, column in columns.items()}
        if lost > next_row:
            missing.append([next_row, lost])
        result["missing"][stream.get("name", "original")] = missing
    return result


if __name__ == "__main__":
    for path in sys.argv[1:]:
        print(json.dumps(read(pathlib.Path(path).read_bytes())))
