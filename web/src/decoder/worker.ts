import { Module } from './abi';
import type { Reply, Request, Start } from './protocol';
import { DecodeError } from './types';

let url = '';
let module: Promise<Module> | undefined;

function decoder(): Promise<Module> {
  module ??= Module.load(url);
  return module;
}

async function answer(request: Request): Promise<{ value: unknown; transfer: Transferable[] }> {
  const wasm = await decoder();
  switch (request.call) {
    case 'open': {
      const opened = wasm.open(request.bytes);
      // The bytes go back to the page, which may want to offer them for download or upload.
      return { value: { ...opened, bytes: request.bytes }, transfer: [request.bytes] };
    }
    case 'columns': {
      const buffers = request.names.map((name) => wasm.column(request.handle, name));
      return { value: buffers, transfer: buffers };
    }
    case 'dict':
      return { value: wasm.dict(request.handle, request.name), transfer: [] };
    case 'sample': {
      const bytes = wasm.sample(request.seed);
      return { value: bytes, transfer: [bytes] };
    }
    case 'close':
      wasm.close(request.handle);
      return { value: null, transfer: [] };
  }
}

self.onmessage = async ({ data }: MessageEvent<Start | Request>) => {
  if ('wasm' in data) {
    url = data.wasm;
    // Fetch and compile while the page still waits for a file.
    decoder().catch(() => (module = undefined));
    return;
  }
  try {
    const { value, transfer } = await answer(data);
    self.postMessage({ id: data.id, value } satisfies Reply, { transfer });
  } catch (error) {
    // After a trap the instance's memory cannot be trusted: the next request starts a fresh one.
    if (!(error instanceof DecodeError)) module = undefined;
    const refusal =
      error instanceof DecodeError ? error.refusal : { error: `The decoder stopped: ${String(error)}`, fault: 'bug' };
    self.postMessage({ id: data.id, refusal } satisfies Reply);
  }
};
