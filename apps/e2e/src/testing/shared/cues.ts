/** One caption, times in seconds. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A separate WebVTT reader, so that a fault in the product's reader is found. */
export function readCues(vtt: string): Cue[] {
  return vtt
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.split('\n');
      const at = lines.findIndex((line) => line.includes('-->'));
      if (at === -1) return [];
      const [start = '', end = ''] = lines[at]!.split('-->').map((part) => part.trim().split(' ')[0]!);
      return [{ start: toSeconds(start), end: toSeconds(end), text: lines.slice(at + 1).join(' ') }];
    });
}

/** Seconds of `HH:MM:SS`, `MM:SS.mmm` or the like. */
export function toSeconds(timecode: string): number {
  return timecode.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** Whether a quote plays from two seconds before a word of the cue in which it begins. Timecodes are whole seconds. */
export function isTimecodeIn(timecode: string, { start, end }: Cue): boolean {
  const seconds = toSeconds(timecode);
  const playedFrom = (spokenAt: number) => Math.max(0, Math.floor(spokenAt - 2));
  return seconds >= playedFrom(start) && seconds <= playedFrom(end);
}
