import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Short, so that a test can act on a line while the process is still in that step. */
const pollMs = 5;

/** The log of a process: JSON lines, and the output of a crash. */
export class LogFile {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  text(): string {
    return existsSync(this.path) ? readFileSync(this.path, 'utf8') : '';
  }

  /** The last lines, for error messages. */
  tail(characters = 2_000): string {
    return this.text().slice(-characters);
  }

  /** The current end of the log. Taken before an action, to wait for a line that the action causes. */
  mark(): number {
    return existsSync(this.path) ? statSync(this.path).size : 0;
  }

  /** Waits for a complete line after the mark that matches. @returns the line */
  async untilLine(
    matches: RegExp | ((line: string) => boolean),
    mark = 0,
    limitMs = 60_000,
  ): Promise<string> {
    const isMatch = matches instanceof RegExp ? (line: string) => matches.test(line) : matches;
    const deadline = performance.now() + limitMs;
    let from = mark;
    for (;;) {
      const bytes = this.since(from);
      const end = bytes.lastIndexOf('\n') + 1;
      const found = bytes.subarray(0, end).toString('utf8').split('\n').find(isMatch);
      if (found !== undefined && found !== '') return found;
      from += end;
      if (performance.now() > deadline)
        throw new Error(
          `no line matched ${String(matches)} within ${String(limitMs)} ms in ${this.path}\n${this.tail()}`,
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
