const VERSION = 1;

interface Answer {
  ghostreel?: unknown;
  event?: string;
  detail?: { error?: string };
  reply?: number;
  result?: unknown;
  error?: string;
}

/** A player in a frame, whose time moves only as this page says (docs/embedding.md). */
export class PlayerFrame {
  /** Its replay is on the screen. */
  readonly ready: Promise<void>;
  private readonly waiting = new Map<number, () => void>();
  private readonly listener: (event: MessageEvent<Answer | null>) => void;
  private calls = 0;

  /** `onPress`: somebody pressed the picture, to play or pause it. */
  constructor(
    private readonly frame: HTMLIFrameElement,
    replay: string,
    time: number,
    onPress: () => void,
  ) {
    let settle: (error?: string) => void;
    this.ready = new Promise((resolve, reject) => (settle = (error) => (error === undefined ? resolve() : reject(new Error(error)))));
    this.listener = ({ source, data }) => {
      if (source !== frame.contentWindow || data?.ghostreel !== VERSION) return;
      if (data.event === 'ready') settle(data.detail?.error);
      else if (data.event === 'play' || data.event === 'pause') onPress();
      else if (data.reply !== undefined) {
        this.waiting.get(data.reply)?.();
        this.waiting.delete(data.reply);
      }
    };
    addEventListener('message', this.listener);
    frame.src = `player?${new URLSearchParams({ replay, t: String(time), ui: 'none', clock: 'manual' })}`;
  }

  /** Comes back when the picture of that time is drawn. */
  async seek(time: number): Promise<void> {
    await this.ready;
    const id = ++this.calls;
    const drawn = new Promise<void>((resolve) => this.waiting.set(id, resolve));
    this.frame.contentWindow?.postMessage({ ghostreel: VERSION, call: 'seek', args: [time], id }, location.origin);
    await drawn;
  }

  stop(): void {
    removeEventListener('message', this.listener);
  }
}
