import { makeBox, makeTable, uint32, uint64 } from './mp4-boxes.ts';

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

  beginChunk(position: number): void {
    this.chunks.push({ position, count: 0 });
  }

  add(sample: Sample): void {
    this.first ??= sample;
    if (this.last !== undefined) this.durations.add(Math.max(0, sample.time - this.last.time));
    this.last = sample;
    this.sizes.push(sample.bytes);
    this.delays.add(sample.delay);
    if (sample.isKey) this.keys.push(this.sizes.length);
    const chunk = this.chunks.at(-1);
    if (chunk !== undefined) chunk.count += 1;
  }

  /** The first sample; undefined as long as there is none. */
  get begin(): Sample | undefined {
    return this.first;
  }

  /** Makes the last sample last longer, so that the track has at least this length. */
  extendTo(duration: number): void {
    if (this.last !== undefined) this.last.duration += Math.max(0, Math.round(duration) - this.duration);
  }

  /** From the time the first sample is decoded to the end of the last one. */
  get duration(): number {
    if (this.first === undefined || this.last === undefined) return 0;
    return this.last.time + this.last.duration - this.first.time;
  }

  /** Builds the `stbl` box; call it once, after the last sample. @param descriptions the complete `stsd` box */
  toBox(descriptions: Buffer): Buffer {
    if (this.last !== undefined) this.durations.add(this.last.duration);
    const { sizes, keys, delays } = this;
    const chunks = this.chunks.filter(({ count }) => count > 0);
    const perChunk = chunks.flatMap(({ count }, index) =>
      count === chunks[index - 1]?.count ? [] : [index + 1, count, 1],
    );
    const positions = chunks.map(({ position }) => position);
    return makeBox(
      'stbl',
      descriptions,
      makeTable('stts', this.durations.count, uint32(this.durations.values)),
      // Version 1, because a delay may be negative.
      delays.isZero ? NOTHING : makeBox('ctts', uint32([1 << 24, delays.count]), uint32(delays.values)),
      keys.length === sizes.length ? NOTHING : makeTable('stss', keys.length, uint32(keys)),
      makeTable('stsc', perChunk.length / 3, uint32(perChunk)),
      makeBox('stsz', uint32([0, 0, sizes.length]), uint32(sizes)),
      makeTable('co64', positions.length, uint64(positions)),
    );
  }
}

const NOTHING = Buffer.alloc(0);

/** Values, of which equal ones that follow each other are counted. */
class Runs {
  /** Each count and its value. */
  readonly values: number[] = [];

  add(value: number): void {
    const { values } = this;
    if (values.at(-1) === value) values[values.length - 2] = (values.at(-2) ?? 0) + 1;
    else values.push(1, value);
  }

  get count(): number {
    return this.values.length / 2;
  }

  get isZero(): boolean {
    return this.values.every((value, index) => index % 2 === 0 || value === 0);
  }
}
