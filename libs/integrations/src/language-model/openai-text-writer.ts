import type { Logger } from '@vault/platform';
import { askModel } from './asked-model.ts';
import { cutWindows, maxTranscriptLength, type CueWindow } from './cue-windows.ts';
import { ExtractiveTextWriter } from './extractive-text-writer.ts';
import { joinWindows } from './join-windows.ts';
import { chapterWindow } from './keyless-window.ts';
import type { LanguageModelConfig } from './language-model.config.ts';
import {
  askForAnswer,
  askForChapters,
  askForQuotes,
  askForSummary,
  type ModelQuestion,
  type WindowChapters,
} from './model-question.ts';
import { lengthOf, numberCues, thinOut } from './numbered-cues.ts';
import { OpenAiChat, type ChatCall } from './openai-chat.ts';
import type { ChatTiming } from './retrying.ts';
import type {
  AnswerAsked,
  ChaptersAsked,
  QuotesAsked,
  SummaryAsked,
  TextWriter,
  Written,
  WrittenChapters,
} from './text-writer.ts';
import { twoAtOnce } from './two-at-once.ts';

/** What is sent of a single chapter: some forty minutes of talk; of a longer one, parts from all over it. */
const maxChapterLength = 40_000;
/** What is sent of a recording whose chapters tell most of it already. */
const maxSummaryLength = 24_000;

/** Has a language model write that speaks the OpenAI API; where it has nothing of use to say, the keyless engine does. */
export class OpenAiTextWriter implements TextWriter {
  private readonly chat: OpenAiChat;
  private readonly keyless = new ExtractiveTextWriter();

  constructor(
    config: LanguageModelConfig,
    private readonly logger: Logger,
    timing?: ChatTiming,
  ) {
    this.chat = new OpenAiChat(config, logger, timing);
  }

  async writeChapters(asked: ChaptersAsked): Promise<Written<WrittenChapters>> {
    const { cues, signal } = asked;
    signal?.throwIfAborted();
    const numbered = numberCues(cues);
    const length = lengthOf(numbered);
    if (length === 0 || length > maxTranscriptLength) return this.keyless.writeChapters(asked);
    const windows = cutWindows(numbered);
    const parts = await twoAtOnce(
      windows,
      (window, either) => this.writeWindow(window, asked, either),
      signal,
    );
    if (parts.every(({ isByModel }) => !isByModel)) return this.keyless.writeChapters(asked);
    const chapters = joinWindows(parts).map(({ start, title, summary, quotes }) => ({
      start,
      title,
      summary,
      quotes,
    }));
    const [only] = parts;
    if (only && parts.length === 1)
      return { result: { chapters, summary: only.summary }, answer: only.answer };
    const summary = await this.summaryOf(chapters, asked);
    const answers = parts.map(({ answer }) => answer);
    return { result: { chapters, summary: summary.result }, answer: [...answers, summary.answer].join('\n') };
  }

  async writeQuotes(asked: QuotesAsked): Promise<Written<readonly string[]>> {
    const { prompt, quoteCount, avoid } = asked;
    const cues = thinOut(numberCues(asked.cues), maxChapterLength);
    if (cues.length === 0) return this.keyless.writeQuotes(asked);
    const question = askForQuotes({ cues, prompt, quoteCount, avoid });
    return (await this.ask(question, asked)) ?? this.keyless.writeQuotes(asked);
  }

  async writeAnswer(asked: AnswerAsked): Promise<Written<string>> {
    const { prompt } = asked;
    const cues = thinOut(numberCues(asked.cues), maxChapterLength);
    if (cues.length === 0) return this.keyless.writeAnswer(asked);
    return (await this.ask(askForAnswer({ cues, prompt }), asked)) ?? this.keyless.writeAnswer(asked);
  }

  async writeSummary(asked: SummaryAsked): Promise<Written<string>> {
    const { prompt, chapters } = asked;
    const cues = thinOut(numberCues(asked.cues), maxSummaryLength);
    if (cues.length === 0) return this.keyless.writeSummary(asked);
    const question = askForSummary({ cues, chapters, prompt });
    return (await this.ask(question, asked)) ?? this.keyless.writeSummary(asked);
  }

  /** Whoever runs the product should know that it is not the model that writes. */
  private async ask<Answer, Result>(
    question: ModelQuestion<Answer, Result>,
    call: Pick<ChatCall, 'signal' | 'admit'>,
  ): Promise<Written<Result> | undefined> {
    const written = await askModel(this.chat, question, call);
    if (!written) {
      const about = question.name;
      this.logger.warn({ about }, 'the language model had nothing of use to say; the keyless engine writes');
    }
    return written;
  }

  /** Where a model has nothing of use to say of a window, the keyless engine writes that window alone. */
  private async writeWindow(
    window: CueWindow,
    { prompt, quoteCount, admit }: ChaptersAsked,
    signal: AbortSignal,
  ): Promise<WindowChapters & { window: CueWindow; answer: string; isByModel: boolean }> {
    const question = askForChapters({ window, prompt, quoteCount });
    const written = await this.ask(question, { signal, admit });
    if (written) return { ...written.result, answer: written.answer, window, isByModel: true };
    const result = chapterWindow(window, quoteCount);
    return { ...result, answer: JSON.stringify(result), window, isByModel: false };
  }

  /** The chapters are there: a model that may not be asked or has left by now takes the summary with it, and no more. */
  private async summaryOf(
    chapters: readonly { readonly title: string; readonly summary: string }[],
    { cues, prompt, durationSeconds, signal, admit }: ChaptersAsked,
  ): Promise<Written<string>> {
    const asked = { cues, chapters, prompt, durationSeconds, signal };
    const question = askForSummary({ cues: [], chapters, prompt });
    try {
      const written = await this.ask(question, { signal, admit });
      if (written) return written;
    } catch (error) {
      signal?.throwIfAborted();
      this.logger.warn(
        { err: error },
        'the keyless engine writes the summary of what the language model divided',
      );
    }
    return this.keyless.writeSummary(asked);
  }
}
