import { Inject, Injectable } from '@nestjs/common';
import { operationKinds, type VideoIdentity } from '@vault/contracts';
import { AppError, CLOCK, LOGGER, METRICS, type Clock, type Logger } from '@vault/base';
import type { Counter, Metrics } from '@vault/platform';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { Decision } from '@vault/store';
import { ChapterSetRepository } from '../chapter-sets/chapter-set.repository.ts';
import type { ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import { toWorkChange } from '../chapters/work-change.ts';
import { leaseSettlements, postponed, type Settlement } from '../domain/jobs/work.ts';
import { OperationRepository } from '../operations/operation.repository.ts';
import { replaceSettlement } from './commit-result.ts';

/** Tells the operation record and auth that an operation has ended, and what it cost. */
@Injectable()
export class SettlementService {
  private readonly ended: Counter<'kind' | 'end'>;

  constructor(
    private readonly sets: ChapterSetRepository,
    private readonly operations: OperationRepository,
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.ended = metrics.counter({
      name: 'generations_ended_total',
      help: 'Generations of chapters, summaries, quotes and answers that succeeded or failed.',
      labels: ['kind', 'end'],
    });
    // Each series starts at 0, so that the first failure shows as an increase.
    for (const kind of operationKinds) for (const end of ['done', 'failed']) this.ended.add({ kind, end }, 0);
  }

  /** Settles the due operations of a set, also of a deleted one. While auth is unavailable, they are tried again and again. */
  async settle({ _id: videoId, ownerId }: ChapterSetDocument): Promise<void> {
    const identity = { videoId, ownerId };
    let due: readonly Settlement[] = [];
    await this.sets.changeAny(identity, (set) => {
      const now = this.clock.now();
      const leased = leaseSettlements(set, now);
      ({ due } = leased);
      return due.length === 0 ? undefined : toWorkChange(leased.work, now);
    });
    for (const settlement of due) await this.settleOne(identity, settlement);
  }

  private async settleOne(identity: VideoIdentity, settlement: Settlement): Promise<void> {
    const { operationId, kind, state } = settlement;
    let next: Settlement | undefined;
    try {
      await this.endOperation(settlement.payerId ?? identity.ownerId, settlement);
    } catch (error) {
      this.logger.warn({ err: error, ...identity, operationId }, 'an operation could not be settled');
      next = postponed(settlement, this.clock.now());
    }
    let change: Decision<ChapterSetDocument> | undefined;
    await this.sets.changeAny(
      identity,
      (set) => (change = replaceSettlement(set, operationId, next, this.clock.now())),
    );
    // Another worker may have settled it after the lease: the one that removes the settlement counts it.
    if (change && !next) this.ended.add({ kind, end: state });
  }

  /** May be repeated: the record and auth ignore a repeat. */
  private async endOperation(ownerId: string, settlement: Settlement): Promise<void> {
    const { operationId, state, msg, code = '', isReserved } = settlement;
    const amount = isReserved ? settlement.tokens : 0;
    await this.operations.end({ ownerId, operationId }, { state, msg, code, tokens: amount });
    if (!isReserved) return;
    await this.auth.settleTokens({ ownerId, operationId, amount }).catch((error: unknown) => {
      // The account was deleted with its tokens.
      if (!(error instanceof AppError) || error.code !== 'not-found') throw error;
    });
  }
}
