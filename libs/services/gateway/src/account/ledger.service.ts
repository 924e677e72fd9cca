import { Injectable } from '@nestjs/common';
import type { LedgerQuery, LedgerRow } from '@vault/contracts';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { VideoTitles } from '../videos/video-titles.service.ts';

/** One page of a ledger, with the total number of lines. */
export interface LedgerRows {
  readonly data: LedgerRow[];
  readonly total: number;
}

/** Reads ledgers of auth, with video titles of upload. */
@Injectable()
export class LedgerService {
  constructor(
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    private readonly titles: VideoTitles,
  ) {}

  /** @param spentBy only what this person has spent */
  async list(ownerId: string, { page, limit }: LedgerQuery, spentBy?: string): Promise<LedgerRows> {
    const { entries, total } = await this.auth.listLedger({ ownerId, page, limit, spentBy });
    const titles = await this.titles.of(
      ownerId,
      entries.map(({ videoId }) => videoId),
    );
    const data = entries.map(({ id, at, amount, purpose, operationId, videoId, ...entry }): LedgerRow => ({
      ...{ id, at, amount, purpose, operation_id: operationId || null },
      video: videoId ? { id: videoId, title: titles.get(videoId) ?? '' } : null,
      // In their own workspace, it is always the person.
      ...(entry.spentBy && entry.spentBy !== ownerId && { spent_by: entry.spentBy }),
    }));
    return { data, total };
  }
}
