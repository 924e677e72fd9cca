import { Inject, Injectable } from '@nestjs/common';
import type { LedgerQuery, LedgerRow } from '@vault/contracts';
import { authRpc, uploadRpc } from '@vault/contracts/rpc';
import { RPC, type Rpc, type RpcClient } from '@vault/platform';

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
  private readonly auth: RpcClient<typeof authRpc.AuthServiceService>;
  private readonly upload: RpcClient<typeof uploadRpc.UploadServiceService>;

  constructor(@Inject(RPC) rpc: Rpc) {
    this.auth = rpc.client('auth', authRpc.AuthServiceService);
    this.upload = rpc.client('upload', uploadRpc.UploadServiceService);
  }

  async list(userId: string, { page, limit }: LedgerQuery): Promise<LedgerRows> {
    const { entries, total } = await this.auth.listLedger({ userId, page, limit });
    const titles = await this.titlesOf(userId, entries);
    const data = entries.map(({ id, at, amount, purpose, operationId, videoId }): LedgerRow => ({
      ...{ id, at, amount, purpose, operation_id: operationId || null },
      video: videoId ? { id: videoId, title: titles.get(videoId) ?? '' } : null,
    }));
    return { data, total };
  }

  /** Titles of the existing videos of this person. */
  private async titlesOf(
    userId: string,
    entries: readonly authRpc.LedgerEntry[],
  ): Promise<ReadonlyMap<string, string>> {
    const ids = [...new Set(entries.map(({ videoId }) => videoId))].filter((id) => id !== '');
    const titles = new Map<string, string>();
    for (let from = 0; from < ids.length; from += maxVideoIds) {
      const { videos } = await this.upload.getVideosByIds({ ids: ids.slice(from, from + maxVideoIds) });
      for (const { id, ownerId, title } of videos) if (ownerId === userId) titles.set(id, title);
    }
    return titles;
  }
}
