import { normaliseCueText, normaliseSpeaker } from './cue-text.ts';
import type { Cue } from './cue.ts';
import { formatTimestamp } from './timestamp.ts';

const joiner = '\u2060';
/** Behind these characters a player would read markup, an entity, an override or the arrow of a timing line. */
const readAsMarkup = /<(?=[a-z/!?])|&(?=#?\w+;)|\{(?=\\)|--(?=>)/gi;

/**
 * Writes cues, in the order given, as SubRip: numbered from 1, times with a comma, CRLF. SubRip knows no speakers, so a
 * name stands before the words: `Ann: Hello.` Nor does it know escaping, and players differ in what they undo: what
 * would be read as markup is parted by an invisible U+2060 WORD JOINER, so that all of them show the text as it is.
 * Texts are brought to the same normal form as in WebVTT; cues without text are left out.
 * @throws RangeError when a time is negative or not finite, or a cue ends before it starts
 */
export function formatSrt(cues: readonly Cue[]): string {
  const bodies = cues.map(formatBody).filter((body) => body !== '');
  return bodies.map((body, index) => `${String(index + 1)}\r\n${body}\r\n`).join('\r\n');
}

function formatBody({ start, end, text, speaker }: Cue): string {
  if (end < start) throw new RangeError(`a cue ends before it starts: ${String(start)} to ${String(end)}`);
  const timing = `${formatTime(start)} --> ${formatTime(end)}`;
  const words = partMarkup(normaliseCueText(text.replaceAll(joiner, '')));
  const name = partMarkup(normaliseSpeaker((speaker ?? '').replaceAll(joiner, '')));
  if (words === '') return '';
  return `${timing}\r\n${name === '' ? '' : `${name}: `}${words.replaceAll('\n', '\r\n')}`;
}

function partMarkup(text: string): string {
  return text.replace(readAsMarkup, `$&${joiner}`);
}

function formatTime(seconds: number): string {
  return formatTimestamp(seconds).replace('.', ',');
}
