import { makeBox, makeTable, uint32, uint64 } from '../containers/mp4-boxes.ts';

/** One sample of a track: a coded picture or piece of sound. Times are in the track's time scale. */
export interface Sample {
  /** When it is decoded. */
  time: number;
  /** Used for the last sample of a track; any other one lasts until the next. */
  duration: number;
  bytes: number;
  /** The time it is shown, minus the time it is decoded. */
  delay: number;
  isKey: boolean;
}

/** Collects the samples of one track in the order of the file, for the index of an MP4. */
export class SampleTable {
  /** The position in the file and the number of samples of each run of bytes. */
  private readonly chunks: { position: number; count: number }[] = [];
  private readonly sizes: number[] = [];
  /** The numbers of the key samples, from 1. */
  private readonly keys: number[] = [];
  private readonly durations = new Runs();
  private readonly delays = new Runs();
  private first: Sample | undefined;
  private last: Sample | undefined;
  private shortestDelay = Infinity;
  private longestKeyDelay = 0;
  private lastShown = 0;
  /** The longest time from the beginning of one sample to the beginning of the next. */
  longestStep = 0;

  beginChunk(position: number): void {
    this.chunks.push({ position, count: 0 });
  }

  add(sample: Sample): void {
    this.first ??= sample;
    if (this.last !== undefined) {
      const step = Math.max(0, sample.time - this.last.time);
      this.durations.add(step);
      this.longestStep = Math.max(this.longestStep, step);
    }
    this.last = sample;
    this.shortestDelay = Math.min(this.shortestDelay, sample.delay);
    if (sample.isKey) this.longestKeyDelay = Math.max(this.longestKeyDelay, sample.delay);
    this.lastShown = Math.max(this.lastShown, sample.time + sample.delay);
    this.sizes.push(sample.bytes);
    this.delays.add(sample.delay);
    if (sample.isKey) this.keys.push(this.sizes.length);
    const chunk = this.chunks.at(-1);
    if (chunk !== undefined) chunk.count += 1;
  }

  /** The time the first sample is shown; 0 as long as there is none. */
  get start(): number {
    return this.first === undefined ? 0 : this.first.time + this.first.delay;
  }

  /** The time the last sample is shown. */
  get end(): number {
    return this.lastShown;
  }

  /** How long the last sample lasts. */
  get lastDuration(): number {
    return this.last?.duration ?? 0;
  }

  /** Makes the last sample last longer, so that the track is shown for at least this time. */
  extendTo(length: number): void {
    if (this.last !== undefined) this.last.duration += Math.max(0, Math.round(length) - this.length);
  }

  /** From the time the first sample is shown to the end of the last one. */
  get length(): number {
    return this.end + this.lastDuration - this.start;
  }

  /** The time from the decoding of the first sample to its display, in the table. */
  get startInTable(): number {
    return (this.first?.delay ?? 0) + this.lead - this.shortestDelay;
  }

  /** From the decoding of the first sample to the end of the last decoded one, in the table. */
  get duration(): number {
    if (this.first === undefined || this.last === undefined) return 0;
    return this.last.time + this.last.duration - this.first.time + this.lead;
  }

  /**
   * How much earlier the table decodes the first sample than the fragments do. Programs assume this delay for every key
   * sample when they seek.
   */
  private get lead(): number {
    return Math.max(0, this.longestKeyDelay - (this.first?.delay ?? 0));
  }

  /** Builds the `stbl` box; call it once, after the last sample. @param descriptions the complete `stsd` box */
  toBox(descriptions: Buffer): Buffer {
    if (this.last !== undefined) this.durations.add(this.last.duration);
    const { sizes, keys, delays } = this;
    this.durations.addToFirst(this.lead);
    delays.addToFirst(this.lead);
    const chunks = this.chunks.filter(({ count }) => count > 0);
    const perChunk = chunks.flatMap(({ count }, index) =>
      count === chunks[index - 1]?.count ? [] : [index + 1, count, 1],
    );
    const positions = chunks.map(({ position }) => position);
    return makeBox(
      'stbl',
      descriptions,
      makeTable('stts', this.durations.count, uint32(this.durations.values)),
      delays.count === 1
        ? emptyBuffer
        : makeTable('ctts', delays.count, uint32(delays.less(this.shortestDelay))),
      keys.length === sizes.length ? emptyBuffer : makeTable('stss', keys.length, uint32(keys)),
      makeTable('stsc', perChunk.length / 3, uint32(perChunk)),
      makeBox('stsz', uint32([0, 0, sizes.length]), uint32(sizes)),
      makeTable('co64', positions.length, uint64(positions)),
    );
  }
}

const emptyBuffer = Buffer.alloc(0);

/** A run-length encoded list of values. */
class Runs {
  /** Each count and its value. */
  readonly values: number[] = [];

  add(value: number): void {
    const { values } = this;
    if (values.at(-1) === value) values[values.length - 2] = (values.at(-2) ?? 0) + 1;
    else values.push(1, value);
  }

  addToFirst(amount: number): void {
    const [count = 0, value = 0] = this.values;
    if (amount === 0 || count === 0) return;
    this.values.splice(0, 2, 1, value + amount, ...(count > 1 ? [count - 1, value] : []));
  }

  get count(): number {
    return this.values.length / 2;
  }

  /** Each count and its value less an amount. */
  less(amount: number): number[] {
    return this.values.map((value, index) => (index % 2 === 0 ? value : value - amount));
  }
}
