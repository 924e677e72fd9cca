import { encodeEntities, normaliseCueText, normaliseSpeaker } from './cue-text.ts';
import type { Cue } from './cue.ts';
import { formatTimestamp } from './timestamp.ts';

/**
 * Formats cues, in the given order, as WebVTT, from which `parseWebVtt` returns the same cues: times rounded to the
 * millisecond, text lines trimmed, empty lines and cues without text left out.
 * @throws RangeError when a time is negative or not finite, or a cue ends before it starts
 */
export function formatWebVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(formatCue).filter((block) => block !== '');
  return ['WEBVTT\n', ...blocks].join('\n');
}

function formatCue({ start, end, text, speaker }: Cue): string {
  if (end < start) throw new RangeError(`a cue ends before it starts: ${String(start)} to ${String(end)}`);
  const timing = `${formatTimestamp(start)} --> ${formatTimestamp(end)}`;
  const body = encodeEntities(normaliseCueText(text));
  if (body === '') return '';
  const name = normaliseSpeaker(speaker ?? '');
  return `${timing}\n${name === '' ? '' : `<v ${encodeEntities(name)}>`}${body}\n`;
}
