/** Formats seconds as `m:ss`, or `h:mm:ss` from one hour on. Fractions are cut, not rounded. */
export function shortTime(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(whole / 60) % 60;
  const rest = two(whole % 60);
  return whole < 3600
    ? `${String(minutes)}:${rest}`
    : `${String(Math.floor(whole / 3600))}:${two(minutes)}:${rest}`;
}
