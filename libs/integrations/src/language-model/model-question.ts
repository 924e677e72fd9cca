import { visibleLine, visibleLines } from '@vault/contracts';
import { z } from 'zod';
import type { CueWindow } from './cue-windows.ts';
import { isObject, looseList, looseNumber, looseText, objectWith } from './lenient-forms.ts';
import type { NumberedCue } from './numbered-cues.ts';
import type { Prompt } from './text-writer.ts';

/** A question to a model, with the parser of its answer. */
export interface ModelQuestion<Answer, Result> {
  /** Name of the form of the answer. */
  readonly name: string;
  /** As the server is asked for it. */
  readonly form: z.ZodType<Answer>;
  /** Reads JSON that may not be quite of the form. @returns undefined for what is no such answer */
  readonly loose: (json: unknown) => Answer | undefined;
  readonly maxTokens: number;
  readonly prompt: Prompt;
  /** The instruction. */
  readonly task: string;
  /** The transcript: data, in a separate message. */
  readonly data: string;
  /**
   * Interprets an answer of the right form.
   *
   * @param isLast there is no further try: valid parts are kept, the rest is dropped
   * @returns the problem, as a sentence for the model, when the answer is not usable
   */
  readonly read: (
    answer: Answer,
    isLast: boolean,
  ) => { readonly result: Result } | { readonly problem: string };
}

const chaptersForm = z.object({
  chapters: z.array(
    z.object({ line: z.number(), title: z.string(), summary: z.string(), quotes: z.array(z.string()) }),
  ),
  summary: z.string(),
});
const looseChapter = z.object({
  line: looseNumber,
  title: looseText,
  summary: looseText,
  quotes: looseList(looseQuote()),
});
const quotesForm = z.object({ quotes: z.array(z.string()) });
const answerForm = z.object({ answer: z.string() });
const summaryForm = z.object({ summary: z.string() });

/** Limits of answers, in tokens; reasoning models spend most of them before the answer. */
const longAnswer = 8_000;
const shortAnswer = 4_000;
/** Maximum length of an answer, and of the summary of a video, in characters. */
const maxAnswerLength = 4_000;
const maxSummaryLength = 2_000;
/** For more chapters than this, only the titles are sent. */
const maxChaptersWithSummaries = 100;
/** Quotes requested in addition: a quote that is not word for word in the transcript is dropped. */
const spareQuotes = 2;

/** A chapter that a model proposes. */
export interface ModelChapter {
  readonly number: number;
  readonly start: number;
  readonly title: string;
  readonly summary: string;
  readonly quotes: readonly { readonly text: string }[];
}

export interface WindowChapters {
  readonly chapters: readonly ModelChapter[];
  readonly summary: string;
}

/** The chapters of one window of a transcript. */
export function askForChapters(input: {
  readonly window: CueWindow;
  readonly prompt: Prompt;
  readonly quoteCount: number;
}): ModelQuestion<z.infer<typeof chaptersForm>, WindowChapters> {
  const { window, prompt, quoteCount } = input;
  const { cues } = window;
  const [first, last] = [cues[0], cues.at(-1)];
  const seconds = (last?.cue.end ?? 0) - (first?.cue.start ?? 0);
  const about = Math.max(1, Math.round(Math.min(1 + seconds / 480, 0.6 + seconds / 45)));
  const numbers = new Map(cues.map(({ number, cue }) => [number, cue]));
  return {
    name: 'chapters',
    form: chaptersForm,
    loose: looseChapters,
    maxTokens: longAnswer,
    prompt,
    task: lines(
      `Divide the transcript into chapters: about ${String(about)}, more or fewer as its topics ask.`,
      `The first opens at line ${String(first?.number ?? 1)}. A chapter opens at the line with which a new topic begins.`,
      'For each chapter give: "line", the number of the line it opens at; "title", at most 60 characters, that says',
      'what it is about and is like no other title; "summary", one sentence of at most 100 characters; "quotes",',
      `${String(quoteCount + spareQuotes)} passages worth repeating, each copied word for word from the lines of this chapter.`,
      'Give a "summary" of the whole too: two to four sentences that tell what it is about.',
      'Form: {"chapters":[{"line":1,"title":"","summary":"","quotes":[""]}],"summary":""}',
    ),
    data: dataOf(cues),
    read: ({ chapters, summary }, isLast) => {
      const validChapters = chapters.flatMap(({ line, title, summary: about, quotes }): ModelChapter[] => {
        const cue = numbers.get(line);
        if (!cue || visibleLine(title) === '') return [];
        const texts = quotes.map((text) => ({ text: visibleLine(text) })).filter(({ text }) => text !== '');
        return [
          {
            number: line,
            start: cue.start,
            title: visibleLine(title),
            summary: visibleLine(about),
            quotes: texts,
          },
        ];
      });
      if (validChapters.length === 0)
        return { problem: 'There is no chapter with a title whose "line" is in the transcript.' };
      if (validChapters.length < chapters.length && !isLast)
        return { problem: 'Some chapters have no title, or a "line" that is not in the transcript.' };
      return {
        result: {
          chapters: validChapters,
          summary: visibleLine(summary).slice(0, maxSummaryLength).toWellFormed(),
        },
      };
    },
  };
}

