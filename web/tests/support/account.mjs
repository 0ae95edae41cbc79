// The results of tests, and which of them took long.
import { basename } from 'node:path';

/** So many of the slowest tests are named. */
const NAMED = 10;

export class Account {
  passed = 0;
  failed = 0;
  ignored = 0;
  /** Of each test its file, its name and its seconds. */
  tests = [];
  began = performance.now();

  /** Takes in the output of a run of tests, and gives the run back. */
  listen(run) {
    return run.on('test:pass', (test) => this.take(test, true)).on('test:fail', (test) => this.take(test, false));
  }

  take({ name, file = '', skip, details }, isPassed) {
    // Node's runner reports a file as a test where the file itself failed.
    if (details.type === 'suite') return;
    if (skip !== undefined && skip !== false) this.ignored++;
    else if (isPassed) this.passed++;
    else this.failed++;
    this.tests.push([`${basename(file)}: ${name}`, details.duration_ms / 1000]);
  }

  get slowest() {
    return this.tests.toSorted(([, a], [, b]) => b - a).slice(0, NAMED);
  }

  result() {
    const slowest = this.slowest.map(([name, seconds]) => [name, Number(seconds.toFixed(3))]);
    return { passed: this.passed, failed: this.failed, ignored: this.ignored, slowest };
  }

  summary() {
    const lines = this.slowest.map(([name, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
    const total = (performance.now() - this.began) / 1000;
    return [
      'The slowest tests:',
      ...lines,
      `# tests ${this.tests.length}`,
      `# pass ${this.passed}`,
      `# fail ${this.failed}`,
      `# skipped ${this.ignored}`,
      `# seconds ${total.toFixed(1)}`,
    ].join('\n');
  }
}
