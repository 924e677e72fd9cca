import type { MediaLimits } from '../common/limits.ts';
import { MediaError } from '../tools/media-error.ts';
import type { MediaTools } from '../tools/media-tools.ts';
import type { SourceFacts } from './probe.ts';

/** A file to compare by its used tracks. */
interface Side {
  input: string;
  facts: SourceFacts;
}

const trackKinds = ['video', 'audio'] as const;
/** Times are compared in steps: a sample may be in the step before or after. */
const stepSeconds = 0.5;
/** Rounding may move a copied track by this much. */
const toleratedShiftSeconds = 0.1;
/** An encoder's first samples are shown in one file and hidden in the other. */
const toleratedSamples = 2;
const firstReadMs = 60_000;
const readBytesPerSecond = 2_000_000;

/** The times of the visible samples of one track. */
class Samples {
  count = 0;
  first = Infinity;
  readonly steps = new Set<number>();
  private sum = 0;

  add(time: number): void {
    this.count += 1;
    this.sum += time;
    this.first = Math.min(this.first, time);
    this.steps.add(Math.floor(time / stepSeconds));
  }

  /** Without the first one: the first picture is held from zero. */
  get mean(): number {
    return this.count < 2 ? this.first : (this.sum - this.first) / (this.count - 1);
  }
}

/**
 * Returns the first kind of track whose packaged samples do not cover the times of the source's, both counted from the
 * first sample of the used tracks. Where both have the same number of samples, their average time must be equal too.
 */
export async function findDifference(
  tools: MediaTools,
  source: Side,
  result: Side,
  run: { limits: MediaLimits; signal: AbortSignal },
): Promise<(typeof trackKinds)[number] | undefined> {
  const [before, after] = [await readSamples(tools, source, run), await readSamples(tools, result, run)];
  const shift = zeroOf(after) - zeroOf(before);
  return trackKinds.find((kind) => {
    const [from, to] = [before.get(kind), after.get(kind)];
    if (from === undefined || to === undefined || from.count === 0) return false;
    const isMoved = Math.abs(from.mean + shift - to.mean) > toleratedShiftSeconds;
    const isCopied = Math.abs(from.count - to.count) <= toleratedSamples;
    return (isCopied && isMoved) || !covers(to, from, Math.round(shift / stepSeconds));
  });
}

function zeroOf(tracks: Map<string, Samples>): number {
  return Math.min(...[...tracks.values()].map(({ first }) => first));
}

function covers({ steps }: Samples, source: Samples, shift: number): boolean {
  return [...source.steps].every((step) => [-2, -1, 0, 1, 2].some((near) => steps.has(step + shift + near)));
}

async function readSamples(
  tools: MediaTools,
  { input, facts }: Side,
  { limits, signal }: { limits: MediaLimits; signal: AbortSignal },
): Promise<Map<(typeof trackKinds)[number], Samples>> {
  const timeoutMs = firstReadMs + (1000 * facts.bytes) / readBytesPerSecond;
  const maxSteps = (2 * limits.maxDurationSeconds) / stepSeconds;
  const tracks = new Map<(typeof trackKinds)[number], Samples>();
  for (const kind of trackKinds) {
    const index = facts[kind]?.index;
    if (index === undefined) continue;
    const samples = new Samples();
    await tools.packets({
      input,
      track: String(index),
      timeoutMs,
      signal,
      onPacket: ({ time, isShown }) => {
        if (isShown && samples.steps.size <= maxSteps) samples.add(time);
      },
    });
    if (samples.steps.size > maxSteps) throw new MediaError('invalid_input', 'The times of a track jump.');
    tracks.set(kind, samples);
  }
  return tracks;
}
