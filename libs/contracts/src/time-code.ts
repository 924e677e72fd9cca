/** Seconds of a complete `HH:MM:SS`, or null for anything else. */
export function parseTimeCode(text: string): number | null {
  const match = /^(\d{2}):([0-5]\d):([0-5]\d)$/.exec(text);
  if (!match) return null;
  const [, hours, minutes, seconds] = match;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** `HH:MM:SS` of seconds, rounded down to whole seconds. */
export function formatTimeCode(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds) || 0);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
