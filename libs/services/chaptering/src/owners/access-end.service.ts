import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, type Clock } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { Decision } from '@vault/store';
import { ChapterSetRepository } from '../chapter-sets/chapter-set.repository.ts';
import type { ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import { combineChanges } from '../chapters/work-change.ts';
import { commitFailure } from '../generation/commit-result.ts';

const setsAtOnce = 50;
/** Far more sets than any owner has. */
const maxBatches = 200;

/**
 * Cancels the requested operations of owners who may no longer spend tokens. Automatic generations continue, without a
 * language model: a video without chapters is of no use.
 */
@Injectable()
export class AccessEndService {
  constructor(
    private readonly sets: ChapterSetRepository,
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Cancels nothing when the owner may spend again, so a late message has no effect. */
  async cancelAllOf(ownerId: string): Promise<void> {
    const refusal = await this.refusalOf(ownerId);
    if (refusal === '') return;
    const msg = `This was stopped. No tokens were charged. ${refusal}`;
    let after = '';
    for (let batch = 0; batch < maxBatches; batch += 1) {
      const sets = await this.sets.withWork(ownerId, after, setsAtOnce);
      await Promise.all(sets.map((set) => this.cancel(set, msg)));
      if (sets.length < setsAtOnce) return;
      after = sets.at(-1)?._id ?? '';
    }
  }

  private async cancel({ _id: videoId, ownerId }: ChapterSetDocument, msg: string): Promise<void> {
    const failure = { msg, code: 'limit-reached' } as const;
    await this.sets.change({ ownerId, videoId }, (set) => {
      const requested = Object.values(set.jobs).filter((job) => job.request !== undefined);
      return requested.reduce<Decision<ChapterSetDocument> | undefined>(
        (change = {}, job) =>
          combineChanges(change, commitFailure({ ...set, ...change.set }, job, failure, this.clock.now())),
        undefined,
      );
    });
  }

  /** Why an owner may not spend now, as a message for them; empty when they may. */
  private async refusalOf(userId: string): Promise<string> {
    try {
      const { isAllowed, msg } = await this.auth.getEntitlement({ ownerId: userId });
      return isAllowed ? '' : msg;
    } catch (error) {
      if (AppError.is(error, 'not-found')) return error.message;
      throw error;
    }
  }
}
