import type { Cue } from './cue.ts';

const note = 'NOTE confidence';

/** The confidence of cues in percents, parted by spaces, `-` for one without; empty when none has any. */
export function listConfidence(cues: readonly Cue[]): string {
  if (cues.every(({ confidence }) => confidence === undefined)) return '';
  return cues
    .map(({ confidence }) => (confidence === undefined ? '-' : String(Math.round(100 * confidence))))
    .join(' ');
}

/** Cues with the confidence of {@link listConfidence}; as they are when it is of other ones. */
export function withConfidence(cues: readonly Cue[], list: string): Cue[] {
  const percents = list.split(' ');
  if (percents.length !== cues.length) return [...cues];
  return cues.map((cue, at) => {
    const percent = percents[at] ?? '';
    return /^(?:100|\d{1,2})$/.test(percent) ? { ...cue, confidence: Number(percent) / 100 } : cue;
  });
}

/** WebVTT with the confidence of its cues, as a comment at its end that no player shows. */
export function noteConfidence(vtt: string, cues: readonly Cue[]): string {
  const list = listConfidence(cues);
  return list === '' ? vtt : `${vtt}\n${note}\n${list}\n`;
}

/** The list that {@link noteConfidence} has added; empty without one. */
export function notedConfidence(vtt: string): string {
  const at = vtt.lastIndexOf(`\n${note}\n`);
  return at === -1 ? '' : vtt.slice(at + note.length + 2).trim();
}
