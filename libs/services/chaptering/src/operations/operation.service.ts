import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { VideoIdentity } from '@vault/contracts';
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
import { ChapterSetRepository } from '../chapters/chapter-set.repository.ts';
import type { ChapterSetDocument } from '../chapters/chapter-set.schema.ts';
import { noChaptersYet } from '../chapters/no-chapters-yet.ts';
import { combineChanges, toWorkChange } from '../chapters/work-change.ts';
import { leaseMs, queueJob, type Job, type JobKind, type JobRequest } from '../domain/job.ts';
import { withSettlement, withJob, type Settlement } from '../domain/work.ts';
import { ModelBudget } from '../model-use/model-budget.ts';
import { requestedChapter } from './chapter-snapshot.ts';
import { OperationRepository } from './operation.repository.ts';
import { priceOf } from './price-of.ts';

/** What a person wants generated. */
export interface GenerationRequest {
  readonly kind: JobKind;
  /** The start of the chapter in seconds, for quotes and search. */
  readonly chapterStart?: number;
  /** What they typed for this request. */
  readonly prompt: string;
}

/**
 * Queues generations that people request. An equal request joins the running job; another one of the same kind is
 * refused meanwhile. The job is stored before its tokens are reserved and starts after that, so that a process that
 * dies leaves neither a reservation without a job nor a running job without a reservation.
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

  async request(identity: VideoIdentity, generation: GenerationRequest, messageId: string): Promise<void> {
    const set = await this.sets.find(identity);
    if (!set || (set.chapters.length === 0 && generation.kind !== 'chapters')) throw noChaptersYet();
    if (set.handled.includes(messageId)) return;
    // A set keeps the ids of its latest messages only; the record keeps its own for good.
    const known = await this.operations.find({ ...identity, operationId: messageId });
    if (known && known.state !== 'queued') return;
    const running = set.jobs[generation.kind];
    const job = running ?? (await this.queue(set, generation, messageId));
    if (job.id !== messageId) await this.join(identity, job, generation, messageId);
    await this.reserve(identity, job, messageId);
  }

  /** @returns the queued job: of this request, or of another one that was queued at the same time */
  private async queue(
    set: ChapterSetDocument,
    generation: GenerationRequest,
    messageId: string,
  ): Promise<Job> {
    const { kind, chapterStart, prompt: typed } = generation;
    const chapter = requestedChapter(set, chapterStart);
    await this.budget.assertAvailable(set.ownerId);
    const settings = await this.auth.getSettings({ userId: set.ownerId });
    const { prompt, tokens } = priceOf(kind, { settings, set, chapter, typed });
    const about = chapterStart === undefined ? {} : { chapterStart };
    const request: JobRequest = { ...about, digest: digestOf(generation), tokens, isReserved: false };
    const identity = { ownerId: set.ownerId, videoId: set._id };
    const queuedAt = this.clock.now();
    await this.operations.open({
      ...{ _id: messageId, ...identity, kind, ...about, createdAt: queuedAt, tokensReserved: tokens },
      ...{ systemPrompt: prompt.system, contextPrompt: prompt.context ?? '', customPrompt: prompt.user },
      quoteCount: settings.quoteCount,
    });
    // A worker takes it before its tokens are reserved only if this process died.
    const dueAt = new Date(queuedAt.getTime() + leaseMs);
    const own = queueJob(messageId, kind, { queuedAt, correlationId: correlationId(), request, dueAt });
    const changed = await this.sets.change(identity, (now) =>
      now.jobs[kind] ? undefined : toWorkChange(withJob(now, own), queuedAt),
    );
    const job = changed?.jobs[kind];
    if (job?.id !== messageId) await this.operations.remove({ ...identity, operationId: messageId });
    if (!job) throw noChaptersYet();
    return job;
  }

  private async join(
    identity: VideoIdentity,
    job: Job,
    generation: GenerationRequest,
    messageId: string,
  ): Promise<void> {
    if ((job.request?.digest ?? digestOf({ kind: job.kind, prompt: '' })) !== digestOf(generation))
      throw busy(job, generation);
    const { id, kind, queuedAt } = job;
    await this.operations.open({ _id: id, ...identity, kind, createdAt: queuedAt });
    await this.operations.join({ ...identity, operationId: id }, messageId);
  }

  /** Reserves the tokens and starts the job; of several equal requests, the first one does both. */
  private async reserve(
    identity: VideoIdentity,
    { id, kind, request }: Job,
    messageId: string,
  ): Promise<void> {
    const { ownerId: userId, videoId } = identity;
    if (request && !request.isReserved) {
      const reservation = { operationId: id, amount: request.tokens, purpose: kind, videoId };
      try {
        await this.auth.reserveTokens({ userId, ...reservation });
      } catch (error) {
        if (error instanceof AppError && error.code !== 'unavailable')
          await this.withdraw(identity, id, error);
        throw error;
      }
    }
    const begin = (set: ChapterSetDocument) => this.begin(set, kind, id);
    // The message is stored as handled in any case: a redelivery after the job has ended starts nothing.
    await this.sets.change(identity, (set) => begin(set) ?? {}, messageId);
  }

  private begin(
    set: ChapterSetDocument,
    kind: JobKind,
    jobId: string,
  ): Decision<ChapterSetDocument> | undefined {
    const job = set.jobs[kind];
    if (job?.id !== jobId || !job.request || job.request.isReserved) return undefined;
    const now = this.clock.now();
    const ready = { ...job, request: { ...job.request, isReserved: true }, dueAt: now };
    const data = { videoId: set._id, ownerId: set.ownerId, jobId };
    const type = 'chaptering.generation-started.v1';
    const events = [createMessage({ type, source: 'chaptering', subject: set._id, data })];
    return combineChanges(toWorkChange(withJob(set, ready), now), kind === 'chapters' ? { events } : {});
  }

  /** The tokens were refused: removes the job, and keeps the record only for requests that joined it. */
  private async withdraw(
    identity: VideoIdentity,
    jobId: string,
    { code, message: msg }: AppError,
  ): Promise<void> {
    const record = { ...identity, operationId: jobId };
    const hasOthers = ((await this.operations.find(record))?.commandIds.length ?? 0) > 1;
    const now = this.clock.now();
    await this.sets.change(identity, (set) => {
      const job = Object.values(set.jobs).find(({ id }) => id === jobId);
      if (!job || job.request?.isReserved) return undefined;
      const { kind } = job;
      const settlement: Settlement = {
        ...{ operationId: jobId, kind, state: 'failed', msg, code, tokens: 0 },
        ...{ isReserved: false, attempts: 0, dueAt: now },
      };
      const without = withSettlement(set, settlement);
      return toWorkChange(hasOthers ? without : { ...without, settlements: set.settlements }, now);
    });
    if (!hasOthers) await this.operations.remove(record);
  }

  private get auth() {
    return this.rpc.client('auth', authRpc.AuthServiceService);
  }
}

function digestOf({ kind, chapterStart, prompt }: GenerationRequest): string {
  const words = JSON.stringify([kind, chapterStart ?? null, prompt.trim()]);
  return createHash('sha256').update(words).digest('base64url');
}

function busy({ kind, request }: Job, { chapterStart }: GenerationRequest): AppError {
  const what = { quotes: 'Quotes', search: 'An answer', chapters: 'Chapters', summary: 'A summary' }[kind];
  const verb = kind === 'quotes' || kind === 'chapters' ? 'are' : 'is';
  const where = request?.chapterStart === chapterStart ? 'for another prompt' : 'for another chapter';
  return new AppError(
    'conflict',
    `${what} ${verb} being written ${where} just now. Please try again when that is done.`,
  );
}
