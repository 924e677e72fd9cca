import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Short, so that what is done at a line is done while the process is still there. */
const pollMs = 5;

/** What a process writes: JSON lines, and whatever a crash leaves. */
export class LogFile {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  text(): string {
    return existsSync(this.path) ? readFileSync(this.path, 'utf8') : '';
  }

  /** The last lines, for the message of a failure. */
  tail(characters = 2_000): string {
    return this.text().slice(-characters);
  }

  /** Where the next line will begin. Taken before something is done, to wait for a line that comes after it. */
  mark(): number {
    return existsSync(this.path) ? statSync(this.path).size : 0;
  }

  /** Waits for a whole line, written after the mark, that fits. @returns that line */
  async untilLine(fits: RegExp | ((line: string) => boolean), mark = 0, limitMs = 60_000): Promise<string> {
    const isIt = fits instanceof RegExp ? (line: string) => fits.test(line) : fits;
    const giveUpAt = performance.now() + limitMs;
    let from = mark;
    for (;;) {
      const bytes = this.since(from);
      const end = bytes.lastIndexOf('\n') + 1;
      const found = bytes.subarray(0, end).toString('utf8').split('\n').find(isIt);
      if (found !== undefined && found !== '') return found;
      from += end;
      if (performance.now() > giveUpAt)
        throw new Error(
          `waited ${String(limitMs)} ms in vain for ${String(fits)} in ${this.path}\n${this.tail()}`,
        );
      await wait(pollMs);
    }
  }

  private since(from: number): Buffer {
    if (!existsSync(this.path)) return Buffer.alloc(0);
    const file = openSync(this.path, 'r');
    try {
      const bytes = Buffer.alloc(Math.max(0, fstatSync(file).size - from));
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from));
    } finally {
      closeSync(file);
    }
  }
}
