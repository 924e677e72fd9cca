import { parseCaptionTime } from './caption-time.ts';

const timestampMap = /^X-TIMESTAMP-MAP\s*=/;
const ticksPerSecond = 90_000;
/** The clock of a stream begins again after as many ticks. */
const clockSeconds = 2 ** 33 / ticksPerSecond;

/** When a segment of HTTP Live Streaming begins in its stream, by the lines of its header. @returns seconds */
export function originOfSegment(header: readonly string[]): number | undefined {
  const map = header.find((line) => timestampMap.test(line)) ?? '';
  const [, ticks] = /MPEGTS:(\d{1,12})/.exec(map) ?? [];
  const [, local = '0:00'] = /LOCAL:([\d:.]{1,20})/.exec(map) ?? [];
  return ticks === undefined
    ? undefined
    : Number(ticks) / ticksPerSecond - (parseCaptionTime(local)?.seconds ?? 0);
}

/** How much later than the first segment another one begins, in seconds. */
export function streamShift(origin: number, first: number): number {
  const shift = origin - first;
  return shift < -clockSeconds / 2 ? shift + clockSeconds : shift;
}
