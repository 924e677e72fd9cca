import { Inject, Injectable } from '@nestjs/common';
import { searchTextLimit } from '@vault/contracts';
import type { Prompt, TextWriter } from '@vault/integrations';
import { AppError, LOGGER, type Logger } from '@vault/platform';
import { KEYLESS_WRITER, TEXT_WRITER } from '../chaptering.tokens.ts';
import type { VideoIdentity } from '../chapters/chapter-set.repository.ts';
import type { ChapterSetDocument } from '../chapters/chapter-set.schema.ts';
import { ChapterSetService } from '../chapters/chapter-set.service.ts';
import type { Chapter, Cue } from '../domain/chapter.ts';
import { isLastTry, type Job } from '../domain/job.ts';
import { plainText } from '../domain/plain-line.ts';
import type { WrittenWords } from '../domain/written-words.ts';
import { ModelBudget } from '../model-use/model-budget.ts';
import { CueReader } from '../transcripts/cue-reader.ts';
import { QuotesWriting } from './quotes-writing.ts';
import { writeChapters } from './write-chapters.ts';

/** Tells how far the work is, 0 to 100, and what has just been done. */
export type Report = (percent: number, step: string) => Promise<void>;

export interface WritingAsked {
  /** All that was said in the video. */
  readonly cues: readonly Cue[];
  readonly set: ChapterSetDocument;
  readonly job: Job;
  readonly prompt: Prompt;
  readonly quoteCount: number;
  readonly signal: AbortSignal;
  readonly report: Report;
}

/** What was written and checked, and the answer of the writer word for word. */
export interface WritingAnswer {
  readonly written: WrittenWords;
  readonly answer: string;
}

const maxVideoSummaryLength = 2_000;
/** What the record of automatic chapters says where the account had used up its day. */
const withoutModel =
  'The language model had been asked as often as it may be in one day: these chapters are made of words that were said.';
const readPercent = 10;
const writtenPercent = 80;

/** Has words written for one job, and checks them. */
@Injectable()
export class WritingService {
  private readonly quotes: QuotesWriting;

  constructor(
    private readonly cues: CueReader,
    private readonly sets: ChapterSetService,
    private readonly budget: ModelBudget,
    @Inject(TEXT_WRITER) private readonly writer: TextWriter,
    @Inject(KEYLESS_WRITER) private readonly keyless: TextWriter,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.quotes = new QuotesWriting(keyless);
  }

  async read(set: ChapterSetDocument, report: Report): Promise<readonly Cue[]> {
    const cues = await this.cues.read(set);
    await report(readPercent, 'transcript read');
    return cues;
  }

  async write(asked: WritingAsked): Promise<WritingAnswer> {
    const written = await this.writeFrom(asked.cues, asked);
    await asked.report(writtenPercent, `${asked.job.kind} written`);
    return written;
  }

  /** The video was deleted meanwhile: what was kept on the way goes too. */
  discard(identity: VideoIdentity): Promise<void> {
    return this.sets.discard(identity);
  }

  private writeFrom(cues: readonly Cue[], asked: WritingAsked): Promise<WritingAnswer> {
    const { kind } = asked.job;
    if (kind === 'chapters') return this.writeChapters(cues, asked);
    if (kind === 'summary') return this.writeSummary(cues, asked);
    const chapter = chapterOf(asked);
    const own = cues.filter(({ start }) => start >= chapter.start && start < chapter.end);
    return kind === 'quotes' ? this.writeQuotes(own, chapter, asked) : this.writeSearch(own, asked);
  }

  /** What the product does by itself never fails because a language model is away, or may not be asked any more today. */
  private async writeChapters(cues: readonly Cue[], asked: WritingAsked): Promise<WritingAnswer> {
    const { job, set } = asked;
    if (!job.asked && isLastTry(job)) return this.writeChaptersBy(this.keyless, cues, asked);
    try {
      return await this.writeChaptersBy(this.writer, cues, asked);
    } catch (error) {
      if (job.asked || !(error instanceof AppError && error.code === 'limit-reached')) throw error;
      this.logger.warn(
        { videoId: set._id, jobId: job.id },
        'chapters are written without the language model',
      );
      return this.writeChaptersBy(this.keyless, cues, asked, withoutModel);
    }
  }

  private async writeChaptersBy(
    writer: TextWriter,
    cues: readonly Cue[],
    asked: WritingAsked,
    msg = '',
  ): Promise<WritingAnswer> {
    const { set, prompt, quoteCount, signal } = asked;
    const { durationSeconds } = set;
    const { chapters, summary, answer } = await writeChapters(writer, this.quotes, {
      ...{ cues, durationSeconds, quoteCount, prompt, signal, admit: this.admission(asked) },
    });
    return {
      written: { kind: 'chapters', chapters, summary: plainText(summary, maxVideoSummaryLength), msg },
      answer,
    };
  }

  private admission({ set: { ownerId } }: WritingAsked): () => Promise<void> {
    return () => this.budget.take(ownerId);
  }

  private async writeSummary(cues: readonly Cue[], asked: WritingAsked): Promise<WritingAnswer> {
    const { set, prompt, signal } = asked;
    if (cues.length === 0) throw nothingSaid('in this video', 'to summarise');
    const chapters = set.chapters.map(({ title, summary }) => ({ title, summary }));
    const { durationSeconds } = set;
    const about = { cues, chapters, durationSeconds, admit: this.admission(asked) };
    const { result, answer } = await this.writer.writeSummary({ ...about, prompt, signal });
    const summary = plainText(result, maxVideoSummaryLength);
    if (summary === '') throw nothingSaid('in this video', 'to summarise');
    return { written: { kind: 'summary', summary }, answer };
  }

  private async writeQuotes(
    cues: readonly Cue[],
    chapter: Chapter,
    asked: WritingAsked,
  ): Promise<WritingAnswer> {
    if (cues.length === 0) throw nothingSaid('in this chapter', 'to quote');
    const avoid = chapter.quotes.map(({ text }) => text);
    const { prompt, quoteCount, signal } = asked;
    const wanted = { cues, prompt, quoteCount, avoid, signal, admit: this.admission(asked) };
    const { result, answer } = await this.writer.writeQuotes(wanted);
    const quotes = await this.quotes.checked(result, wanted);
    if (quotes.length === 0) throw nothingSaid('in this chapter', 'to quote');
    return { written: { kind: 'quotes', quotes, chosen: quoteCount }, answer };
  }

  private async writeSearch(cues: readonly Cue[], asked: WritingAsked): Promise<WritingAnswer> {
    if (cues.length === 0) throw nothingSaid('in this chapter', 'to answer from');
    const { prompt, signal } = asked;
    const admit = this.admission(asked);
    const { result, answer } = await this.writer.writeAnswer({ cues, prompt, signal, admit });
    const text = plainText(result, searchTextLimit);
    if (text === '') throw nothingSaid('in this chapter', 'to answer from');
    return { written: { kind: 'search', text }, answer };
  }
}

/** The chapter that a job is about, and where it ends. @throws {AppError} `conflict` when it is not there any more */
function chapterOf({ set: { chapters }, job }: WritingAsked): Chapter & { end: number } {
  const index = chapters.findIndex(({ start }) => start === job.asked?.chapterStart);
  const chapter = chapters[index];
  if (!chapter) throw new AppError('conflict', 'This chapter is not there any more. Please reload the page.');
  return { ...chapter, end: chapters[index + 1]?.start ?? Infinity };
}

function nothingSaid(where: string, forWhat: string): AppError {
  return new AppError('conflict', `Too little was said ${where}: there is nothing ${forWhat}.`);
}
