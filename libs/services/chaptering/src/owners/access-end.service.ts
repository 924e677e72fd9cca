import { Inject, Injectable } from '@nestjs/common';
import { authRpc } from '@vault/contracts/rpc';
import { AppError, CLOCK, RPC, type Clock, type Rpc } from '@vault/platform';
import { ChapterSetRepository } from '../chapters/chapter-set.repository.ts';
import type { ChapterSetDocument } from '../chapters/chapter-set.schema.ts';
import { endedJob } from '../chapters/emptied-set.ts';
import { together, toWorkChange } from '../chapters/work-change.ts';
import { withEnding, workOf } from '../domain/work.ts';
import { EndingService } from '../jobs/ending.service.ts';
import { failing } from '../jobs/failing.ts';

const setsAtOnce = 50;
/** Far more than anybody has videos. */
const mostBatches = 200;

/**
 * Ends what people asked for who may not spend any more. What the product does by itself goes on: it costs nothing, and
 * a video without chapters would be of no use to them either.
 */
@Injectable()
export class AccessEndService {
  constructor(
    private readonly sets: ChapterSetRepository,
    private readonly endings: EndingService,
    @Inject(RPC) private readonly rpc: Rpc,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Nothing ends when they may spend again, which is what a message that comes late finds. */
  async endAllOf(ownerId: string): Promise<void> {
    const refusal = await this.refusalOf(ownerId);
    if (refusal === '') return;
    const msg = `This was stopped, and has cost nothing. ${refusal}`;
    let after = '';
    for (let batch = 0; batch < mostBatches; batch += 1) {
      const sets = await this.sets.withWork(ownerId, after, setsAtOnce);
      await Promise.all(sets.map((set) => this.end(set, msg)));
      if (sets.length < setsAtOnce) return;
      after = sets.at(-1)?._id ?? '';
    }
  }

  private async end({ _id: videoId, ownerId }: ChapterSetDocument, msg: string): Promise<void> {
    const now = this.clock.now();
    const changed = await this.sets.change({ ownerId, videoId }, (set) => {
      const work = workOf(set);
      const asked = Object.values(work.jobs).filter((job) => job.asked !== undefined);
      if (asked.length === 0) return undefined;
      const ended = asked.reduce(
        (left, job) => withEnding(left, endedJob(job, msg, now, 'limit-reached')),
        work,
      );
      return asked.reduce(
        (change, job) => together(change, failing(set, job, msg)),
        toWorkChange(ended, now),
      );
    });
    if (changed) await this.endings.settle(changed);
  }

  /** Why an owner may not spend now, in words for them; empty when they may. */
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
