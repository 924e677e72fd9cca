import { Inject, Injectable } from '@nestjs/common';
import type { VideoIdentity } from '@vault/contracts';
import { authRpc } from '@vault/contracts/rpc';
import {
  AppError,
  CLOCK,
  LOGGER,
  METRICS,
  RPC,
  type Clock,
  type Counter,
  type Logger,
  type Metrics,
  type Rpc,
} from '@vault/platform';
import { ChapterSetRepository } from '../chapters/chapter-set.repository.ts';
import type { ChapterSetDocument } from '../chapters/chapter-set.schema.ts';
import { toWorkChange } from '../chapters/work-change.ts';
import { leaseMs } from '../domain/job.ts';
import { postponed, type Settlement } from '../domain/work.ts';
import { OperationRepository } from '../operations/operation.repository.ts';
import { generationMetrics } from './generation-metrics.ts';

/** Settles ended operations: updates their record and settles their tokens, however long auth is unavailable. */
@Injectable()
export class SettlementService {
  private readonly ended: Counter<'kind' | 'end'>;

  constructor(
    private readonly sets: ChapterSetRepository,
    private readonly operations: OperationRepository,
    @Inject(RPC) private readonly rpc: Rpc,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.ended = generationMetrics(metrics);
  }

  /** Settles the due settlements of a set, deleted or not. */
  async settle(set: ChapterSetDocument): Promise<void> {
    const now = this.clock.now();
    const identity = { videoId: set._id, ownerId: set.ownerId };
    for (const settlement of set.settlements.filter(({ dueAt }) => dueAt <= now))
      await this.settleOne(identity, settlement);
  }

  private async settleOne(identity: VideoIdentity, settlement: Settlement): Promise<void> {
    const { operationId } = settlement;
    try {
      await this.end(identity.ownerId, settlement);
    } catch (error) {
      this.logger.warn({ err: error, ...identity, operationId }, 'an operation could not be settled');
      await this.replace(identity, settlement, postponed(settlement, this.clock.now()));
      return;
    }
    // Several workers may settle the same operation: the one that removes the settlement counts it.
    if (await this.replace(identity, settlement))
      this.ended.add({ kind: settlement.kind, end: settlement.state });
  }

  private async end(ownerId: string, settlement: Settlement): Promise<void> {
    const { operationId, state, msg, code = '', tokens: amount, isReserved } = settlement;
    await this.operations.end(
      { ownerId, operationId },
      {
        ...{ state, msg, code },
        tokens: isReserved ? amount : 0,
      },
    );
    if (!isReserved) return;
    const auth = this.rpc.client('auth', authRpc.AuthServiceService);
    await auth.settleTokens({ userId: ownerId, operationId, amount }).catch((error: unknown) => {
      // The account was deleted with its tokens.
      if (!(error instanceof AppError) || error.code !== 'not-found') throw error;
    });
  }

  /** @returns whether the settlement was there */
  private async replace(
    identity: VideoIdentity,
    { operationId }: Settlement,
    by?: Settlement,
  ): Promise<boolean> {
    let wasThere = false;
    await this.sets.changeAny(identity, (set) => {
      const { jobs, settlements } = set;
      const others = settlements.filter((settlement) => settlement.operationId !== operationId);
      wasThere = others.length < settlements.length;
      if (!wasThere) return undefined;
      const rest = by ? [...others, by] : others;
      const change = toWorkChange({ jobs, settlements: rest }, this.clock.now());
      if (!set.deletedAt || rest.length > 0) return change;
      // All is settled: a deleted set is cleaned up once more, when no worker can still store anything for it.
      return { set: { ...change.set, jobDueAt: new Date(set.deletedAt.getTime() + leaseMs) } };
    });
    return wasThere;
  }
}
