/** The messages between the page and the decoder Worker. */
export type Request =
  | { id: number; call: 'open'; bytes: ArrayBuffer }
  | { id: number; call: 'columns'; handle: number; names: string[] }
  | { id: number; call: 'dict'; handle: number; name: string }
  | { id: number; call: 'sample'; seed: number }
  | { id: number; call: 'close'; handle: number };

export type Reply = { id: number; value: unknown } | { id: number; refusal: import('./types').Refusal };

/** Sent once, before any request: where the module is. */
export interface Start {
  wasm: string;
}
