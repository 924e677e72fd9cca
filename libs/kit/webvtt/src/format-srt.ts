import { normaliseCueText, normaliseSpeaker } from './cues/cue-text.ts';
import type { Cue } from './cues/cue.ts';
import { formatTimestamp } from './cues/timestamp.ts';

const joiner = '\u2060';
/** Characters that start markup, an entity, an override or the arrow of a timing line. */
const markupStart = /<(?=[a-z/!?])|&(?=#?\w+;)|\{(?=\\)|--(?=>)/gi;

/**
 * Formats cues, in the given order, as SubRip: numbered from 1, times with a comma, CRLF. SubRip has no speakers, so
 * the name precedes the text: `Ann: Hello.` SubRip has no escaping either, and players decode different references.
 * Therefore an invisible U+2060 WORD JOINER is inserted into everything that a player would read as markup, so that all
 * players show the original text. Texts have the same normal form as in WebVTT; cues without text are left out.
 * @throws RangeError when a time is negative or not finite, or a cue ends before it starts
 */
export function formatSrt(cues: readonly Cue[]): string {
  const bodies = cues.map(formatBody).filter((body) => body !== '');
  return bodies.map((body, index) => `${String(index + 1)}\r\n${body}\r\n`).join('\r\n');
}

function formatBody({ start, end, text, speaker }: Cue): string {
  if (end < start) throw new RangeError(`a cue ends before it starts: ${String(start)} to ${String(end)}`);
  const timing = `${formatTime(start)} --> ${formatTime(end)}`;
  const words = breakMarkup(normaliseCueText(text.replaceAll(joiner, '')));
  const name = breakMarkup(normaliseSpeaker((speaker ?? '').replaceAll(joiner, '')));
  if (words === '') return '';
  return `${timing}\r\n${name === '' ? '' : `${name}: `}${words.replaceAll('\n', '\r\n')}`;
}

function breakMarkup(text: string): string {
  return text.replace(markupStart, `$&${joiner}`);
}

function formatTime(seconds: number): string {
  return formatTimestamp(seconds).replace('.', ',');
}
