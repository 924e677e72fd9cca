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

  /** @throws {AppError} `not-found` when there is neither such a user nor such a team */
  async list(query: chapteringRpc.ListOperationsRequest): Promise<ListPage<TokenHistoryRow>> {
    await this.requireOwner(query.ownerId);
    const { operations, total } = await this.chaptering.listOperations(query, longDeadline);
    const titles = await this.parts.titlesOf(operations.map(({ videoId }) => videoId));
    return { rows: operations.map((operation) => toHistoryRow(operation, titles)), total };
  }

  private async requireOwner(ownerId: string): Promise<void> {
    try {
      await this.auth.getEntitlement({ ownerId });
    } catch (error) {
      if (!AppError.is(error, 'not-found')) throw error;
      throw AppError.notFound('The user', { cause: error });
    }
  }
}
