import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { operationKinds, type VideoIdentity } from '@vault/contracts';
import type { chapteringRpc } from '@vault/contracts/rpc';
import { AppError, CLOCK, type Clock, currentOrigin } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { generationStarted, operationEnded } from '../chapters/chapter-content.ts';
import { ChapterSetRepository } from '../chapter-sets/chapter-set.repository.ts';
import type { ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import { noChaptersYet } from '../chapters/no-chapters-yet.ts';
import { combineChanges, toWorkChange } from '../chapters/work-change.ts';
import type { ListedChapter } from '../domain/chapters/chapter.ts';
import { findChapter, type ChapterRef } from '../domain/chapters/find-chapter.ts';
import { leaseMs, queueJob, type Job, type JobKind, type JobRequest } from '../domain/jobs/job.ts';
import { maxTokens } from '../domain/prompts/token-estimate.ts';
import { failedSettlement, withJob, withSettlement } from '../domain/jobs/work.ts';
import { GlossaryRepository } from '../glossary/glossary.repository.ts';
import { ModelBudget } from '../model-use/model-budget.ts';
import { OperationRepository } from '../operations/operation.repository.ts';
import { promptOf } from '../operations/prompt-of.ts';

/** What a person wants generated. */
export interface GenerationRequest {
  readonly kind: JobKind;
  /** For quotes and search. */
  readonly chapter?: ChapterRef;
  /** What they typed for this request. */
  readonly prompt: string;
}

type ChapterSnapshot = Pick<ListedChapter, 'quotes' | 'searchQuotes'> &
  Partial<Pick<ListedChapter, 'id' | 'start'>>;

/** For operations on the whole video. */
const noChapter: ChapterSnapshot = { quotes: [] };

interface ResolvedRequest extends Pick<GenerationRequest, 'kind' | 'prompt'> {
  readonly chapter: ChapterSnapshot;
}

/**
 * Accepts requests: checks them, stores operation and job, and reserves the tokens. An equal request joins the running
 * job; another one of the same kind is refused meanwhile. The job is stored before its tokens are reserved and starts
 * after that, so that a process that dies leaves neither a reservation without a job nor a running job without a
 * reservation.
 */
@Injectable()
export class GenerationService {
  constructor(
    private readonly sets: ChapterSetRepository,
    private readonly operations: OperationRepository,
    private readonly budget: ModelBudget,
    private readonly glossaries: GlossaryRepository,
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @InjectClient('upload') private readonly upload: ClientOf<'upload'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async request(identity: VideoIdentity, generation: GenerationRequest, messageId: string): Promise<void> {
    const set = assertReady(await this.sets.find(identity), generation.kind);
    if (set.handled.includes(messageId)) return;
    // A set has the ids of its latest messages only. The record of an operation has its id for good.
    const operation = await this.operations.find({ ...identity, operationId: messageId });
    if (operation && operation.state !== 'queued') return;
    const { kind, prompt } = generation;
    const running = set.jobs[kind];
    const chapter = running?.id === messageId ? noChapter : requestedChapter(set, generation);
    const resolved: ResolvedRequest = { kind, prompt, chapter };
    const job = running ?? (await this.queue(set, resolved, messageId));
    if (job.id !== messageId) await this.join(identity, job, resolved, messageId);
    await this.reserve(identity, job, messageId);
  }

  /**
   * The tokens that an operation would reserve, without a chapter for the most expensive one; and what the owner has.
   * @throws {AppError} not-found, conflict, invalid-input
   */
  async estimate(request: chapteringRpc.EstimateOperationRequest): Promise<chapteringRpc.OperationEstimate> {
    const { ownerId, videoId, chapterStart, prompt: typed } = request;
    const kind = operationKinds.find((each) => each === request.kind);
    if (!kind) throw new AppError('invalid-input', 'This kind of text cannot be generated.');
    const found = await this.sets.find({ ownerId, videoId });
    if (!found) {
      // A video may exist without a chapter set.
      await this.upload.getVideo({ ownerId, videoId });
    }
    const set = assertReady(found, kind);
    const chapters =
      isAboutChapter(kind) && chapterStart === undefined
        ? set.chapters
        : [requestedChapter(set, { kind, chapter: { chapterStart } })];
    const [{ balance, ...settings }, { terms }] = await Promise.all([
      this.auth.getBalanceAndSettings({ ownerId }),
      this.glossaries.get(ownerId),
    ]);
    const promptFor = (chapter: ChapterSnapshot) => promptOf(kind, { settings, set, terms, chapter, typed });
    return { tokens: Math.max(...chapters.map((chapter) => maxTokens(kind, promptFor(chapter)))), balance };
  }

  /** @returns the job of this request, or of another request that was queued first */
  private async queue(set: ChapterSetDocument, generation: ResolvedRequest, messageId: string): Promise<Job> {
    const { kind, chapter, prompt: typed } = generation;
    await this.budget.assertAvailable(set.ownerId);
    const [settings, { terms }] = await Promise.all([
      this.auth.getSettings({ ownerId: set.ownerId }),
      this.glossaries.get(set.ownerId),
    ]);
    const prompt = promptOf(kind, { settings, set, terms, chapter, typed });
    const tokens = maxTokens(kind, prompt);
    const about = chapter.id === undefined ? {} : { chapterId: chapter.id };
    const request: JobRequest = { ...about, digest: digestOf(generation), tokens, isReserved: false };
    const identity = { ownerId: set.ownerId, videoId: set._id };
    const queuedAt = this.clock.now();
    await this.operations.open({
      _id: messageId,
      ...identity,
      kind,
      ...(chapter.start === undefined ? {} : { chapterStart: chapter.start }),
      createdAt: queuedAt,
      tokensReserved: tokens,
      systemPrompt: prompt.system,
      contextPrompt: prompt.context ?? '',
      customPrompt: prompt.user,
      quoteCount: settings.quoteCount,
    });
    // If this process dies before it has reserved the tokens, a worker takes the job at this time.
    const dueAt = new Date(queuedAt.getTime() + leaseMs);
    const own = queueJob(messageId, kind, { queuedAt, ...currentOrigin(), request, dueAt });
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
    generation: ResolvedRequest,
    messageId: string,
  ): Promise<void> {
    // An automatic job has no digest: it equals a request for all chapters.
    if (
      (job.request?.digest ?? digestOf({ kind: job.kind, prompt: '', chapter: noChapter })) !==
      digestOf(generation)
    )
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
    const { ownerId, videoId } = identity;
    if (request && !request.isReserved) {
      const reservation = { operationId: id, amount: request.tokens, purpose: kind, videoId };
      try {
        await this.auth.reserveTokens({ ownerId, ...reservation });
      } catch (error) {
        if (error instanceof AppError && error.code !== 'unavailable')
          await this.withdraw(identity, { id, kind }, error);
        throw error;
      }
    }
    // In any case, the message is stored as handled, so that a repeat after the end of the job starts nothing.
    const now = this.clock.now();
    await this.sets.change(identity, (set) => activateJob(set, { id, kind }, now), messageId);
  }

  /** The tokens were refused: removes the job, and keeps the record only for requests that joined it. */
  private async withdraw(
    identity: VideoIdentity,
    { id, kind }: Pick<Job, 'id' | 'kind'>,
    { code, message: msg }: AppError,
  ): Promise<void> {
    const record = { ...identity, operationId: id };
    const hasOthers = ((await this.operations.find(record))?.commandIds.length ?? 0) > 1;
    const now = this.clock.now();
    await this.sets.change(identity, (set) => {
      const job = set.jobs[kind];
      if (job?.id !== id || job.request?.isReserved) return undefined;
      const settlement = { ...failedSettlement(job, { msg, code }, now), isReserved: false };
      const without = withSettlement(set, settlement);
      if (!hasOthers) return toWorkChange({ ...without, settlements: set.settlements }, now);
      return combineChanges(toWorkChange(without, now), { events: operationEnded(set, job) });
    });
    if (!hasOthers) await this.operations.remove(record);
  }
}

/** Makes a job due whose tokens are reserved. Changes nothing when another request has done it, or the job has ended. */
function activateJob(set: ChapterSetDocument, { id: jobId, kind }: Pick<Job, 'id' | 'kind'>, now: Date) {
  const job = set.jobs[kind];
  if (job?.id !== jobId || !job.request || job.request.isReserved) return {};
  const ready = { ...job, request: { ...job.request, isReserved: true }, dueAt: now };
  const events = kind === 'chapters' ? [generationStarted(set, jobId)] : [];
  return combineChanges(toWorkChange(withJob(set, ready), now), { events });
}

/** @throws {AppError} `conflict` for a video whose chapters do not exist yet */
function assertReady(set: ChapterSetDocument | null, kind: JobKind): ChapterSetDocument {
  if (!set || (set.chapters.length === 0 && kind !== 'chapters')) throw noChaptersYet();
  return set;
}

function isAboutChapter(kind: JobKind): boolean {
  return kind === 'quotes' || kind === 'search';
}

/** The chapter that an operation is about. @throws {AppError} `conflict` when it no longer exists */
function requestedChapter(
  { chapters }: ChapterSetDocument,
  { kind, chapter: ref = {} }: Pick<GenerationRequest, 'kind' | 'chapter'>,
): ChapterSnapshot {
  if (!isAboutChapter(kind)) return noChapter;
  const chapter = findChapter(chapters, ref);
  if (!chapter) throw new AppError('conflict', 'This chapter no longer exists. Please reload the page.');
  return chapter;
}

function digestOf({ kind, chapter, prompt }: ResolvedRequest): string {
  const words = JSON.stringify([kind, chapter.id ?? null, prompt.trim()]);
  return createHash('sha256').update(words).digest('base64url');
}

function busy({ kind, request }: Job, { chapter }: ResolvedRequest): AppError {
  const what = { quotes: 'Quotes', search: 'An answer', chapters: 'Chapters', summary: 'A summary' }[kind];
  const verb = kind === 'quotes' || kind === 'chapters' ? 'are' : 'is';
  const where = request?.chapterId === chapter.id ? 'for another prompt' : 'for another chapter';
  return new AppError(
    'conflict',
    `${what} ${verb} being written ${where}. Please try again when this is finished.`,
  );
}
