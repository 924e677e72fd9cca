import { encodeEntities, normaliseCueText, normaliseSpeaker } from './cues/cue-text.ts';
import type { Cue } from './cues/cue.ts';
import { formatTimestamp } from './cues/timestamp.ts';
import { wordStartsOf } from './cues/word-starts.ts';

/**
 * Formats cues, in the given order, as WebVTT, from which `parseWebVtt` returns the same cues: times rounded to the
 * millisecond, text lines trimmed, empty lines and cues without text left out. Starts of words are timestamps before
 * them; those that do not fit the words are left out, as is that of a first word at the start of its cue.
 * @throws RangeError when a time is negative or not finite, or a cue ends before it starts
 */
export function formatWebVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(formatCue).filter((block) => block !== '');
  return ['WEBVTT\n', ...blocks].join('\n');
}

function formatCue({ start, end, text, speaker, wordStarts = [] }: Cue): string {
  if (end < start) throw new RangeError(`a cue ends before it starts: ${String(start)} to ${String(end)}`);
  const timing = `${formatTimestamp(start)} --> ${formatTimestamp(end)}`;
  const words = normaliseCueText(text);
  if (words === '') return '';
  const body = withTimestamps(words, start, wordStartsOf({ start, end, text: words, wordStarts }));
  const name = normaliseSpeaker(speaker ?? '');
  return `${timing}\n${name === '' ? '' : `<v ${encodeVoice(name)}>`}${body}\n`;
}

/** A name that ends in `--` would make the end of its tag the arrow of a timing line. */
function encodeVoice(name: string): string {
  return encodeEntities(name).replace(/-$/, '&#45;');
}

/** @param text begins and ends with words */
function withTimestamps(text: string, start: number, wordStarts: readonly number[] | undefined): string {
  if (!wordStarts) return encodeEntities(text);
  const parts = text.split(/(\s+)/).map((part, at) => {
    const time = at % 2 === 0 ? formatTimestamp(wordStarts[at / 2] ?? start) : '';
    const isShown = time !== '' && (at > 0 || time !== formatTimestamp(start));
    return (isShown ? `<${time}>` : '') + encodeEntities(part);
  });
  return parts.join('');
}
