const timestampPattern = /^(?:(\d{1,9}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/;

/**
 * Formats seconds as `HH:MM:SS.mmm` (more than two hour digits when needed), rounded to the millisecond.
 * @throws RangeError when `seconds` is negative or not finite
 */
export function formatTimestamp(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds < 0) throw new RangeError(`not a time: ${String(seconds)}`);
  const total = Math.round(seconds * 1000);
  const pad = (value: number, width: number): string => String(value).padStart(width, '0');
  const hours = pad(Math.floor(total / 3_600_000), 2);
  const minutes = pad(Math.floor(total / 60_000) % 60, 2);
  const rest = pad(Math.floor(total / 1000) % 60, 2);
  return `${hours}:${minutes}:${rest}.${pad(total % 1000, 3)}`;
}

/** Parses a WebVTT timestamp (`MM:SS.mmm` or `HH:MM:SS.mmm`) to seconds; undefined when it is malformed. */
export function parseTimestamp(text: string): number | undefined {
  const match = timestampPattern.exec(text);
  if (!match) return undefined;
  const [, hours = '0', minutes, seconds, millis] = match;
  // Divides one integer, because adding fractions is inexact (0.1 + 0.2 is not 0.3).
  return ((Number(hours) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1000 + Number(millis)) / 1000;
}
