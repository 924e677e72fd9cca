import { Inject, Injectable } from '@nestjs/common';
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
import { ChapterSetRepository, type VideoIdentity } from '../chapters/chapter-set.repository.ts';
import type { ChapterSetDocument } from '../chapters/chapter-set.schema.ts';
import { toWorkChange } from '../chapters/work-change.ts';
import { leaseMs } from '../domain/job.ts';
import { postponed, workOf, type Ending } from '../domain/work.ts';
import { OperationRepository } from '../operations/operation.repository.ts';
import { generationMetrics } from './generation-metrics.ts';

/** Ends operations: their record says so, and their tokens are settled, however long auth is away. */
@Injectable()
export class EndingService {
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

  /** Settles what is due of a set, deleted or not. */
  async settle(set: ChapterSetDocument): Promise<void> {
    const now = this.clock.now();
    const identity = { videoId: set._id, ownerId: set.ownerId };
    for (const ending of workOf(set).endings.filter(({ dueAt }) => dueAt <= now))
      await this.settleOne(identity, ending);
  }

  private async settleOne(identity: VideoIdentity, ending: Ending): Promise<void> {
    const { operationId } = ending;
    try {
      await this.end(identity.ownerId, ending);
    } catch (error) {
      this.logger.warn({ err: error, ...identity, operationId }, 'an operation could not be settled');
      await this.replace(identity, ending, postponed(ending, this.clock.now()));
      return;
    }
    // Several workers may settle the same end: it counts where it is taken out.
    if (await this.replace(identity, ending)) this.ended.add({ kind: ending.kind, end: ending.state });
  }

  private async end(ownerId: string, ending: Ending): Promise<void> {
    const { operationId, state, msg, code = '', tokens: amount, isReserved } = ending;
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
      // The account is gone, and its tokens with it.
      if (!(error instanceof AppError) || error.code !== 'not-found') throw error;
    });
  }

  /** @returns whether the ending was there */
  private async replace(identity: VideoIdentity, { operationId }: Ending, by?: Ending): Promise<boolean> {
    let wasThere = false;
    await this.sets.changeAny(identity, (set) => {
      const { jobs, endings } = workOf(set);
      const others = endings.filter((ending) => ending.operationId !== operationId);
      wasThere = others.length < endings.length;
      if (!wasThere) return undefined;
      const left = by ? [...others, by] : others;
      const change = toWorkChange({ jobs, endings: left }, this.clock.now());
      if (!set.deletedAt || left.length > 0) return change;
      // All is settled: a deleted set is looked at once more, when nobody can be writing for it.
      return { set: { ...change.set, jobDueAt: new Date(set.deletedAt.getTime() + leaseMs) } };
    });
    return wasThere;
  }
}
