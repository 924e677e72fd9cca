import type { ModelRequest } from './scripted-model.ts';

/** Invented: nobody says this in any recording here. */
export const neverSaid = 'Bananas in orbit were never once discussed by any of the people here.';
/** Words that no transcript and no other writer has. */
export const modelSummary = 'A model heard of levers and tickets.';
export const modelAnswer = 'A model answers: look at it again.\nEvery quarter.';
export const modelChapters = [
  { title: 'Levers', summary: 'A model heard of levers.' },
  { title: 'Tickets', summary: 'A model heard of tickets.' },
] as const;

/** Lines shorter than this are no sentence to repeat. */
const quotedFrom = 5;

interface Line {
  readonly number: number;
  readonly words: string;
}

/**
 * Answers as a model does that knows its trade, in words of its own: chapters of equal length, and quotes copied from
 * the transcript it was sent, but for the first.
 */
export function writeWell(request: ModelRequest): string {
  return JSON.stringify(answerTo(request));
}

function answerTo({ form, messages }: ModelRequest): object {
  const lines = readLines(messages.find(({ role }) => role === 'user')?.content ?? '');
  switch (form) {
    case 'chapters':
      return {
        chapters: modelChapters.map((chapter, n) => ({ ...chapter, ...part(lines, n) })),
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

/** Those of a stretch, the invented one first. */
function quotesOf(lines: readonly Line[]): string[] {
  const said = lines.map(({ words }) => words).filter((words) => words.split(' ').length >= quotedFrom);
  return [neverSaid, ...said.slice(0, 4)];
}

function part(lines: readonly Line[], n: number): { line: number; quotes: string[] } {
  const [from, to] = [n, n + 1].map((at) => Math.floor((at * lines.length) / modelChapters.length));
  const own = lines.slice(from, to);
  return { line: own[0]!.number, quotes: quotesOf(own) };
}

/** `[12] words`: what is said is numbered. */
function readLines(data: string): Line[] {
  return [...data.matchAll(/^\[(\d+)\] (.*)$/gm)].map(([, number, words]) => ({
    number: Number(number),
    words: words!,
  }));
}
