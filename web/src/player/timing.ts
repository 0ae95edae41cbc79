export type Step = 'fetched' | 'opened' | 'loaded' | 'picture';

/** How long it takes from being given a file to its first picture, in milliseconds since the start. */
export class Timing {
  readonly marks: Partial<Record<Step, number>> = {};
  private started = 0;

  begin(): void {
    this.started = performance.now();
    for (const step of Object.keys(this.marks) as Step[]) delete this.marks[step];
    performance.mark('ghostreel:start');
  }

  mark(step: Step): void {
    this.marks[step] = Math.round((performance.now() - this.started) * 10) / 10;
    performance.mark(`ghostreel:${step}`);
    if (step === 'picture') performance.measure('ghostreel:first-picture', 'ghostreel:start', 'ghostreel:picture');
  }
}
