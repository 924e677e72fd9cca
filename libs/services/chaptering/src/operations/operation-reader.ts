import { Inject, Injectable } from '@nestjs/common';
import type { chapteringRpc } from '@vault/contracts/rpc';
import { AppError, CLOCK, type Clock } from '@vault/platform';
import { ChapterSetRepository } from '../chapters/chapter-set.repository.ts';
import { failureWords } from '../domain/failure-words.ts';
import { workOf } from '../domain/work.ts';
import { OperationRepository, type OperationIdentity } from './operation.repository.ts';
import type { OperationDocument } from './operation.schema.ts';
import { toWireJob } from './to-wire-job.ts';

/** A request that has not become a job by then never will. */
const giveUpMs = 60_000;

type HowItGoes = Pick<chapteringRpc.Operation, 'state' | 'msg' | 'code' | 'progress'>;

/** Tells how operations go. */
@Injectable()
export class OperationReader {
  constructor(
    private readonly operations: OperationRepository,
    private readonly sets: ChapterSetRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws {AppError} `not-found`, also for somebody else's */
  async get(identity: OperationIdentity): Promise<chapteringRpc.Operation> {
    const operation = await this.operations.find(identity);
    if (!operation) throw AppError.notFound('The operation');
    const how = await this.howItGoes(operation);
    const { _id: id, videoId, kind, chapterStart, createdAt } = operation;
    return {
      ...{ id, videoId, kind, chapterStart: chapterStart ?? undefined, ...how },
      systemMessage: operation.systemPrompt,
      userMessage: operation.customPrompt,
      result: how.state === 'done' ? operation.resultString : '',
      createdAt: createdAt.getTime() / 1_000,
    };
  }

  /** The set knows first: what has ended there is written into the record next. */
  private async howItGoes(operation: OperationDocument): Promise<HowItGoes> {
    const { _id: id, ownerId, videoId, kind, state, msg, code, createdAt } = operation;
    if (state !== 'queued') return { state, msg, code, progress: 100 };
    const set = await this.sets.find({ ownerId, videoId });
    const { jobs, endings } = set ? workOf(set) : { jobs: {}, endings: [] };
    const job = Object.values(jobs).find((each) => each.id === id);
    if (job) return toWireJob(videoId, job);
    const ending = endings.find(({ operationId }) => operationId === id);
    if (ending) return { state: ending.state, msg: ending.msg, code: ending.code ?? '', progress: 100 };
    if (this.clock.now().getTime() - createdAt.getTime() < giveUpMs)
      return { state: 'queued', msg: '', code: '', progress: 0 };
    const lost = failureWords(kind, { isAway: true, isPaid: true });
    return { state: 'failed', msg: lost, code: 'unavailable', progress: 100 };
  }
}
