const usual = /^(?:\d{1,4}:)?[0-5]?\d:[0-5]?\d(?:[.,]\d{1,3})?$/;
const clock =
  /^([-−–]\s*)?(?:(\d{1,4})\s*:\s*)?(\d{1,3})\s*:\s*(\d{1,2})(?:\s*([.,:;])\s*(\d{1,30})(?:\.\d{1,30})?)?$/;
const seconds = /^([-−–]\s*)?(\d{1,6})[.,](\d{1,30})$/;
const longest = 100;
/** Of the rates that programs write, the highest: a frame never becomes a part of the next second. */
const framesPerSecond = 30;

/** A time of a caption file. */
export interface CaptionTime {
  readonly seconds: number;
  /** Whether it has the form of a standard: `MM:SS.mmm`, `HH:MM:SS,mmm`, also with fewer digits. */
  readonly isUsual: boolean;
}

/**
 * Parses a time of a caption file as people and programs write it: also with long fractions, spaces, a colon before the
 * fraction, frames (`00:00:01:12`), sixty seconds after rounding, or seconds alone. A negative time is 0.
 * @returns undefined when it is not a time
 */
export function parseCaptionTime(text: string): CaptionTime | undefined {
  if (text.length > longest) return undefined;
  const time = text.trim();
  const [, minus, hours = '0', minutes = '0', whole, mark = '', fraction = ''] = clock.exec(time) ?? [];
  if (whole === undefined) {
    const [, sign, alone, part = ''] = seconds.exec(time) ?? [];
    if (alone === undefined) return undefined;
    return { seconds: sign === undefined ? Number(alone) + millis(part) / 1_000 : 0, isUsual: false };
  }
  const isFrame = /[:;]/.test(mark) && fraction.length === 2 && Number(fraction) < framesPerSecond;
  const parts = isFrame ? Math.floor((Number(fraction) * 1_000) / framesPerSecond) : millis(fraction);
  const total = Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(whole) * 1_000 + parts;
  // Divides one integer, because adding fractions is inexact.
  return { seconds: minus === undefined ? total / 1_000 : 0, isUsual: usual.test(time) };
}

function millis(fraction: string): number {
  return fraction.length <= 3 ? Number(fraction.padEnd(3, '0')) : Math.round(Number(`0.${fraction}`) * 1_000);
}
