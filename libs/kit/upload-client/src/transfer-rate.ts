interface Sample {
  atMs: number;
  bytes: number;
}

const WINDOW_MS = 15_000;
/** Browsers report progress up to 20 times a second; more samples would add nothing. */
const SPACING_MS = 250;
const SHORTEST_MS = 1000;

/** Speed over the last 15 seconds, from positions in the file as they are reached. */
export class TransferRate {
  #samples: Sample[] = [];
  #latest: Sample | undefined;

  /** Forgets the past: after a pause, a loss or a jump. */
  reset(): void {
    this.#samples = [];
    this.#latest = undefined;
  }

  /** Notes that a position (in bytes from the start of the file) was reached. */
  add(atMs: number, bytes: number): void {
    const sample = { atMs, bytes };
    const previous = this.#samples.at(-1);
    if (previous && (atMs < previous.atMs || bytes < previous.bytes)) this.reset();
    this.#latest = sample;
    if (!previous || atMs - previous.atMs >= SPACING_MS) this.#samples.push(sample);
    this.#samples = this.#samples.filter((old) => atMs - old.atMs <= WINDOW_MS);
  }

  /** @returns undefined until a second's worth has been seen, or while nothing moves */
  get bytesPerSecond(): number | undefined {
    const first = this.#samples[0];
    if (!first || !this.#latest) return undefined;
    const elapsedMs = this.#latest.atMs - first.atMs;
    const bytes = this.#latest.bytes - first.bytes;
    return elapsedMs < SHORTEST_MS || bytes <= 0 ? undefined : (bytes * 1000) / elapsedMs;
  }
}
