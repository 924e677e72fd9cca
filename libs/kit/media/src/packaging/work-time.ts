import type { MediaLimits } from '../common/limits.ts';
import type { SourceFacts } from '../probing/probe.ts';

/** Seconds that programs may run: `start`, plus `each` per second of media, plus the time to read its bytes. */
const workTimes = {
  copy: { start: 120, each: 2 },
  encode: { start: 300, each: 6 },
};
const readBytesPerSecond = 2_000_000;
/** Estimates the length of a file that declares none: even recordings of a still screen have more bytes per second. */
const minBytesPerSecond = 32_000;

/** Returns the time limit for all program runs of one job, in milliseconds, from the file's length and size. */
export function workTime(
  facts: Pick<SourceFacts, 'duration' | 'bytes'>,
  kind: keyof typeof workTimes,
  limits: MediaLimits,
): number {
  const length = facts.duration ?? Math.min(limits.maxDurationSeconds, facts.bytes / minBytesPerSecond);
  const { start, each } = workTimes[kind];
  return Math.ceil(1000 * (start + each * length + facts.bytes / readBytesPerSecond));
}
