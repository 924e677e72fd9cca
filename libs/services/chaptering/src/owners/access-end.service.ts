import { Inject, Injectable } from '@nestjs/common';
import { authRpc } from '@vault/contracts/rpc';
import { AppError, CLOCK, RPC, type Clock, type Rpc } from '@vault/platform';
import { ChapterSetRepository } from '../chapters/chapter-set.repository.ts';
import type { ChapterSetDocument } from '../chapters/chapter-set.schema.ts';
import { cancelledSettlement } from '../chapters/emptied-set.ts';
import { combineChanges, toWorkChange } from '../chapters/work-change.ts';
import { withSettlement, type Work } from '../domain/work.ts';
import { SettlementService } from '../jobs/settlement.service.ts';
import { failureChange } from '../jobs/failure-change.ts';

const setsAtOnce = 50;
/** Far more sets than any owner has. */
const maxBatches = 200;

/**
 * Cancels the requested operations of owners who may no longer spend tokens. Automatic generations continue: they cost
 * nothing, and a video without chapters is of no use.
 */
@Injectable()
export class AccessEndService {
  constructor(
    private readonly sets: ChapterSetRepository,
    private readonly settlements: SettlementService,
    @Inject(RPC) private readonly rpc: Rpc,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Cancels nothing when the owner may spend again, so a late message has no effect. */
  async cancelAllOf(ownerId: string): Promise<void> {
    const refusal = await this.refusalOf(ownerId);
    if (refusal === '') return;
    const msg = `This was stopped, and has cost nothing. ${refusal}`;
    let after = '';
    for (let batch = 0; batch < maxBatches; batch += 1) {
      const sets = await this.sets.withWork(ownerId, after, setsAtOnce);
      await Promise.all(sets.map((set) => this.cancel(set, msg)));
      if (sets.length < setsAtOnce) return;
      after = sets.at(-1)?._id ?? '';
    }
  }

  private async cancel({ _id: videoId, ownerId }: ChapterSetDocument, msg: string): Promise<void> {
    const now = this.clock.now();
    const changed = await this.sets.change({ ownerId, videoId }, (set) => {
      const requested = Object.values(set.jobs).filter((job) => job.request !== undefined);
      if (requested.length === 0) return undefined;
      const work = requested.reduce<Work>(
        (rest, job) => withSettlement(rest, cancelledSettlement(job, msg, now, 'limit-reached')),
        set,
      );
      return requested.reduce(
        (change, job) => combineChanges(change, failureChange(set, job, msg)),
        toWorkChange(work, now),
      );
    });
    if (changed) await this.settlements.settle(changed);
  }

  /** Why an owner may not spend now, as a message for them; empty when they may. */
  private async refusalOf(userId: string): Promise<string> {
    const auth = this.rpc.client('auth', authRpc.AuthServiceService);
    try {
      const { isAllowed, msg } = await auth.getEntitlement({ userId });
      return isAllowed ? '' : msg;
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-found') return error.message;
      throw error;
    }
  }
}
