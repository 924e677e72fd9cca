import { cuesOfSegments, type Cue, type PlannedPiece, type TextSegment } from '@vault/speech';
import { z } from 'zod';

const span = { start: z.number(), end: z.number() };

/** The parsed part of an answer; servers leave out what they cannot tell. */
const transcription = z.object({
  text: z.string(),
  language: z.string().nullish(),
  segments: z.array(z.object({ ...span, text: z.string() })).nullish(),
  words: z.array(z.object({ ...span, word: z.string() })).nullish(),
});

type Transcription = z.infer<typeof transcription>;

/** What a server has heard. */
export interface Heard {
  /** As the server tells it, see {@link languageTagOf}. */
  readonly language?: string | null | undefined;
  /** In the time of the recording. */
  readonly cues: Cue[];
}

/** Sentences of servers that time only words are at most this long, in seconds. */
const maxSentenceSeconds = 12;

/**
 * Reads an answer. It runs in a thread, because a server may answer anything.
 * @param answer.body JSON, if the server is what it should be
 * @param answer.piece what was sent; absent when only the language is to be found
 * @returns undefined for what is no transcription
 */
export function readTranscription(answer: {
  readonly body: string;
  readonly piece?: PlannedPiece | undefined;
  readonly prompt?: string | undefined;
}): Heard | undefined {
  const { body, piece, prompt } = answer;
  const parsed = transcription.safeParse(jsonIn(body));
  if (!parsed.success) return undefined;
  const { language, text } = parsed.data;
  // Without speech, models may answer with what they were told.
  if (!piece || text.trim() === prompt) return { language, cues: [] };
  const { segments, words } = spokenIn(parsed.data, piece);
  return { language, cues: cuesOfSegments(segments, piece, words) };
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * What was said and when, in the time of the recording, and the words of it that have times of their own.
 * @param piece seconds of the recording that were sent
 */
function spokenIn(
  heard: Transcription,
  piece: { start: number; end: number },
): { segments: TextSegment[]; words: TextSegment[] } {
  const { text: all, segments } = heard;
  const later = (text: string, { start, end }: { start: number; end: number }): TextSegment => ({
    ...{ start: start + piece.start, end: end + piece.start },
    text,
  });
  const words = (heard.words ?? []).map((each) => later(each.word.trim(), each));
  if (segments && segments.length > 0)
    return { segments: segments.map((each) => later(each.text, each)), words };
  if (words.length > 0) return { segments: sentencesOf(words), words };
  return { segments: [{ start: piece.start, end: piece.end, text: all }], words };
}

function sentencesOf(words: readonly TextSegment[]): TextSegment[] {
  const sentences: TextSegment[] = [];
  let isEnd = true;
  for (const { start, end, text } of words) {
    const last = sentences.at(-1);
    if (!last || isEnd || end - last.start > maxSentenceSeconds) sentences.push({ start, end, text });
    else {
      last.text += ` ${text}`;
      last.end = Math.max(last.end, end);
    }
    isEnd = /[.!?]$/.test(text);
  }
  return sentences;
}

/** ISO 639-1 codes by their English names. */
let codes: ReadonlyMap<string, string> | undefined;

/** The BCP 47 tag of a language as servers tell it: `de`, `german`; undefined for anything else. */
export function languageTagOf(language: string | null | undefined): string | undefined {
  const name = language?.trim().toLowerCase() ?? '';
  codes ??= readCodes();
  const code = codes.get(name) ?? name.split(/[-_]/)[0] ?? '';
  return [...codes.values()].includes(code) ? code : undefined;
}

function readCodes(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  return new Map(
    pairs.flatMap((code): [string, string][] => {
      const name = names.of(code);
      return name === undefined ? [] : [[name.toLowerCase(), code]];
    }),
  );
}
