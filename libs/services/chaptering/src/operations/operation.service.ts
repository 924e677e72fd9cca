import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { authRpc } from '@vault/contracts/rpc';
import {
  AppError,
  CLOCK,
  correlationId,
  createMessage,
  RPC,
  type Clock,
  type Decision,
  type Rpc,
} from '@vault/platform';
import { ChapterSetRepository, type VideoIdentity } from '../chapters/chapter-set.repository.ts';
import type { ChapterSetDocument } from '../chapters/chapter-set.schema.ts';
import { notYet } from '../chapters/not-yet.ts';
import { together, toWorkChange } from '../chapters/work-change.ts';
import { leaseMs, queueJob, type Job, type JobKind, type JobRequest } from '../domain/job.ts';
import { withEnding, withJob, workOf, type Ending } from '../domain/work.ts';
import { ModelBudget } from '../model-use/model-budget.ts';
import { askedChapter } from './asked-chapter.ts';
import { OperationRepository } from './operation.repository.ts';
import { priceOf } from './price-of.ts';

/** What a person asks to have written. */
export interface Wish {
  readonly kind: JobKind;
  /** Seconds, for quotes and search. */
  readonly chapterStart?: number;
  /** What they typed for it. */
  readonly prompt: string;
}

/**
 * Takes what people ask for: the same wish joins what runs already, another one of the same kind has to wait. The job is
 * there before its tokens are set aside, and begins only then, so that neither is left alone when a process dies.
 */
