import { Decoder } from '../../../src/decoder';
import type { Decoders } from '../../../src/decoder/decoders';
import { FORMATS } from '../../../src/games/registry';

/** What is asked of the decoders, wherever they run. */
export type Calls = Pick<Decoders, 'open' | 'sample' | 'columns' | 'dict' | 'ask' | 'close'>;

/** The decoders in a Worker of their own. `modules`: the address of the folder that they are in. */
export function inWorker(modules: string): Calls {
  const decoder = new Decoder(FORMATS, null, modules);
  const ask = <T>(...request: Parameters<Decoder['ask']>): Promise<T> => decoder.ask(...request) as Promise<T>;
  return {
    open: (given, name, options = [], map = null) => {
      // What is handed over is gone here, and the bytes are the caller's.
      const bytes = given.slice().buffer;
      return ask({ call: 'open', bytes, name, options, map }, map ? [bytes, map] : [bytes]);
    },
    sample: (game, seed) => ask({ call: 'sample', game, seed }),
    columns: (handle, names) => ask({ call: 'columns', handle, names: [...names] }),
    dict: (handle, name) => ask({ call: 'dict', handle, name }),
    ask: (handle, question, given) => ask({ call: 'ask', handle, question, given }),
    close: (handle) => void ask({ call: 'close', handle }),
  };
}
