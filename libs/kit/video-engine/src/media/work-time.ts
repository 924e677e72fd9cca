import type { Limits } from '../options.ts';
import type { SourceFacts } from './probe.ts';

/** Seconds that programs may run: some for the start, some for each second of media, and for reading its bytes. */
const TIME = {
  copy: { start: 120, each: 2 },
  encode: { start: 300, each: 6 },
};
const BYTES_PER_SECOND = 2_000_000;
/** Of a file that names no length: recordings of even a still screen have more bytes a second. */
const LEAST_BYTES_PER_SECOND = 32_000;

/** What all runs of programs for one job may take, in milliseconds; a file can cost no more than its length and bytes. */
export function workTime(
  facts: Pick<SourceFacts, 'duration' | 'bytes'>,
  kind: keyof typeof TIME,
  limits: Limits,
): number {
  const length = facts.duration ?? Math.min(limits.maxDurationSeconds, facts.bytes / LEAST_BYTES_PER_SECOND);
  const { start, each } = TIME[kind];
  return Math.ceil(1000 * (start + each * length + facts.bytes / BYTES_PER_SECOND));
}
