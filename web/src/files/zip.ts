/** Writes a zip file whose members are stored as they are: the decoders take maps as one. */
export async function zipOf(files: readonly File[], name: string): Promise<File> {
  const members: BlobPart[] = [];
  const list: BlobPart[] = [];
  let [offset, listed] = [0, 0];
  for (const file of files) {
    const own = new TextEncoder().encode(file.name);
    const head = headOf(new Uint8Array(await file.arrayBuffer()), own.length);
    members.push('PK\x03\x04', head, own, file);
    list.push('PK\x01\x02\x14\x00', head, placeOf(offset), own);
    offset += 4 + head.byteLength + own.length + file.size;
    listed += 46 + own.length;
  }
  const end = new DataView(new ArrayBuffer(18));
  end.setUint16(4, files.length, true);
  end.setUint16(6, files.length, true);
  end.setUint32(8, listed, true);
  end.setUint32(12, offset, true);
  return new File([...members, ...list, 'PK\x05\x06', end], name);
}

/** The part that a member and its entry in the list have in common. */
function headOf(bytes: Uint8Array, nameLength: number): DataView<ArrayBuffer> {
  const head = new DataView(new ArrayBuffer(26));
  head.setUint16(0, 20, true);
  // Names are UTF-8.
  head.setUint16(2, 1 << 11, true);
  head.setUint32(10, crc32(bytes), true);
  head.setUint32(14, bytes.length, true);
  head.setUint32(18, bytes.length, true);
  head.setUint16(22, nameLength, true);
  return head;
}

/** The rest of an entry: where its member begins. */
function placeOf(offset: number): DataView<ArrayBuffer> {
  const place = new DataView(new ArrayBuffer(14));
  place.setUint32(10, offset, true);
  return place;
}

const CRCS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc;
});

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRCS[(crc ^ byte) & 0xff]!;
  return ~crc >>> 0;
}
