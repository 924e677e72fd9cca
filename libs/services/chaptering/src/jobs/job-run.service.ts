import { Inject, Injectable } from '@nestjs/common';
import type { VideoIdentity } from '@vault/contracts';
import { authRpc } from '@vault/contracts/rpc';
import { AppError, CLOCK, LOGGER, RPC, type Clock, type Logger, type Rpc } from '@vault/platform';
import { ChapterSetRepository } from '../chapters/chapter-set.repository.ts';
import type { ChapterSetDocument } from '../chapters/chapter-set.schema.ts';
import { combineChanges, toWorkChange } from '../chapters/work-change.ts';
import { failureMessage } from '../domain/failure-message.ts';
import {
  afterFailedAttempt,
  requeue,
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
import { withSettlement, withJob, type Settlement } from '../domain/work.ts';
import { OperationRepository, type SentPrompts } from '../operations/operation.repository.ts';
import type { OperationDocument } from '../operations/operation.schema.ts';
import { promptOf } from '../operations/prompt-of.ts';
import { TextGenerationService, type Report } from '../generation/text-generation.service.ts';
import { commitResult, type Result } from './commit-result.ts';
import { SettlementService } from './settlement.service.ts';
import { failureChange } from './failure-change.ts';

/** A leased job, and the set at that time. */
interface LeasedJob {
  readonly identity: VideoIdentity;
  readonly set: ChapterSetDocument;
  readonly lease: Job;
}

/** Runs one job under a lease, and commits its result only while the lease is the newest. */
@Injectable()
export class JobRunService {
  constructor(
    private readonly sets: ChapterSetRepository,
    private readonly operations: OperationRepository,
    private readonly generation: TextGenerationService,
    private readonly settlements: SettlementService,
    @Inject(RPC) private readonly rpc: Rpc,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Leases the job of a kind if it is due, and works on it until it ends or is queued for its next attempt. */
  async run(identity: VideoIdentity, kind: JobKind, signal: AbortSignal): Promise<void> {
    let lease: Job | undefined;
    const set = await this.sets.change(identity, (now) => {
      lease = takeLease(now.jobs[kind], this.clock.now());
      return toWorkChange(lease ? withJob(now, lease) : now, this.clock.now());
    });
    if (set && lease) await this.work({ identity, set, lease }, signal);
  }

  private async work(leased: LeasedJob, signal: AbortSignal): Promise<void> {
    const { identity, lease } = leased;
    // A result without the lease would be refused: the generation is aborted when the lease is lost.
    const lost = new AbortController();
    const renew = async (percent?: number): Promise<void> => {
      if (!(await this.renewLease(identity, lease, percent))) lost.abort();
    };
    const heartbeat = setInterval(() => {
      renew().catch((error: unknown) => {
        this.logger.warn({ err: error, ...identity }, 'the lease of a job could not be renewed');
      });
    }, heartbeatMs);
    const log = this.stepLog(identity, lease);
    log('started');
    let after: ChapterSetDocument | null;
    try {
      const report = (percent: number, step: string) => {
        log(step);
        return renew(percent);
      };
      const result = await this.resultOf(leased, AbortSignal.any([signal, lost.signal]), report);
      after = await this.sets.change(identity, (now) => commitResult(now, lease, result, this.clock.now()));
      log('finished');
    } catch (error) {
      after = lost.signal.aborted
        ? await this.sets.find(identity)
        : await this.fail(identity, lease, error, signal.aborted);
    } finally {
      clearInterval(heartbeat);
    }
    if (after) await this.settlements.settle(after);
    else await this.generation.discard(identity);
  }

  /** The result: of this worker, or of one that died before it could commit it. */
  private async resultOf(leased: LeasedJob, signal: AbortSignal, report: Report): Promise<Result> {
    const { identity, lease, set } = leased;
    if (isExhausted(lease)) throw new Error('The workers of this job died too often.');
    // The command that queued it has failed, or its process died: the tokens were never reserved.
    if (lease.request && !lease.request.isReserved) throw new AbandonedError();
    const { id: _id, kind, queuedAt: createdAt } = lease;
    // An automatic job has no record before it starts.
    const operation = await this.operations.open({ _id, ...identity, kind, createdAt });
    if (operation.generated)
      return { generated: operation.generated, tokens: operation.tokensSent + operation.tokensReceived };
    const cues = await this.generation.read(set, report);
    const { quoteCount, ...sent } = await this.promptsFor(leased, operation);
    const prompt = { system: sent.systemPrompt, context: sent.contextPrompt, user: sent.customPrompt };
    const input = { cues, set, job: lease, prompt, quoteCount, signal, report };
    const { generated, answer } = await this.generation.generate(input);
    const resultString = countedAnswer(kind, answer);
    const tokens = { tokensSent: tokensSent(prompt), tokensReceived: tokensOf(resultString.length) };
    const record = { ownerId: identity.ownerId, operationId: _id };
    await this.operations.storeAnswer(record, { generated, resultString, ...tokens });
    return { generated, tokens: tokens.tokensSent + tokens.tokensReceived };
  }

  /** The prompts: as stored with a request of a person, or made now for an automatic job. */
  private async promptsFor(
    { identity, set, lease }: LeasedJob,
    operation: OperationDocument,
  ): Promise<SentPrompts> {
    if (operation.systemPrompt !== '') return operation;
    const { ownerId } = identity;
    const auth = this.rpc.client('auth', authRpc.AuthServiceService);
    const settings = await auth.getSettings({ userId: ownerId });
    const parts = { settings, set, chapter: { quotes: [] }, typed: '' };
    const { system, context = '', user } = promptOf(lease.kind, parts);
    const { quoteCount } = settings;
    const sent = { systemPrompt: system, contextPrompt: context, customPrompt: user, quoteCount };
    await this.operations.storePrompts({ ownerId, operationId: lease.id }, sent);
    return sent;
  }

  /** Logs each step of a job, without any content. */
  private stepLog({ videoId }: VideoIdentity, { id: jobId, kind, attempts: attempt }: Job) {
    const begin = performance.now();
    return (step: string) => {
      const ms = Math.round(performance.now() - begin);
      this.logger.info({ videoId, jobId, kind, attempt, step, ms }, 'job');
    };
  }

  /** @returns false when another worker holds the lease, or the job has ended */
  private async renewLease(identity: VideoIdentity, lease: Job, percent = 0): Promise<boolean> {
    const now = this.clock.now();
    const leaseUntil = new Date(now.getTime() + leaseMs);
    const after = await this.sets.change(identity, (set) => {
      const job = set.jobs[lease.kind];
      if (!holdsLease(job, lease)) return undefined;
      return toWorkChange(withJob(set, { ...withPercent(job, percent), leaseUntil }), now);
    });
    return after !== null && holdsLease(after.jobs[lease.kind], lease);
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
      const job = set.jobs[kind];
      if (!holdsLease(job, lease)) return undefined;
      const now = this.clock.now();
      if (wasStopped) return toWorkChange(withJob(set, requeue(job)), now);
      const next = isFinal(error) ? undefined : afterFailedAttempt(job, now);
      if (next) return toWorkChange(withJob(set, next), now);
      const settlement = settlementOf(job, error, now);
      return combineChanges(
        toWorkChange(withSettlement(set, settlement), now),
        failureChange(set, job, settlement.msg),
      );
    });
  }
}

/** The tokens of the job were never reserved. */
class AbandonedError extends Error {
  override readonly name = 'AbandonedError';
}

/** Another attempt would fail in the same way. */
function isFinal(error: unknown): boolean {
  return error instanceof AbandonedError || hasUserMessage(error);
}

/** Whether its message is written for the person who requested the job. */
function hasUserMessage(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === 'conflict' || error.code === 'limit-reached');
}

function settlementOf({ id, kind, request }: Job, error: unknown, now: Date): Settlement {
  const isUnavailable =
    error instanceof AbandonedError || (error instanceof AppError && error.code === 'unavailable');
  return {
    ...{ operationId: id, kind, state: 'failed', tokens: 0, attempts: 0, dueAt: now },
    code: hasUserMessage(error) ? error.code : isUnavailable ? 'unavailable' : 'internal',
    msg: hasUserMessage(error)
      ? error.message
      : failureMessage(kind, { isUnavailable, isPaid: request !== undefined }),
    // A reservation may exist without being noted here; settling one that does not exist has no effect.
    isReserved: request !== undefined,
  };
}
