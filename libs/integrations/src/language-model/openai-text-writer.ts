import type { Logger, WatchedSetting } from '@vault/base';
import { chapterise } from '@vault/chapter-engine';
import PQueue from 'p-queue';
import { askModel } from './model-request.ts';
import { cutWindows, maxTranscriptLength, type CueWindow } from './cue-windows.ts';
import { ExtractiveTextWriter } from './extractive-text-writer.ts';
import type { LanguageModelConfig } from './language-model.config.ts';
import {
  askForAnswer,
  askForChapters,
  askForQuotes,
  askForSummary,
  type ModelQuestion,
  type WindowChapters,
  type ModelChapter,
} from './model-question.ts';
import { lengthOf, numberCues, sampleCues } from './numbered-cues.ts';
import { OpenAiChat, type ChatCall } from './openai-chat.ts';
import type { CallTiming } from '../model-server/retrying.ts';
import type {
  AnswerRequest,
  ChaptersRequest,
  QuotesRequest,
  SummaryRequest,
  TextWriter,
  Generated,
  GeneratedChapters,
} from './text-writer.ts';

/** Halves the time of a long transcript; more would exceed the rate limits of small accounts. */
const concurrency = 2;

/**
 * Maps the items in order, two concurrently. The first failure cancels the rest.
 *
 * @param signal cancels all work
 */
async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result[]> {
  const failed = new AbortController();
  const either = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const queue = new PQueue({ concurrency });
  try {
    return await queue.addAll(
      items.map((item) => () => work(item, either)),
      { signal: either },
    );
  } catch (error) {
    queue.clear();
    failed.abort(error);
    await queue.onIdle();
    throw error;
  }
}

/** Chapters of two adjacent windows that begin this close together are the same chapter. Seconds. */
const minGapSeconds = 30;

/**
 * Joins the chapters of adjacent windows. Of each window only chapters that begin between its boundaries count; a
 * chapter at the first cue of a window continues the last chapter of the window before.
 */
export function joinWindows(
  parts: readonly { readonly window: CueWindow; readonly chapters: readonly ModelChapter[] }[],
): ModelChapter[] {
  const joined: ModelChapter[] = [];
  parts.forEach(({ window, chapters }, index) => {
    const opening = window.cues[0]?.number;
    const own = chapters
      .filter(({ number }) => number >= window.from && number < window.to)
      .filter(({ number }) => index === 0 || number !== opening)
      .sort((a, b) => a.number - b.number);
    const before = joined.at(-1);
    const isNew = ({ start }: ModelChapter) => !before || start - before.start >= minGapSeconds;
    joined.push(...(index === 0 ? own : own.filter(isNew)));
  });
  return joined;
}

/** Characters sent of a single chapter: about forty minutes of talk; a longer chapter is sampled. */
const maxChapterLength = 40_000;
/** Characters sent of a recording for its summary, in addition to its chapters. */
const maxSummaryLength = 24_000;

/** Generates text with a model of the OpenAI API; without a usable answer the extractive engine is the fallback. */
export class OpenAiTextWriter implements TextWriter {
  private readonly chat: OpenAiChat;
  private readonly extractive = new ExtractiveTextWriter();

  constructor(
    config: LanguageModelConfig,
    private readonly logger: Logger,
    timing?: CallTiming,
  ) {
    this.chat = new OpenAiChat(config, logger, timing);
  }

  /** Whether the model takes its settings. */
  get setting(): WatchedSetting {
    return this.chat.setting;
  }

  async writeChapters(request: ChaptersRequest): Promise<Generated<GeneratedChapters>> {
    const { cues, signal } = request;
    signal?.throwIfAborted();
    const numbered = numberCues(cues);
    const length = lengthOf(numbered);
    if (length === 0 || length > maxTranscriptLength) return this.extractive.writeChapters(request);
    const windows = cutWindows(numbered);
    const parts = await mapConcurrently(
      windows,
      (window, either) => this.generateWindow(window, request, either),
      signal,
    );
    if (parts.every(({ isByModel }) => !isByModel)) return this.extractive.writeChapters(request);
    const chapters = joinWindows(parts).map(({ start, title, summary, quotes }) => ({
      start,
      title,
      summary,
      quotes,
    }));
    const [only] = parts;
    if (only && parts.length === 1)
      return { result: { chapters, summary: only.summary, isByModel: true }, answer: only.answer };
    const summary = await this.summaryOf(chapters, request);
    const answers = parts.map(({ answer }) => answer);
    return {
      result: { chapters, summary: summary.result, isByModel: true },
      answer: [...answers, summary.answer].join('\n'),
    };
  }

