import type { Source } from '.';

/** The part of Node's file system that is needed, where there is one: in Node, Deno and Bun. */
interface Files {
  readFileSync(path: string | URL): Uint8Array;
}

// Asked for at run time: a bundler for browsers would look for the module.
const files = (): Files | undefined =>
  (globalThis as { process?: { getBuiltinModule?(name: string): unknown } }).process?.getBuiltinModule?.('node:fs') as Files | undefined;

/** The address of a module. Node fetches no files, so there its bytes are the address. */
export function moduleAddress(folder: string | URL, name: string): string {
  const url = new URL(`${name}.wasm`, folder);
  if (url.protocol !== 'file:') return url.href;
  return `data:application/wasm;base64,${base64(files()!.readFileSync(url))}`;
}

function base64(bytes: Uint8Array): string {
  let text = '';
  // Longer lists of arguments than this are refused.
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** A source's bytes, and the name of its file. */
export async function bytesOf(source: Source): Promise<{ bytes: Uint8Array; name: string }> {
  if (source instanceof ArrayBuffer) return { bytes: new Uint8Array(source), name: '' };
  if (ArrayBuffer.isView(source)) {
    return { bytes: new Uint8Array(source.buffer, source.byteOffset, source.byteLength), name: '' };
  }
  if (source instanceof Blob) {
    return { bytes: new Uint8Array(await source.arrayBuffer()), name: 'name' in source ? String(source.name) : '' };
  }
  const text = String(source);
  const name = decodeURIComponent(text.split(/[?#]/)[0]!.split(/[/\\]/).at(-1)!);
  const disk = files();
  if (disk && !/^(https?|data|blob):/.test(text)) return { bytes: disk.readFileSync(source), name };
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${text} could not be fetched (${response.status})`);
  return { bytes: new Uint8Array(await response.arrayBuffer()), name };
}
