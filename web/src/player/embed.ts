import type { Ghostreel } from './api';

/** The calls that an embedding page may make over postMessage. */
const CALLS = ['state', 'load', 'seek', 'play', 'pause', 'setCamera', 'setSpeed', 'setLoop', 'compareWith', 'goLive', 'step'] as const;
const VERSION = 1;

interface Call {
  ghostreel: typeof VERSION;
  call: (typeof CALLS)[number];
  args?: unknown[];
  id?: unknown;
}

/**
 * Answers the page that holds this one in an iframe:
 * `{ghostreel: 1, call, args, id}` → `{ghostreel: 1, reply: id, result | error}`, and `{ghostreel: 1, event, detail}`.
 */
export function listenToParent(api: Ghostreel): void {
  if (window.parent === window) return;
  // A replay is no secret and the player holds none: any page may embed it.
  const post = (message: object) => window.parent.postMessage({ ghostreel: VERSION, ...message }, '*');
  window.addEventListener('message', async ({ source, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || !isMessage(data)) return;
    try {
      if (!isCall(data)) throw new Error(`There is no call ${String(data.call)} with such args. There are: ${CALLS.join(', ')}.`);
      await (data.call === 'load' ? undefined : api.ready.catch(() => undefined));
      const method = api[data.call] as (...args: unknown[]) => unknown;
      const result = await method(...(data.args ?? []));
      post({ reply: data.id, result: result ?? null });
    } catch (error) {
      post({ reply: data.id, error: error instanceof Error ? error.message : String(error) });
    }
  });
  api.on('*', (detail, event) => post({ event, detail }));
  api.ready.then(
    () => post({ event: 'ready', detail: {} }),
    (error: unknown) => post({ event: 'ready', detail: { error: String(error) } }),
  );
}

/** Whether it is meant for the player; only such messages are answered. */
function isMessage(data: unknown): data is { call: unknown; args?: unknown; id?: unknown } {
  return typeof data === 'object' && data !== null && 'call' in data && (data as Partial<Call>).ghostreel === VERSION;
}

function isCall(data: { call: unknown; args?: unknown }): data is Call {
  return CALLS.includes(data.call as never) && (data.args === undefined || Array.isArray(data.args));
}