  async writeQuotes(request: QuotesRequest): Promise<Generated<readonly string[]>> {
    const { prompt, quoteCount, avoid } = request;
    const cues = sampleCues(numberCues(request.cues), maxChapterLength);
    if (cues.length === 0) return this.extractive.writeQuotes(request);
    const question = askForQuotes({ cues, prompt, quoteCount, avoid });
    return (await this.ask(question, request)) ?? this.extractive.writeQuotes(request);
  }

  async writeAnswer(request: AnswerRequest): Promise<Generated<string>> {
    const { prompt } = request;
    const cues = sampleCues(numberCues(request.cues), maxChapterLength);
    if (cues.length === 0) return this.extractive.writeAnswer(request);
    return (await this.ask(askForAnswer({ cues, prompt }), request)) ?? this.extractive.writeAnswer(request);
  }

  async writeSummary(request: SummaryRequest): Promise<Generated<string>> {
    const { prompt, chapters } = request;
    const cues = sampleCues(numberCues(request.cues), maxSummaryLength);
    if (cues.length === 0) return this.extractive.writeSummary(request);
    const question = askForSummary({ cues, chapters, prompt });
    return (await this.ask(question, request)) ?? this.extractive.writeSummary(request);
  }

  /** Logs when the model gave no usable answer, so that operators know that the extractive engine is used. */
  private async ask<Answer, Result>(
    question: ModelQuestion<Answer, Result>,
    call: Pick<ChatCall, 'signal' | 'admit'>,
  ): Promise<Generated<Result> | undefined> {
    const generated = await askModel(this.chat, question, call);
    if (!generated) {
      const about = question.name;
      this.logger.warn({ about }, 'no usable answer of the language model; the extractive engine is used');
    }
    return generated;
  }

  /** Without a usable answer for a window, only that window falls back to the extractive engine. */
  private async generateWindow(
    window: CueWindow,
    { prompt, quoteCount, admit }: ChaptersRequest,
    signal: AbortSignal,
  ): Promise<WindowChapters & { window: CueWindow; answer: string; isByModel: boolean }> {
    const question = askForChapters({ window, prompt, quoteCount });
    const generated = await this.ask(question, { signal, admit });
    if (generated) return { ...generated.result, answer: generated.answer, window, isByModel: true };
    const result = chapterWindow(window, quoteCount);
    return { ...result, answer: JSON.stringify(result), window, isByModel: false };
  }

  /** The chapters exist already: a model that is refused or unavailable now only affects the summary. */
  private async summaryOf(
    chapters: readonly { readonly title: string; readonly summary: string }[],
    { cues, prompt, durationSeconds, signal, admit }: ChaptersRequest,
  ): Promise<Generated<string>> {
    const request = { cues, chapters, prompt, durationSeconds, signal };
    const question = askForSummary({ cues: [], chapters, prompt });
    try {
      const generated = await this.ask(question, { signal, admit });
      if (generated) return generated;
    } catch (error) {
      signal?.throwIfAborted();
      this.logger.warn(
        { err: error },
        'the language model failed after the chapters; the extractive engine generates the summary',
      );
    }
    return this.extractive.writeSummary(request);
  }
}

/** Chapters of one window from the extractive engine, used when the model gave no usable answer. */
function chapterWindow({ cues }: CueWindow, quoteCount: number): WindowChapters {
  const spoken = cues.map(({ cue }) => cue);
  const { chapters, summary } = chapterise(spoken, { quoteCount });
  const numbers = new Map(cues.map(({ number, cue }) => [cue.start, number]));
  const first = cues[0]?.number ?? 1;
  return {
    chapters: chapters.map((chapter, index) => ({
      ...chapter,
      start: index === 0 ? (spoken[0]?.start ?? 0) : chapter.start,
      number: index === 0 ? first : (numbers.get(chapter.start) ?? first),
    })),
    summary,
  };
}
