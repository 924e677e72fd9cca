import type { ModelRequest } from '@vault/integrations/testing';

/** An invented quote that occurs in no test recording. */
export const neverSaid = 'Bananas in orbit were never once discussed by any of the people here.';
/** Texts that can only come from this model. */
export const modelSummary = 'A model read about levers and tickets.';
export const modelAnswer = 'A model answers: look at it again.\nEvery quarter.';
export const modelChapters = [
  { title: 'Levers', summary: 'A model read about levers.' },
  { title: 'Tickets', summary: 'A model read about tickets.' },
] as const;

/** Shorter lines are not quoted. */
const minQuoteWords = 5;

interface Line {
  readonly number: number;
  readonly words: string;
}

/**
 * A valid reply with recognisable texts: chapters of equal length, and quotes copied from the transcript of the request,
 * except for the first one, which is invented.
 */
export function validReply({ messages, response_format: format }: ModelRequest): object {
  const lines = readLines(messages.find(({ role }) => role === 'user')?.content ?? '');
  switch (format?.json_schema?.name ?? '') {
    case 'chapters':
      return {
        chapters: modelChapters.flatMap((chapter, n) =>
          partOf(lines, n).map((part) => ({ ...chapter, ...part })),
        ),
        summary: modelSummary,
      };
    case 'quotes':
      return { quotes: quotesOf(lines) };
    case 'answer':
      return { answer: modelAnswer };
    default:
      return { summary: modelSummary };
  }
}

/** Quotes of some lines, after the invented one. */
function quotesOf(lines: readonly Line[]): string[] {
  const sentences = lines
    .map(({ words }) => words)
    .filter((words) => words.split(' ').length >= minQuoteWords);
  return [neverSaid, ...sentences.slice(0, 4)];
}

/** @returns nothing when there are too few lines */
function partOf(lines: readonly Line[], n: number): { line: number; quotes: string[] }[] {
  const [from, to] = [n, n + 1].map((at) => Math.floor((at * lines.length) / modelChapters.length));
  const own = lines.slice(from, to);
  return own.slice(0, 1).map(({ number }) => ({ line: number, quotes: quotesOf(own) }));
}

/** Reads the numbered lines of the transcript: `[12] words`. */
function readLines(data: string): Line[] {
  return [...data.matchAll(/^\[(\d+)\] (.*)$/gm)].map(([, number, words]) => ({
    number: Number(number),
    words: words!,
  }));
}
