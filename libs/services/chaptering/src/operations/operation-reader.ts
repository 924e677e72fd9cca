import { Inject, Injectable } from '@nestjs/common';
import type { chapteringRpc } from '@vault/contracts/rpc';
import { AppError, CLOCK, type Clock } from '@vault/base';
import { ChapterSetRepository } from '../chapter-sets/chapter-set.repository.ts';
import { shownSystem } from '../domain/prompts/prompt.ts';
import { operationStatus } from './operation-status.ts';
import { OperationRepository, type OperationIdentity } from './operation.repository.ts';

/** Reads the status of operations. */
@Injectable()
export class OperationReader {
  constructor(
    private readonly operations: OperationRepository,
    private readonly sets: ChapterSetRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws {AppError} `not-found`, also for operations of other owners */
  async get(identity: OperationIdentity): Promise<chapteringRpc.Operation> {
    const operation = await this.operations.find(identity);
    if (!operation) throw AppError.notFound('The operation');
    const { ownerId } = identity;
    const set =
      operation.state === 'queued' ? await this.sets.find({ ownerId, videoId: operation.videoId }) : null;
    const status = operationStatus(operation, set, this.clock.now());
    const { _id: id, videoId, kind, chapterStart, createdAt } = operation;
    return {
      id,
      videoId,
      kind,
      chapterStart: chapterStart ?? undefined,
      ...status,
      systemMessage: shownSystem({ system: operation.systemPrompt, context: operation.contextPrompt }),
      userMessage: operation.customPrompt,
      result: status.state === 'done' ? operation.resultString : '',
      createdAt: createdAt.getTime() / 1_000,
    };
  }
}
