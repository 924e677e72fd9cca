import { Injectable } from '@nestjs/common';
import type { adminRpc, chapteringRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { UpstreamServices, longDeadline } from '../upstream-services.ts';

export type HistoryQuery = chapteringRpc.ListOperationsRequest;

/** Lists the generation operations of a user: chaptering has the operations, upload the video titles. */
@Injectable()
export class TokenHistoryService {
  constructor(private readonly services: UpstreamServices) {}

  /** @throws {AppError} `not-found` when there is no such user */
  async list(query: HistoryQuery): Promise<adminRpc.TokenHistoryPage> {
    const { accounts } = await this.services.auth.getAccounts({ ids: [query.ownerId] });
    if (accounts.length === 0) throw AppError.notFound('The user');
    const { operations, total } = await this.services.chaptering.listOperations(query, longDeadline);
    const titles = await this.services.titlesOf(operations.map(({ videoId }) => videoId));
    return { entries: operations.map((operation) => toWireHistoryEntry(operation, titles)), total };
  }
}

function toWireHistoryEntry(
  operation: chapteringRpc.OperationEntry,
  titles: ReadonlyMap<string, string>,
): adminRpc.TokenHistoryEntry {
  const videoTitle = titles.get(operation.videoId) ?? '';
  return { ...operation, videoTitle, operationType: operation.kind };
}
