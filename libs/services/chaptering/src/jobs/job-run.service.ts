import { Inject, Injectable } from '@nestjs/common';
import { authRpc } from '@vault/contracts/rpc';
import { AppError, CLOCK, LOGGER, RPC, type Clock, type Logger, type Rpc } from '@vault/platform';
import { ChapterSetRepository, type VideoIdentity } from '../chapters/chapter-set.repository.ts';
import type { ChapterSetDocument } from '../chapters/chapter-set.schema.ts';
import { together, toWorkChange } from '../chapters/work-change.ts';
import { failureWords } from '../domain/failure-words.ts';
import {
  afterFailedTry,
  giveBack,
  heartbeatMs,
  holdsLease,
  isExhausted,
  leaseMs,
  takeLease,
  withPercent,
  type Job,
  type JobKind,
} from '../domain/job.ts';
import { countedAnswer, tokensOf, tokensSent } from '../domain/token-estimate.ts';
import { withEnding, withJob, workOf, type Ending } from '../domain/work.ts';
import { OperationRepository, type SentWords } from '../operations/operation.repository.ts';
import type { OperationDocument } from '../operations/operation.schema.ts';
import { promptOf } from '../operations/prompt-of.ts';
import { WritingService, type Report } from '../writing/writing.service.ts';
import { commitResult, type Result } from './commit-result.ts';
import { EndingService } from './ending.service.ts';
import { failing } from './failing.ts';

/** A leased job, and the set as it was when it was taken. */
interface Taken {
  readonly identity: VideoIdentity;
  readonly set: ChapterSetDocument;
  readonly lease: Job;
}