@Injectable()
export class OperationService {
  constructor(
    private readonly sets: ChapterSetRepository,
    private readonly operations: OperationRepository,
    private readonly budget: ModelBudget,
    @Inject(RPC) private readonly rpc: Rpc,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async request(identity: VideoIdentity, wish: Wish, messageId: string): Promise<void> {
    const set = await this.sets.find(identity);
    if (!set || (set.chapters.length === 0 && wish.kind !== 'chapters')) throw notYet();
    if (set.handled.includes(messageId)) return;
    // A set remembers so many messages, a record its own for ever.
    const known = await this.operations.find({ ...identity, operationId: messageId });
    if (known && known.state !== 'queued') return;
    const running = workOf(set).jobs[wish.kind];
    const job = running ?? (await this.queue(set, wish, messageId));
    if (job.id !== messageId) await this.join(identity, job, wish, messageId);
    await this.reserve(identity, job, messageId);
  }

  /** @returns the job that is there then: this one, or one that another request queued at the same moment */
  private async queue(set: ChapterSetDocument, wish: Wish, messageId: string): Promise<Job> {
    const { kind, chapterStart, prompt: typed } = wish;
    const chapter = askedChapter(set, chapterStart);
    await this.budget.demand(set.ownerId);
    const settings = await this.auth.getSettings({ userId: set.ownerId });
    const { prompt, tokens } = priceOf(kind, { settings, set, chapter, typed });
    const about = chapterStart === undefined ? {} : { chapterStart };
    const asked: JobRequest = { ...about, wish: digestOf(wish), tokens, isReserved: false };
    const identity = { ownerId: set.ownerId, videoId: set._id };
    const queuedAt = this.clock.now();
    await this.operations.open({
      ...{ _id: messageId, ...identity, kind, ...about, createdAt: queuedAt, tokensReserved: tokens },
      ...{ systemPrompt: prompt.system, contextPrompt: prompt.context ?? '', customPrompt: prompt.user },
      quoteCount: settings.quoteCount,
    });
    // Looked at before its tokens are set aside only when nobody does that any more.
    const dueAt = new Date(queuedAt.getTime() + leaseMs);
    const own = queueJob(messageId, kind, { queuedAt, correlationId: correlationId(), asked, dueAt });
    const changed = await this.sets.change(identity, (now) =>
      workOf(now).jobs[kind] ? undefined : toWorkChange(withJob(workOf(now), own), queuedAt),
    );
    const job = changed && workOf(changed).jobs[kind];
    if (job?.id !== messageId) await this.operations.remove({ ...identity, operationId: messageId });
    if (!job) throw notYet();
    return job;
  }

  private async join(identity: VideoIdentity, job: Job, wish: Wish, messageId: string): Promise<void> {
    if ((job.asked?.wish ?? digestOf({ kind: job.kind, prompt: '' })) !== digestOf(wish))
      throw busy(job, wish);
    const { id, kind, queuedAt = this.clock.now() } = job;
    await this.operations.open({ _id: id, ...identity, kind, createdAt: queuedAt });
    await this.operations.join({ ...identity, operationId: id }, messageId);
  }

  /** Sets the tokens aside, whoever's request is the first to get that far, and has the job begin. */
  private async reserve(identity: VideoIdentity, { id, kind, asked }: Job, messageId: string): Promise<void> {
    const { ownerId: userId, videoId } = identity;
    if (asked && !asked.isReserved) {
      const reservation = { operationId: id, amount: asked.tokens, purpose: kind, videoId };
      try {
        await this.auth.reserveTokens({ userId, ...reservation });
      } catch (error) {
        if (error instanceof AppError && error.code !== 'unavailable')
          await this.withdraw(identity, id, error);
        throw error;
      }
    }
    const begin = (set: ChapterSetDocument) => this.begin(set, kind, id);
    // Noted as handled all the same: when this message comes again after the job has ended, nothing begins.
    await this.sets.change(identity, (set) => begin(set) ?? {}, messageId);
  }

  private begin(
    set: ChapterSetDocument,
    kind: JobKind,
    jobId: string,
  ): Decision<ChapterSetDocument> | undefined {
    const work = workOf(set);
    const job = work.jobs[kind];
    if (job?.id !== jobId || !job.asked || job.asked.isReserved) return undefined;
    const now = this.clock.now();
    const ready = { ...job, asked: { ...job.asked, isReserved: true }, dueAt: now };
    const data = { videoId: set._id, ownerId: set.ownerId, jobId };
    const type = 'chaptering.generation-started.v1';
    const events = [createMessage({ type, source: 'chaptering', subject: set._id, data })];
    return together(toWorkChange(withJob(work, ready), now), kind === 'chapters' ? { events } : {});
  }

  /** The tokens were refused: nothing is left of the request, but an answer for those who joined it. */
  private async withdraw(
    identity: VideoIdentity,
    jobId: string,
    { code, message: msg }: AppError,
  ): Promise<void> {
    const record = { ...identity, operationId: jobId };
    const hasOthers = ((await this.operations.find(record))?.commandIds.length ?? 0) > 1;
    const now = this.clock.now();
    await this.sets.change(identity, (set) => {
      const work = workOf(set);
      const job = Object.values(work.jobs).find(({ id }) => id === jobId);
      if (!job || job.asked?.isReserved) return undefined;
      const { kind } = job;
      const ending: Ending = {
        ...{ operationId: jobId, kind, state: 'failed', msg, code, tokens: 0 },
        ...{ isReserved: false, attempts: 0, dueAt: now },
      };
      const without = withEnding(work, ending);
      return toWorkChange(hasOthers ? without : { ...without, endings: work.endings }, now);
    });
    if (!hasOthers) await this.operations.remove(record);
  }

  private get auth() {
    return this.rpc.client('auth', authRpc.AuthServiceService);
  }
}

/** Equal for equal wishes, and short. */
function digestOf({ kind, chapterStart, prompt }: Wish): string {
  const words = JSON.stringify([kind, chapterStart ?? null, prompt.trim()]);
  return createHash('sha256').update(words).digest('base64url');
}

function busy({ kind, asked }: Job, { chapterStart }: Wish): AppError {
  const what = { quotes: 'Quotes', search: 'An answer', chapters: 'Chapters', summary: 'A summary' }[kind];
  const verb = kind === 'quotes' || kind === 'chapters' ? 'are' : 'is';
  const where = asked?.chapterStart === chapterStart ? 'for another prompt' : 'for another chapter';
  return new AppError(
    'conflict',
    `${what} ${verb} being written ${where} just now. Please try again when that is done.`,
  );
}
