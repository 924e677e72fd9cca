import type { RulesReason } from '@vault/contracts';
import type { Logger, WatchedSetting } from '@vault/base';
import { askModel, type Unusable } from './model-request.ts';
import { tokensAbout } from './model-room.ts';
import { cutWindows, maxTranscriptLength, windowLength, type CueWindow } from './cue-windows.ts';
import { ExtractiveTextWriter } from './extractive-text-writer.ts';
import type { LanguageModelConfig } from './language-model.config.ts';
import {
  askForAnswer,
  askForChapters,
  askForQuotes,
  askForSummary,
  type ModelQuestion,
} from './model-question.ts';
import { lengthOf, numberCues, sampleCues, type NumberedCue } from './numbered-cues.ts';
import { OpenAiChat, type ChatCall } from './openai-chat.ts';
import { mapConcurrently } from './map-concurrently.ts';
import { joinWindows, partByRules, type Part } from './window-chapters.ts';
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

/** More windows would be too many calls for one video. */
const maxWindows = 60;
/** Instructions and prompts of a request, in tokens. */
const usualInstructions = 1_200;
/** A shorter part of a transcript says too little. */
const minLength = 1_500;
/** How often a text is cut shorter for one request, while the size that a model takes is found out. */
const maxCuts = 6;

/** The model takes only shorter texts than this window. */
class WindowTooLong extends Error {
  override readonly name = 'WindowTooLong';
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
    if (length === 0) return this.extractive.writeChapters(request);
    if (length > maxTranscriptLength) return this.writeChaptersByRules(request, 'too-long');
    const parts = await this.generateWindows(numbered, request);
    const reason = parts.find((each) => each.reason !== undefined)?.reason;
    if (parts.every((each) => each.reason !== undefined))
      return this.writeChaptersByRules(request, reason ?? 'too-long');
    const chapters = joinWindows(parts).map(({ start, title, summary, quotes }) => ({
      start,
      title,
      summary,
      quotes,
    }));
    const origin = { isByModel: true, ...(reason && { reason }) };
    const [only] = parts;
    if (only && parts.length === 1)
      return { result: { chapters, summary: only.summary, ...origin }, answer: only.answer };
    const summary = await this.summaryOf(chapters, request);
    const answers = parts.map(({ answer }) => answer);
    return {
      result: { chapters, summary: summary.result, ...origin },
      answer: [...answers, summary.answer].join('\n'),
    };
  }

  async writeQuotes(request: QuotesRequest): Promise<Generated<readonly string[]>> {
    const { prompt, quoteCount, avoid } = request;
    const numbered = numberCues(request.cues);
    const ask = (cues: readonly NumberedCue[]) => askForQuotes({ cues, prompt, quoteCount, avoid });
    return (
      (await this.askAboutSample(numbered, maxChapterLength, ask, request)) ??
      this.extractive.writeQuotes(request)
    );
  }

  async writeAnswer(request: AnswerRequest): Promise<Generated<string>> {
    const { prompt } = request;
    const numbered = numberCues(request.cues);
    const ask = (cues: readonly NumberedCue[]) => askForAnswer({ cues, prompt });
    return (
      (await this.askAboutSample(numbered, maxChapterLength, ask, request)) ??
      this.extractive.writeAnswer(request)
    );
  }

  async writeSummary(request: SummaryRequest): Promise<Generated<string>> {
    const { prompt, chapters } = request;
    const numbered = numberCues(request.cues);
    const ask = (cues: readonly NumberedCue[]) => askForSummary({ cues, chapters, prompt });
    return (
      (await this.askAboutSample(numbered, maxSummaryLength, ask, request)) ??
      this.extractive.writeSummary(request)
    );
  }

  private async writeChaptersByRules(
    request: ChaptersRequest,
    reason: RulesReason,
  ): Promise<Generated<GeneratedChapters>> {
    this.logger.warn({ reason }, 'the extractive engine writes chapters instead of the language model');
    const { result, answer } = await this.extractive.writeChapters(request);
    return { result: { ...result, reason }, answer };
  }

  /** Asks with as many cues as the model takes. @returns undefined without an answer that can be used */
  private async askAboutSample<Answer, Result>(
    numbered: readonly NumberedCue[],
    maxLength: number,
    toQuestion: (cues: readonly NumberedCue[]) => ModelQuestion<Answer, Result>,
    call: Pick<ChatCall, 'signal' | 'admit'>,
  ): Promise<Generated<Result> | undefined> {
    if (numbered.length === 0) return undefined;
    for (let cuts = 0, before = Infinity; cuts < maxCuts; cuts += 1) {
      const length = Math.min(maxLength, this.lengthFor(numbered), before);
      const asked = await this.ask(toQuestion(sampleCues(numbered, length)), call);
      if ('result' in asked) return asked;
      if (asked.reason !== 'too-long' || length <= minLength) return undefined;
      before = length / 2;
    }
    return undefined;
  }

  /** How many characters of a transcript the model takes with the usual instructions. */
  private lengthFor(cues: readonly NumberedCue[]): number {
    const tokens = cues.reduce((sum, { line }) => sum + tokensAbout(line), 0);
    const perCharacter = tokens / Math.max(1, lengthOf(cues));
    return Math.max(minLength, (this.chat.room.prompt - usualInstructions) / perCharacter);
  }

  /** Logs when the model gave no usable answer, so that operators know that the extractive engine is used. */
  private async ask<Answer, Result>(
    question: ModelQuestion<Answer, Result>,
    call: Pick<ChatCall, 'signal' | 'admit'>,
  ): Promise<Generated<Result> | Unusable> {
    const asked = await askModel(this.chat, question, call);
    if (!('result' in asked)) {
      const about = question.name;
      const { reason } = asked;
      const then = reason === 'too-long' ? '' : '; the extractive engine is used';
      this.logger.warn({ about, reason }, `no usable answer of the language model${then}`);
    }
    return asked;
  }

  /** Asks about each window; about shorter ones when the model takes only these. */
  private async generateWindows(cues: readonly NumberedCue[], request: ChaptersRequest): Promise<Part[]> {
    let length = Math.min(windowLength, this.lengthFor(cues));
    for (let cuts = 0; ; cuts += 1) {
      const windows = cutWindows(cues, length);
      const isShortest = cuts >= maxCuts || length <= minLength;
      if (windows.length > maxWindows) return windows.map((window) => partByRules(window, 'too-long', 1));
      try {
        return await mapConcurrently(
          windows,
          (window, either) => this.generateWindow(window, { ...request, signal: either }, isShortest),
          request.signal,
        );
      } catch (error) {
        if (!(error instanceof WindowTooLong)) throw error;
        length = Math.max(minLength, Math.min(this.lengthFor(cues), length * 0.7));
      }
    }
  }

  /** Without a usable answer for a window, only that window falls back to the extractive engine. */
  private async generateWindow(
    window: CueWindow,
    { prompt, quoteCount, admit, signal }: ChaptersRequest,
    isShortest: boolean,
  ): Promise<Part> {
    const question = askForChapters({ window, prompt, quoteCount });
    const asked = await this.ask(question, { signal, admit });
    if ('result' in asked) return { ...asked.result, answer: asked.answer, window };
    if (asked.reason === 'too-long' && !isShortest) throw new WindowTooLong();
    return partByRules(window, asked.reason, quoteCount);
  }

  /** The chapters exist already: a model that is refused or unavailable now only affects the summary. */
  private async summaryOf(
    chapters: readonly { readonly title: string; readonly summary: string }[],
    { cues, prompt, durationSeconds, signal, admit }: ChaptersRequest,
  ): Promise<Generated<string>> {
    const request = { cues, chapters, prompt, durationSeconds, signal };
    const question = askForSummary({ cues: [], chapters, prompt });
    try {
      const asked = await this.ask(question, { signal, admit });
      if ('result' in asked) return asked;
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
