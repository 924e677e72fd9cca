import { Inject, Injectable } from '@nestjs/common';
import { searchTextLimit, type RulesReason, type VideoIdentity } from '@vault/contracts';
import { ExtractiveTextWriter, type GeneratedChapters, type TextWriter } from '@vault/integrations';
import { AppError, assertAllowed, LOGGER, type Logger } from '@vault/base';
import { hasLanguageData, languageOf } from '@vault/chapter-engine';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { EXTRACTIVE_WRITER, TEXT_WRITER } from '../config/chaptering.tokens.ts';
import { CorrectCaptionsService } from '../chapters/correct-captions.service.ts';
import { wordsIdOf, type ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import type { Chapter, Cue } from '../domain/chapters/chapter.ts';
import { isAbandoned } from '../domain/jobs/failure-message.ts';
import { maxVideoSummaryLength } from '../domain/chapters/chapter-rules.ts';
import { toFileChapters } from '../domain/chapters/file-chapters.ts';
import { isExhausted, isLastAttempt, type Job } from '../domain/jobs/job.ts';
import { plainText } from '../domain/chapters/plain-line.ts';
import type { ChaptersOrigin, GeneratedText } from '../domain/chapters/generated-text.ts';
import { toNames } from '../domain/glossary/names-to-check.ts';
import { countedAnswer, tokensOf, tokensSent } from '../domain/prompts/token-estimate.ts';
import { spokenLines } from '../domain/transcript/timed-lines.ts';
import { GlossaryRepository } from '../glossary/glossary.repository.ts';
import { GlossarySearchService } from '../glossary/glossary-search.service.ts';
import { ModelBudget } from '../model-use/model-budget.ts';
import { OperationRepository, type SentPrompts } from '../operations/operation.repository.ts';
import type { OperationDocument } from '../operations/operation.schema.ts';
import { promptOf } from '../operations/prompt-of.ts';
import { CueReader } from '../transcripts/cue-reader.ts';
import type { Result } from './commit-result.ts';
import { chapterOf, nothingAbout, nothingSaid, type GenerationInput } from './generation-input.ts';
import { QuoteGenerator } from './quote-generator.ts';
import { generateChapters } from './generate-chapters.ts';

/** Reports the progress, 0 to 100, and the step that was just finished. */
export type Report = (percent: number, step: string) => Promise<void>;

/** A leased job, and the set at that time. */
export interface LeasedJob {
  readonly identity: VideoIdentity;
  readonly set: ChapterSetDocument;
  readonly lease: Job;
}

/** The verified result, and the raw answer of the text writer. */
interface GenerationAnswer {
  readonly generated: GeneratedText;
  readonly answer: string;
}

/** The note in the record of automatic chapters when the account might not use the language model. */
const withoutModel =
  'The daily limit of the language model was reached, or the membership had ended: these chapters use only words from the transcript.';
const readPercent = 10;
const generatedPercent = 80;

/** Generates and verifies the text of one job, and stores it in the record of the operation. */
@Injectable()
export class TextGenerationService {
  private readonly quotes: QuoteGenerator;

  constructor(
    private readonly cues: CueReader,
    private readonly captions: CorrectCaptionsService,
    private readonly glossaries: GlossaryRepository,
    private readonly glossarySearch: GlossarySearchService,
    private readonly operations: OperationRepository,
    private readonly budget: ModelBudget,
    @Inject(TEXT_WRITER) private readonly writer: TextWriter,
    @Inject(EXTRACTIVE_WRITER) private readonly extractive: TextWriter,
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.quotes = new QuoteGenerator(extractive);
  }

  /** @returns the result, which a worker that died before it could commit it may have generated */
  async generate(
    { identity, set, lease: job }: LeasedJob,
    signal: AbortSignal,
    report: Report,
  ): Promise<Result> {
    if (isExhausted(job)) throw new Error('The workers of this job failed too often.');
    if (isAbandoned(job.request)) throw new Error('The tokens of this job were never reserved.');
    const { id: _id, kind, queuedAt: createdAt } = job;
    // An automatic job has no record before it starts.
    const operation = await this.operations.open({ _id, ...identity, kind, createdAt });
    if (operation.generated && operation.wordsId === wordsIdOf(set))
      return {
        generated: operation.generated,
        tokens: operation.tokensSent + operation.tokensReceived,
        read: { words: set, recognised: await this.cues.readStored(set) },
        ...(await this.namesIn(identity, kind, signal)),
      };
    let words = set;
    const recognised = await this.cues.read(set, async (lines) => {
      words = (await this.captions.correct(set, lines)) ?? words;
    });
    const cues = spokenLines(recognised, words.mends);
    await report(readPercent, 'transcript read');
    const { quoteCount, ...sent } = await this.promptsFor(set, job, operation);
    const prompt = { system: sent.systemPrompt, context: sent.contextPrompt, user: sent.customPrompt };
    const { generated, answer } = await this.generateFrom(cues, { set, job, prompt, quoteCount, signal });
    await report(generatedPercent, `${kind} generated`);
    const resultString = countedAnswer(kind, answer);
    const tokens = { tokensSent: tokensSent(prompt), tokensReceived: tokensOf(resultString.length) };
    const record = { ownerId: identity.ownerId, operationId: _id };
    await this.operations.storeAnswer(record, {
      generated,
      resultString,
      ...tokens,
      wordsId: wordsIdOf(words),
    });
    return {
      generated,
      tokens: tokens.tokensSent + tokens.tokensReceived,
      read: { words, recognised },
      ...(await this.namesIn(identity, kind, signal)),
    };
  }

  /** The names that people have to check in new chapters; none where it takes too long to look for them. */
  private async namesIn(
    identity: VideoIdentity,
    kind: Job['kind'],
    signal: AbortSignal,
  ): Promise<Pick<Result, 'names'>> {
    if (kind !== 'chapters') return {};
    try {
      const { proposals } = await this.glossarySearch.proposals(identity, signal);
      return { names: toNames(proposals) };
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error;
      this.logger.warn({ ...identity, code: error.code }, 'no names are looked for in the captions');
      return { names: [] };
    }
  }

  /** @returns the prompts that are stored with a person's request; for an automatic job, they are made now */
  private async promptsFor(
    set: ChapterSetDocument,
    { id: operationId, kind }: Job,
    operation: OperationDocument,
  ): Promise<SentPrompts> {
    if (operation.systemPrompt !== '') return operation;
    const { ownerId } = set;
    const [settings, { terms }] = await Promise.all([
      this.auth.getSettings({ ownerId }),
      this.glossaries.get(ownerId),
    ]);
    const {
      system,
      context = '',
      user,
    } = promptOf(kind, { settings, set, terms, chapter: { quotes: [] }, typed: '' });
    const { quoteCount } = settings;
    const sent = { systemPrompt: system, contextPrompt: context, customPrompt: user, quoteCount };
    await this.operations.storePrompts({ ownerId, operationId }, sent);
    return sent;
  }

  private generateFrom(cues: readonly Cue[], input: GenerationInput): Promise<GenerationAnswer> {
    const { kind } = input.job;
    if (kind === 'chapters') return this.generateChapters(cues, input);
    if (kind === 'summary') return this.generateSummary(cues, input);
    const chapter = chapterOf(input);
    const own = cues.filter(({ start }) => start >= chapter.start && start < chapter.end);
    return kind === 'quotes' ? this.generateQuotes(own, chapter, input) : this.generateAnswer(own, input);
  }

  /** Automatic chapters never fail because the language model is unavailable, or may not be used. */
  private async generateChapters(cues: readonly Cue[], input: GenerationInput): Promise<GenerationAnswer> {
    const { job, set } = input;
    if (!job.request && isLastAttempt(job))
      return this.generateChaptersWith(
        this.extractive,
        cues,
        input,
        this.hasModel ? { reason: 'unavailable' } : {},
      );
    try {
      return await this.generateChaptersWith(this.writer, cues, input);
    } catch (error) {
      if (job.request || !AppError.is(error, 'limit-reached')) throw error;
      this.logger.warn(
        { videoId: set._id, jobId: job.id },
        'chapters are generated without the language model',
      );
      return this.generateChaptersWith(this.extractive, cues, input, { reason: 'limit', msg: withoutModel });
    }
  }

  private get hasModel(): boolean {
    return !(this.writer instanceof ExtractiveTextWriter);
  }

  private async generateChaptersWith(
    writer: TextWriter,
    cues: readonly Cue[],
    input: GenerationInput,
    instead: { readonly reason?: RulesReason; readonly msg?: string } = {},
  ): Promise<GenerationAnswer> {
    const { set, prompt, quoteCount, signal } = input;
    const { durationSeconds } = set;
    const ofFile = await this.readFileChapters(cues, input);
    // Nothing is known of uploaded captions.
    const stated = set.uploadedCaptions ? undefined : set.source?.language;
    const about = { cues, durationSeconds, quoteCount, language: stated };
    const request = { ...about, prompt, owner: set.ownerId, signal, admit: this.admission(input) };
    const { answer, ...result } = await generateChapters(writer, this.quotes, request, ofFile);
    const summary = plainText(result.summary, maxVideoSummaryLength);
    const { chapters } = result;
    const areOfFile = ofFile.length > 0;
    const { msg = '', reason = result.reason } = instead;
    const written = { isByModel: result.isByModel, ...(reason && { reason }) };
    const origin =
      areOfFile || cues.length === 0 ? {} : { origin: originOf(languageOf(cues, stated), written) };
    return { generated: { kind: 'chapters', chapters, summary, areOfFile, ...origin, msg }, answer };
  }

  /** The first chapters are those of the file, if it has any. All others are requested by a person. */
  private async readFileChapters(cues: readonly Cue[], { set, job }: GenerationInput): Promise<Chapter[]> {
    const isFirst = !job.request && (set.chapters.length === 0 || set.areOfFile);
    if (!isFirst) return [];
    return toFileChapters(await this.cues.readChapters(set), cues, set.durationSeconds);
  }

  /** Whoever requests an operation was asked for the membership before. */
  private admission({ set: { ownerId }, job }: GenerationInput): () => Promise<void> {
    return async () => {
      if (!job.request) assertAllowed(await this.auth.getEntitlement({ ownerId }));
      await this.budget.take(ownerId);
    };
  }

  private async generateSummary(cues: readonly Cue[], input: GenerationInput): Promise<GenerationAnswer> {
    const { set, prompt, signal } = input;
    if (cues.length === 0) throw nothingSaid('in this video', 'to summarise');
    const chapters = set.chapters.map(({ title, summary }) => ({ title, summary }));
    const { durationSeconds } = set;
    const about = { cues, chapters, durationSeconds, admit: this.admission(input) };
    const { result, answer } = await this.writer.writeSummary({
      ...about,
      prompt,
      owner: set.ownerId,
      signal,
    });
    const summary = plainText(result, maxVideoSummaryLength);
    if (summary === '') throw nothingSaid('in this video', 'to summarise');
    return { generated: { kind: 'summary', summary }, answer };
  }

  private async generateQuotes(
    cues: readonly Cue[],
    chapter: Chapter,
    input: GenerationInput,
  ): Promise<GenerationAnswer> {
    if (cues.length === 0) throw nothingSaid('in this chapter', 'to quote');
    const { prompt, quoteCount, signal } = input;
    const hasFocus = prompt.user !== '';
    // With a focus, present quotes may stay: they may be about it.
    const avoid = hasFocus ? [] : chapter.quotes.map(({ text }) => text);
    const about = { cues, prompt, quoteCount, avoid, owner: input.set.ownerId };
    const request = { ...about, signal, admit: this.admission(input) };
    const { result, answer } = await this.writer.writeQuotes(request);
    if (hasFocus && result.length === 0) throw nothingAbout();
    const quotes = await this.quotes.verifyAndComplete(result, request);
    if (quotes.length === 0) throw hasFocus ? nothingAbout() : nothingSaid('in this chapter', 'to quote');
    return { generated: { kind: 'quotes', quotes, chosen: quoteCount }, answer };
  }

  private async generateAnswer(cues: readonly Cue[], input: GenerationInput): Promise<GenerationAnswer> {
    if (cues.length === 0) throw nothingSaid('in this chapter', 'to answer from');
    const { prompt, signal, set } = input;
    const about = { cues, prompt, owner: set.ownerId, admit: this.admission(input) };
    const { result, answer } = await this.writer.writeAnswer({ ...about, signal });
    const text = plainText(result, searchTextLimit);
    if (text === '') throw nothingSaid('in this chapter', 'to answer from');
    return { generated: { kind: 'search', text }, answer };
  }
}

function originOf(
  language: string,
  { isByModel, ...why }: Pick<GeneratedChapters, 'isByModel' | 'reason'>,
): ChaptersOrigin {
  const method = isByModel ? 'model' : hasLanguageData(language) ? 'rules' : 'statistics';
  return { language, method, ...why };
}
