import {
  cuesOfSegments,
  endsSentence,
  joinWords,
  type Cue,
  type PlannedPiece,
  type TextSegment,
} from '@vault/speech';
import { timesBetween, type Untimed } from './times-between.ts';

export { languageTagOf } from './spoken-languages.ts';

/** What a server has heard. */
export interface Heard {
  /** As the server tells it, see {@link languageTagOf}. */
  readonly language?: string | undefined;
  /** In the time of the recording. */
  readonly cues: Cue[];
}

/** An answer without words that can be used. */
export interface Unheard {
  /** `page`: a web page; `error`: the server says that it failed; `unreadable`: anything else. */
  readonly problem: 'page' | 'error' | 'unreadable';
  /** The status that an error names. */
  readonly status?: number | undefined;
}

/** Sentences of servers that time only words are at most this long, in seconds. */
const maxSentenceSeconds = 12;
/** Nobody says a word more slowly: a word without times is not stretched over a pause. */
const maxSecondsPerCharacter = 0.15;

/**
 * Reads an answer, and what is wrong in it costs only itself: words without times get times between their neighbours. It
 * runs in a thread, because a server may answer anything.
 * @param answer.body JSON, if the server is what it should be
 * @param answer.isText whether words alone were asked for
 * @param answer.piece what was sent; absent when only the language is to be found
 */
export function readTranscription(answer: {
  readonly body: string;
  readonly isText?: boolean | undefined;
  readonly piece?: PlannedPiece | undefined;
  readonly prompt?: string | undefined;
}): Heard | Unheard {
  const { body, piece, prompt } = answer;
  const spoken = spokenIn(body, answer.isText ?? false);
  if ('problem' in spoken) return spoken;
  const { language, text } = spoken;
  // Without speech, models may answer with what they were told.
  if (!piece || text.trim() === prompt) return { language, cues: [] };
  const areTimed = spoken.words.some(({ start, end }) => start !== undefined || end !== undefined);
  const words = areTimed ? timesBetween(spoken.words, piece, maxSecondsPerCharacter) : [];
  const segments = segmentsOf(spoken, words, piece);
  return { language, cues: cuesOfSegments(segments, piece, words) };
}

/** What an answer says, in the time of what was sent. */
interface Spoken {
  readonly language?: string | undefined;
  readonly text: string;
  readonly segments: readonly Untimed[];
  readonly words: readonly Untimed[];
}

function spokenIn(body: string, isText: boolean): Spoken | Unheard {
  const json = jsonIn(body);
  if (typeof json === 'string') return { text: json, segments: [], words: [] };
  if (isObject(json)) return spokenOf(json);
  if (/^\s*<(?:!doctype|html|head|body|\?xml)\b/i.test(body)) return { problem: 'page' };
  const isWords = isText && !/^\s*[[{]/.test(body);
  return isWords ? { text: body, segments: [], words: [] } : { problem: 'unreadable' };
}

function spokenOf(json: Readonly<Record<string, unknown>>): Spoken | Unheard {
  const all = objectsIn(json['segments']);
  const segments = all.flatMap((each) => untimedOf(each, textIn(each['text'])));
  const ownWords = objectsIn(json['words']);
  const words = (ownWords.length > 0 ? ownWords : all.flatMap((each) => objectsIn(each['words']))).flatMap(
    (each) => untimedOf(each, textIn(each['word']) ?? textIn(each['text'])),
  );
  const told = textIn(json['text']);
  if (told === undefined && segments.length === 0 && words.length === 0) {
    const { error } = json;
    if (error === undefined || error === null) return { problem: 'unreadable' };
    const code = isObject(error) ? numberIn(error['code'] ?? error['status']) : undefined;
    return { problem: 'error', status: code !== undefined && code >= 400 && code < 600 ? code : undefined };
  }
  const text = told ?? joinWords((segments.length > 0 ? segments : words).map((each) => each.text));
  return { language: textIn(json['language']), text, segments, words };
}

/** A word or segment as a server tells it; none without text. */
function untimedOf(each: Readonly<Record<string, unknown>>, text = ''): Untimed[] {
  return text.trim() === '' ? [] : [{ text, start: numberIn(each['start']), end: numberIn(each['end']) }];
}

/** JSON, also with the numbers of Python that JSON does not have. */
function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return jsonWithout(body);
  }
}

/** A string, or a value that is no number. The string ends with the text where it does not end: so no place is read twice. */
const stringOrNoNumber = /"[^"\\]*(?:\\[^][^"\\]*)*"?|-?\b(?:NaN|nan|Infinity|inf)\b/g;

function jsonWithout(body: string): unknown {
  try {
    return JSON.parse(body.replace(stringOrNoNumber, (found) => (found.startsWith('"') ? found : 'null')));
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectsIn(value: unknown): Readonly<Record<string, unknown>>[] {
  return (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isObject);
}

function textIn(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}

/** A number, also as a text: `"1.25"`. */
function numberIn(value: unknown): number | undefined {
  const isTold = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  const number = isTold ? Number(String(value).replace(',', '.')) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** What was said and when, in the time of the recording. */
function segmentsOf(
  { segments, text }: Spoken,
  words: readonly TextSegment[],
  piece: PlannedPiece,
): TextSegment[] {
  if (segments.length > 0) return timesBetween(segments, piece);
  if (words.length > 0) return sentencesOf(words);
  return [{ start: piece.start, end: piece.end, text }];
}

function sentencesOf(words: readonly TextSegment[]): TextSegment[] {
  const sentences: { start: number; end: number; words: string[] }[] = [];
  let isEnd = true;
  for (const { start, end, text } of words) {
    const last = sentences.at(-1);
    if (!last || isEnd || end - last.start > maxSentenceSeconds)
      sentences.push({ start, end, words: [text] });
    else {
      last.words.push(text);
      last.end = Math.max(last.end, end);
    }
    isEnd = endsSentence(text.trimEnd());
  }
  return sentences.map(({ words: own, ...times }) => ({ ...times, text: joinWords(own) }));
}
