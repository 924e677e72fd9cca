/**
 * The path that opens a video at a time. Rounded up to a tenth of a second: rounded down, it would open the line before
 * the one that starts at this time.
 */
export function momentPath(id: string, seconds: number): string {
  const tenths = Math.ceil(Math.max(0, seconds) * 10 - 1e-6);
  return `/asset/${encodeURIComponent(id)}?t=${String(tenths / 10)}`;
}
