import { Injectable } from '@nestjs/common';
import type { LedgerQuery, LedgerRow } from '@vault/contracts';
import type { authRpc } from '@vault/contracts/rpc';
import { InjectClient, type ClientOf } from '@vault/rpc';

/** One page of a ledger, with the total number of lines. */
export interface LedgerRows {
  readonly data: LedgerRow[];
  readonly total: number;
}

/** Maximum number of ids of one `getVideosByIds` call. */
const maxVideoIds = 500;

/** Reads ledgers of auth, with video titles of upload. */
@Injectable()
export class LedgerService {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @InjectClient('upload') private readonly upload: ClientOf<'upload'>,
  ) {}

  /** @param spentBy only what this person has spent */
  async list(ownerId: string, { page, limit }: LedgerQuery, spentBy?: string): Promise<LedgerRows> {
    const { entries, total } = await this.auth.listLedger({ ownerId, page, limit, spentBy });
    const titles = await this.titlesOf(ownerId, entries);
    const data = entries.map(({ id, at, amount, purpose, operationId, videoId, ...entry }): LedgerRow => ({
      ...{ id, at, amount, purpose, operation_id: operationId || null },
      video: videoId ? { id: videoId, title: titles.get(videoId) ?? '' } : null,
      // In their own workspace, it is always the person.
      ...(entry.spentBy && entry.spentBy !== ownerId && { spent_by: entry.spentBy }),
    }));
    return { data, total };
  }

  /** Titles of the existing videos of this owner. */
  private async titlesOf(
    ownerId: string,
    entries: readonly authRpc.LedgerEntry[],
  ): Promise<ReadonlyMap<string, string>> {
    const ids = [...new Set(entries.map(({ videoId }) => videoId))].filter((id) => id !== '');
    const titles = new Map<string, string>();
    for (let from = 0; from < ids.length; from += maxVideoIds) {
      const { videos } = await this.upload.getVideosByIds({ ids: ids.slice(from, from + maxVideoIds) });
      for (const { id, title, ...video } of videos) if (video.ownerId === ownerId) titles.set(id, title);
    }
    return titles;
  }
}
