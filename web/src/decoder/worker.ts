import { Decoders } from './decoders';
import type { Reply, Request, Start } from './protocol';
import { type ColumnBuffers, DecodeError, type Refusal } from './types';

/** There from the first message on. */
let decoders: Decoders;

const ofColumn = ({ values, validity }: ColumnBuffers): ArrayBuffer[] => [values, validity];

async function answer(request: Request): Promise<{ value: unknown; transfer?: Transferable[] }> {
  switch (request.call) {
    case 'open':
      return { value: await decoders.open(new Uint8Array(request.bytes), request.name, request.options, request.map) };
    case 'fetch':
      return { value: await decoders.fetch(request.address, request.name, request.options) };
    case 'within': {
      const within = await decoders.within(request.handle, request.stretch, request.names);
      return { value: within, transfer: within.buffers.flatMap(ofColumn) };
    }
    case 'append': {
      const bytes = new Uint8Array(request.bytes);
      const appended = decoders.call(request.handle, (module, handle) => module.append(handle, bytes, request.names));
      return { value: appended, transfer: [...appended.ends.values()].flatMap(ofColumn) };
    }
    case 'columns': {
      const buffers = await decoders.columns(request.handle, request.names);
      return { value: buffers, transfer: buffers.flatMap(ofColumn) };
    }
    case 'dict':
      return { value: await decoders.dict(request.handle, request.name) };
    case 'ask':
      return { value: await decoders.ask(request.handle, request.question, request.given) };
    case 'song': {
      const song = decoders.call(request.handle, (module, handle) => module.song(handle));
      return { value: song, transfer: [song] };
    }
    case 'sample': {
      const bytes = await decoders.sample(request.game, request.seed);
      return { value: bytes, transfer: [bytes] };
    }
    case 'close':
      decoders.close(request.handle);
      return { value: null };
  }
}

self.onmessage = async ({ data }: MessageEvent<Start | Request>) => {
  if ('modules' in data) {
    decoders = new Decoders((name) => `${data.modules}${name}.wasm`, data.endings);
    if (data.likely) void decoders.fetchAhead(data.likely);
    return;
  }
  try {
    const { value, transfer } = await answer(data);
    self.postMessage({ id: data.id, value } satisfies Reply, { transfer });
  } catch (error) {
    const refusal: Refusal =
      error instanceof DecodeError ? error.refusal : { error: `The decoder stopped: ${String(error)}`, fault: 'bug' };
    self.postMessage({ id: data.id, refusal } satisfies Reply);
  }
};