/** Holds one job by a lease, writes, and commits what was written only while the lease is the newest. */
@Injectable()
export class JobRunService {
  constructor(
    private readonly sets: ChapterSetRepository,
    private readonly operations: OperationRepository,
    private readonly writing: WritingService,
    private readonly endings: EndingService,
    @Inject(RPC) private readonly rpc: Rpc,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Takes the job of a kind if it is due and nobody holds it, and works on it to an end or to its next try. */
  async run(identity: VideoIdentity, kind: JobKind, signal: AbortSignal): Promise<void> {
    let lease: Job | undefined;
    const set = await this.sets.change(identity, (now) => {
      const work = workOf(now);
      lease = takeLease(work.jobs[kind], this.clock.now());
      return toWorkChange(lease ? withJob(work, lease) : work, this.clock.now());
    });
    if (set && lease) await this.work({ identity, set, lease }, signal);
  }

  private async work(taken: Taken, signal: AbortSignal): Promise<void> {
    const { identity, lease } = taken;
    // Nobody waits any more for what is written without the lease: it is not written to its end.
    const lost = new AbortController();
    const keep = async (percent?: number): Promise<void> => {
      if (!(await this.prolong(identity, lease, percent))) lost.abort();
    };
    const heartbeat = setInterval(() => {
      keep().catch((error: unknown) => {
        this.logger.warn({ err: error, ...identity }, 'the lease of a job could not be prolonged');
      });
    }, heartbeatMs);
    const log = this.stepLog(identity, lease);
    log('begun');
    let after: ChapterSetDocument | null;
    try {
      const report = (percent: number, step: string) => {
        log(step);
        return keep(percent);
      };
      const result = await this.resultOf(taken, AbortSignal.any([signal, lost.signal]), report);
      after = await this.sets.change(identity, (now) => commitResult(now, lease, result, this.clock.now()));
      log('finished');
    } catch (error) {
      after = lost.signal.aborted
        ? await this.sets.find(identity)
        : await this.fail(identity, lease, error, signal.aborted);
    } finally {
      clearInterval(heartbeat);
    }
    if (after) await this.endings.settle(after);
    else await this.writing.discard(identity);
  }

  /** What was written, by this worker or by one that died before it could be committed. */
  private async resultOf(taken: Taken, signal: AbortSignal, report: Report): Promise<Result> {
    const { identity, lease, set } = taken;
    if (isExhausted(lease)) throw new Error('The job ended its workers too often.');
    // Whoever asked for it was told that it could not be: the tokens were never set aside.
    if (lease.asked && !lease.asked.isReserved) throw new AbandonedError();
    const { id: _id, kind, queuedAt: createdAt = this.clock.now() } = lease;
    // What the product does by itself has no record before it begins.
    const operation = await this.operations.open({ _id, ...identity, kind, createdAt });
    if (operation.written)
      return { written: operation.written, tokens: operation.tokensSent + operation.tokensReceived };
    const cues = await this.writing.read(set, report);
    const { quoteCount, ...sent } = await this.sentFor(taken, operation);
    const prompt = { system: sent.systemPrompt, context: sent.contextPrompt, user: sent.customPrompt };
    const asked = { cues, set, job: lease, prompt, quoteCount, signal, report };
    const { written, answer } = await this.writing.write(asked);
    const resultString = countedAnswer(kind, answer);
    const tokens = { tokensSent: tokensSent(prompt), tokensReceived: tokensOf(resultString.length) };
    const record = { ownerId: identity.ownerId, operationId: _id };
    await this.operations.keepReceived(record, { written, resultString, ...tokens });
    return { written, tokens: tokens.tokensSent + tokens.tokensReceived };
  }

  /** What is sent, as a person's request found it; for what the product does by itself, as it is now. */
  private async sentFor({ identity, set, lease }: Taken, operation: OperationDocument): Promise<SentWords> {
    if (operation.systemPrompt !== '') return operation;
    const { ownerId } = identity;
    const auth = this.rpc.client('auth', authRpc.AuthServiceService);
    const settings = await auth.getSettings({ userId: ownerId });
    const parts = { settings, set, chapter: { quotes: [] }, typed: '' };
    const { system, context = '', user } = promptOf(lease.kind, parts);
    const { quoteCount } = settings;
    const sent = { systemPrompt: system, contextPrompt: context, customPrompt: user, quoteCount };
    await this.operations.keepSent({ ownerId, operationId: lease.id }, sent);
    return sent;
  }

  /** Writes a line for each step of a job; never what it works on. */
  private stepLog({ videoId }: VideoIdentity, { id: jobId, kind, attempts: attempt }: Job) {
    const begin = performance.now();
    return (step: string) => {
      const ms = Math.round(performance.now() - begin);
      this.logger.info({ videoId, jobId, kind, attempt, step, ms }, 'job');
    };
  }

  /** @returns false when the lease is another worker's, or the job has ended */
  private async prolong(identity: VideoIdentity, lease: Job, percent = 0): Promise<boolean> {
    const now = this.clock.now();
    const leaseUntil = new Date(now.getTime() + leaseMs);
    const after = await this.sets.change(identity, (set) => {
      const work = workOf(set);
      const job = work.jobs[lease.kind];
      if (!holdsLease(job, lease)) return undefined;
      return toWorkChange(withJob(work, { ...withPercent(job, percent), leaseUntil }), now);
    });
    return after !== null && holdsLease(workOf(after).jobs[lease.kind], lease);
  }

  private async fail(
    identity: VideoIdentity,
    lease: Job,
    error: unknown,
    wasStopped: boolean,
  ): Promise<ChapterSetDocument | null> {
    const { attempts, kind } = lease;
    if (!wasStopped) this.logger.warn({ err: error, ...identity, kind, attempts }, 'a chaptering job failed');
    return this.sets.change(identity, (set) => {
      const work = workOf(set);
      const job = work.jobs[kind];
      if (!holdsLease(job, lease)) return undefined;
      const now = this.clock.now();
      if (wasStopped) return toWorkChange(withJob(work, giveBack(job)), now);
      const next = isFinal(error) ? undefined : afterFailedTry(job, now);
      if (next) return toWorkChange(withJob(work, next), now);
      const ending = endingOf(job, error, now);
      return together(toWorkChange(withEnding(work, ending), now), failing(set, job, ending.msg));
    });
  }
}

/** Its tokens were never set aside. */
class AbandonedError extends Error {
  override readonly name = 'AbandonedError';
}

/** No other try can end differently. */
function isFinal(error: unknown): boolean {
  return error instanceof AbandonedError || isTold(error);
}

/** It says itself why, to the person who asked. */
function isTold(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === 'conflict' || error.code === 'limit-reached');
}

function endingOf({ id, kind, asked }: Job, error: unknown, now: Date): Ending {
  const isAway =
    error instanceof AbandonedError || (error instanceof AppError && error.code === 'unavailable');
  return {
    ...{ operationId: id, kind, state: 'failed', tokens: 0, attempts: 0, dueAt: now },
    code: isTold(error) ? error.code : isAway ? 'unavailable' : 'internal',
    msg: isTold(error) ? error.message : failureWords(kind, { isAway, isPaid: asked !== undefined }),
    // Also where it is not known whether they were set aside: what was not is not given back.
    isReserved: asked !== undefined,
  };
}