/** Quotes of one chapter. */
export function askForQuotes(input: {
  readonly cues: readonly NumberedCue[];
  readonly prompt: Prompt;
  readonly quoteCount: number;
  readonly avoid: readonly string[];
}): ModelQuestion<z.infer<typeof quotesForm>, readonly string[]> {
  const { cues, prompt, quoteCount, avoid } = input;
  const avoidedTexts = avoid.map(visibleLine).filter((text) => text !== '');
  const hasFocus = visibleLines(prompt.user) !== '';
  return {
    name: 'quotes',
    form: quotesForm,
    loose: looseQuotes,
    maxTokens: shortAnswer,
    prompt,
    task: lines(
      `Choose ${String(quoteCount + spareQuotes)} passages of the transcript worth repeating, the best first, each copied`,
      'word for word and without line numbers, speakers or times.',
      avoidedTexts.length > 0
        ? 'Choose others than those under "Chosen before", as far as there are any.'
        : '',
      hasFocus ? 'If nothing was said about what is asked for below, give an empty list.' : '',
      'Form: {"quotes":[""]}',
    ),
    data: dataOf(
      cues,
      avoidedTexts.length > 0 ? ['Chosen before:', ...avoidedTexts.map((text) => `- ${text}`)] : [],
    ),
    read: ({ quotes }) => {
      const texts = quotes.map(visibleLine).filter((text) => text !== '');
      return texts.length > 0 || hasFocus ? { result: texts } : { problem: 'There is no quote.' };
    },
  };
}

/** An answer to the prompt of a person about one chapter. */
export function askForAnswer(input: {
  readonly cues: readonly NumberedCue[];
  readonly prompt: Prompt;
}): ModelQuestion<z.infer<typeof answerForm>, string> {
  return {
    name: 'answer',
    form: answerForm,
    loose: looseTextIn('answer', (text) => ({ answer: text })),
    maxTokens: shortAnswer,
    prompt: input.prompt,
    task: lines(
      'Do what is asked below with the transcript, in plain text without markup, at most 1,000 characters unless more is',
      'asked for.',
      'Form: {"answer":""}',
    ),
    data: dataOf(input.cues),
    read: ({ answer }) => textOf(visibleLines(answer), 'answer', maxAnswerLength),
  };
}

/** The summary of a recording. */
export function askForSummary(input: {
  readonly cues: readonly NumberedCue[];
  readonly chapters: readonly { readonly title: string; readonly summary: string }[];
  readonly prompt: Prompt;
}): ModelQuestion<z.infer<typeof summaryForm>, string> {
  const isLong = input.chapters.length > maxChaptersWithSummaries;
  const chapters = input.chapters.map(({ title, summary }) =>
    isLong ? `- ${visibleLine(title)}` : `- ${visibleLine(title)}: ${visibleLine(summary)}`,
  );
  return {
    name: 'summary',
    form: summaryForm,
    loose: looseTextIn('summary', (text) => ({ summary: text })),
    maxTokens: shortAnswer,
    prompt: input.prompt,
    task: lines(
      'Summarise the recording in two to four sentences, at most 600 characters: what it is about and what one takes from it.',
      'Form: {"summary":""}',
    ),
    data: dataOf(input.cues, chapters.length > 0 ? ['Chapters:', ...chapters] : []),
    read: ({ summary }) => textOf(visibleLine(summary), 'summary', maxSummaryLength),
  };
}

function looseChapters(json: unknown): z.infer<typeof chaptersForm> | undefined {
  const isList = (value: unknown) =>
    Array.isArray(value) && value.some((each) => isObject(each) && 'title' in each);
  const found = objectWith('chapters', isList)(json);
  if (!found) return undefined;
  const { success, data } = looseList(looseChapter).safeParse(found['chapters']);
  return success && data.length > 0
    ? { chapters: data, summary: looseText.parse(found['summary']) }
    : undefined;
}

/** Also a bare list, and quotes with times, because prompts of people request those. */
function looseQuotes(json: unknown): z.infer<typeof quotesForm> | undefined {
  const isList = (value: unknown) =>
    Array.isArray(value) &&
    value.every((each) => typeof each === 'string' || (isObject(each) && 'quote' in each));
  const found = objectWith('quotes', isList)(json);
  return found && { quotes: looseList(looseQuote()).parse(found['quotes']) };
}

function looseQuote(): z.ZodType<string> {
  const ofObject = (value: unknown) => (isObject(value) ? (value['quote'] ?? value['text']) : value);
  return z.preprocess(ofObject, z.string());
}

function looseTextIn<Answer>(
  name: string,
  toAnswer: (text: string) => Answer,
): (json: unknown) => Answer | undefined {
  const find = objectWith(name, () => false);
  return (json) => {
    const found = find(json);
    return found && toAnswer(looseText.parse(found[name]));
  };
}

function textOf(text: string, name: string, maxLength: number): { result: string } | { problem: string } {
  if (text === '') return { problem: `The "${name}" is empty.` };
  return text.length <= maxLength
    ? { result: text }
    : { problem: `The "${name}" is longer than ${String(maxLength)} characters.` };
}

function dataOf(cues: readonly NumberedCue[], more: readonly string[] = []): string {
  return ['Transcript, one numbered line for each caption:', ...cues.map(({ line }) => line), ...more].join(
    '\n',
  );
}

function lines(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}
