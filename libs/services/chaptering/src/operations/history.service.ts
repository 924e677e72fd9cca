import { Inject, Injectable } from '@nestjs/common';
import type { chapteringRpc } from '@vault/contracts/rpc';
import { CLOCK, type Clock } from '@vault/base';
import { ChapterSetRepository } from '../chapter-sets/chapter-set.repository.ts';
import type { ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import { shownSystem } from '../domain/prompts/prompt.ts';
import { parseHistoryRequest } from './history-request.ts';
import { operationStatus } from './operation-status.ts';
import { HistoryRepository, type PastOperation } from './history.repository.ts';

/** The token history of one owner. */
@Injectable()
export class HistoryService {
  constructor(
    private readonly operations: HistoryRepository,
    private readonly sets: ChapterSetRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws {AppError} invalid-input */
  async list(request: chapteringRpc.ListOperationsRequest): Promise<chapteringRpc.OperationPage> {
    const query = parseHistoryRequest(request);
    const [found, total] = await Promise.all([this.operations.page(query), this.operations.count(query)]);
    const open = found.filter(({ state }) => state === 'queued').map(({ videoId }) => videoId);
    const sets = await this.setsOf(query.ownerId, [...new Set(open)]);
    const now = this.clock.now();
    const operations = found.map((each) => toEntry(each, sets.get(each.videoId) ?? null, now));
    return { operations, total };
  }

  /** These are few: each video has at most one open operation of each kind. */
  private async setsOf(ownerId: string, videoIds: readonly string[]) {
    const withMends = false;
    const sets = videoIds.length === 0 ? [] : await this.sets.findMany(ownerId, videoIds, { withMends });
    return new Map(sets.map((set) => [set._id, set]));
  }
}

function toEntry(
  operation: PastOperation,
  set: ChapterSetDocument | null,
  now: Date,
): chapteringRpc.OperationEntry {
  const { _id: id, videoId, kind, customPrompt, resultString, createdAt } = operation;
  const systemPrompt = shownSystem({ system: operation.systemPrompt, context: operation.contextPrompt });
  const { state, tokens } = operationStatus(operation, set, now);
  return {
    id,
    videoId,
    kind,
    systemPrompt,
    customPrompt,
    tokens,
    state,
    result: state === 'done' ? resultString : '',
    createdAt: createdAt.getTime() / 1_000,
  };
}
