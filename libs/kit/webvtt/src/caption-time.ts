const timePattern = /^(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?$/;

/**
 * Parses a time of a caption file as people and tools write it: `MM:SS.mmm` or `HH:MM:SS,mmm`, also with fewer digits.
 * @returns seconds; undefined when it is not a time
 */
export function parseCaptionTime(text: string): number | undefined {
  const [, hours = '0', minutes = '', seconds = '', fraction = ''] = timePattern.exec(text) ?? [];
  if (minutes === '' || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const millis = Number(fraction.padEnd(3, '0'));
  // Divides one integer, because adding fractions is inexact.
  return (Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1_000 + millis) / 1_000;
}
