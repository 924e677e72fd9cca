import { Injectable } from '@nestjs/common';
import type { TokenHistoryRow } from '@vault/contracts';
import type { chapteringRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { ListPage } from '../http/send-list.ts';
import { longDeadline } from './list-deadlines.ts';
import { ListPartsService } from './list-parts.service.ts';
import { toHistoryRow } from './to-history-row.ts';

/** Lists the generation operations of a user: chaptering has the operations, upload the video titles. */
@Injectable()
export class TokenHistoryService {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @InjectClient('chaptering') private readonly chaptering: ClientOf<'chaptering'>,
    private readonly parts: ListPartsService,
  ) {}

  /** @throws {AppError} `not-found` when there is no such user */
  async list(query: chapteringRpc.ListOperationsRequest): Promise<ListPage<TokenHistoryRow>> {
    const { accounts } = await this.auth.getAccounts({ ids: [query.ownerId] });
    if (accounts.length === 0) throw AppError.notFound('The user');
    const { operations, total } = await this.chaptering.listOperations(query, longDeadline);
    const titles = await this.parts.titlesOf(operations.map(({ videoId }) => videoId));
    return { rows: operations.map((operation) => toHistoryRow(operation, titles)), total };
  }
}
