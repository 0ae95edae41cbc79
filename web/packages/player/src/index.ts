const VERSION = 1;

/** What the player says: docs/embedding.md. */
interface Message {
  ghostreel?: unknown;
  event?: string;
  detail?: unknown;
  reply?: number;
  result?: unknown;
  error?: string;
}

/** Attributes that are parameters of the player's address; the replay itself is handed over. */
const PARAMETERS = ['cam', 'eye', 'path', 'ui', 'clock'] as const;

/** The page of the player, in the folder beside this file. */
const PLAYER = new URL(/* @vite-ignore */ './player/player.html', import.meta.url).href;

/** Of an element that is in no page any more. */
const GONE = 'The player is gone.';

const STYLE = ':host { display: block; aspect-ratio: 16 / 9 } iframe { width: 100%; height: 100%; border: 0; display: block }';

/**
 * `<ghostreel-player src="game.slp">`: a replay in a page.
 *
 * | attribute | meaning |
 * |---|---|
 * | `src` | address of the replay, relative to this page: any that the page itself may fetch |
 * | `map` | address of the map of Beat Saber that it was played on, a zip file |
 * | `sample` | plays the built-in replay |
 * | `t`, `speed`, `loop` | where to begin, in seconds, and wait; how fast; `a,b`: seconds between which to loop |
 * | `autoplay` | `0`: it waits |
 * | `cam`, `ui`, `clock` | as in docs/embedding.md |
 * | `eye`, `path` | the same, with `sample` only |
 * | `player` | address of another player's page, as that of a server |
 *
 * What the player says (`ready`, `play`, `pause`, `seek`, `ended`, `error` …) are events of the element, with `detail`.
 */
export class GhostreelPlayer extends HTMLElement {
  static readonly observedAttributes = ['src', 'map'];

  private frame: HTMLIFrameElement | null = null;
  private origin = '';
  private calls = 0;
  private readonly waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  /** The player listens. */
  private listens: Promise<void> = Promise.resolve();
  private hear: () => void = () => undefined;
  private loaded: Promise<void> = Promise.resolve();
  /** Counts the changes of what is shown. */
  private turn = 0;

  connectedCallback(): void {
    const page = new URL(this.getAttribute('player') ?? PLAYER, document.baseURI);
    for (const name of PARAMETERS) {
      const value = this.getAttribute(name);
      if (value !== null) page.searchParams.set(name, value);
    }
    if (this.hasAttribute('sample')) page.searchParams.set('sample', '');
    this.origin = page.origin;
    this.listens = new Promise((resolve) => {
      this.hear = resolve;
    });
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    // As a style element it would need a wider content security policy.
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    root.adoptedStyleSheets = [style];
    this.frame = document.createElement('iframe');
    this.frame.allow = 'fullscreen; clipboard-write; autoplay';
    this.frame.title = 'Replay';
    addEventListener('message', this.listen);
    this.frame.src = page.href;
    root.replaceChildren(this.frame);
    this.reload();
  }

  disconnectedCallback(): void {
    removeEventListener('message', this.listen);
    for (const { reject } of this.waiting.values()) reject(new Error(GONE));
    this.waiting.clear();
    this.frame = null;
  }

  attributeChangedCallback(): void {
    if (this.frame) this.reload();
  }

  /** The replay is on the screen, or why it is not. */
  get ready(): Promise<void> {
    return this.loaded;
  }

  /** Any call of docs/embedding.md: `call('setCamera', 'free')`. */
  async call(name: string, ...args: unknown[]): Promise<unknown> {
    await this.listens;
    const player = this.frame?.contentWindow;
    if (!player) throw new Error(GONE);
    const id = ++this.calls;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      player.postMessage({ ghostreel: VERSION, call: name, args, id }, this.origin);
    });
  }

  /** How things stand: docs/embedding.md has the members. */
  async state(): Promise<Record<string, unknown>> {
    return (await this.call('state')) as Record<string, unknown>;
  }

  async play(): Promise<void> {
    await this.call('play');
  }

  async pause(): Promise<void> {
    await this.call('pause');
  }

  /** To a time in seconds. */
  async seek(time: number): Promise<void> {
    await this.call('seek', time);
  }

  /** Attributes that are set one after the other are one change. */
  private reload(): void {
    const turn = ++this.turn;
    this.loaded = Promise.resolve().then(() => (turn === this.turn ? this.open(turn) : this.loaded));
    // Whoever waits for `ready` hears of a failure; all others have the event.
    this.loaded.catch(() => undefined);
  }

  /** Hands the replay over and has it begin as the attributes say. */
  private async open(turn: number): Promise<void> {
    const [src, map] = [this.getAttribute('src'), this.getAttribute('map')];
    if (src !== null) {
      const files = await Promise.all([fetched(src), map === null ? null : fetched(map)]).catch((error: unknown) => {
        this.tell('error', { error: String(error) });
        throw error;
      });
      if (turn !== this.turn) return this.loaded;
      const [replay, zip] = files;
      // What it cannot open the player itself says.
      await this.call('load', replay, zip ? { map: zip } : {});
    }
    const number = (name: string) => (this.hasAttribute(name) ? Number(this.getAttribute(name)) : null);
    const [time, speed, loop, camera] = [number('t'), number('speed'), this.getAttribute('loop'), this.getAttribute('cam')];
    if (camera !== null) await this.call('setCamera', camera);
    if (speed !== null) await this.call('setSpeed', speed);
    if (loop !== null) await this.call('setLoop', ...loop.split(',').map(Number));
    if (time !== null) await this.seek(time);
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const waits = this.hasAttribute('autoplay') ? this.getAttribute('autoplay') === '0' : time !== null || isStill;
    await (waits ? this.pause() : this.play());
    this.tell('ready', {});
  }

  private tell(event: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(event, { detail }));
  }

  private readonly listen = ({ source, data }: MessageEvent<Message | null>): void => {
    if (!this.frame || source !== this.frame.contentWindow || data?.ghostreel !== VERSION) return;
    // Its first word, whatever it is.
    this.hear();
    // Ready is the player before it is given a replay, too.
    if (data.event !== undefined && data.event !== 'ready') this.tell(data.event, data.detail);
    if (data.reply === undefined) return;
    const waiter = this.waiting.get(data.reply);
    this.waiting.delete(data.reply);
    if (data.error === undefined) waiter?.resolve(data.result);
    else waiter?.reject(new Error(data.error));
  };
}

/** A file by its address, under its name. */
async function fetched(address: string): Promise<File> {
  const url = new URL(address, document.baseURI);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.href} could not be fetched (${response.status})`);
  return new File([await response.blob()], decodeURIComponent(url.pathname.split('/').at(-1) ?? ''));
}

if (!customElements.get('ghostreel-player')) customElements.define('ghostreel-player', GhostreelPlayer);
