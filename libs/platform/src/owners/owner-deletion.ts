import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CLOCK, LOGGER, type Clock } from '../host/tokens.ts';
import { correlationId } from '../logging/correlation.ts';
import type { Logger } from '../logging/logger.ts';
import { RecordWatch } from '../scheduling/record-watch.ts';
import { DeletedOwnerRepository } from './deleted-owner.repository.ts';
import type { DeletedOwnerDocument } from './deleted-owner.schema.ts';

/** What a service keeps of owners, to be provided as {@link OWNER_DATA}. */
export interface OwnerData {
  /**
   * Removes a bounded part of what is kept of an owner; safe to repeat, also while another process does the same.
   * @returns whether there may be more
   */
  removeSome(ownerId: string): Promise<boolean>;
}

export const OWNER_DATA = Symbol('what this service keeps of owners');

/** Parts that are removed in one go; what is more waits for the next look, half a second later. */
const partsAtOnce = 20;
/** A request that had begun before the account was deleted has ended by then. */
const lateMs = 60_000;
/** Longer than a message is retained. */
const keptMs = 8 * 24 * 60 * 60 * 1_000;

/**
 * Removes what a service keeps of an owner whose account is gone. The owner's id is noted first, so that a process that
 * dies in the middle is made good for, and so that what comes late is refused, or removed: a minute later, and once
 * more before the id itself goes.
 */
@Injectable()
export class OwnerDeletion implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly watching: RecordWatch<DeletedOwnerDocument>;

  constructor(
    private readonly owners: DeletedOwnerRepository,
    @Inject(OWNER_DATA) private readonly data: OwnerData,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.watching = new RecordWatch({
      ...{ name: 'removing what is kept of deleted owners', clock, logger, records: owners },
      look: (owner) => this.look(owner),
      putOff: ({ _id }, until) => owners.lookAgainAt(_id, until),
    });
  }

  onApplicationBootstrap(): void {
    this.watching.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.watching.stop();
  }

  /** The account is gone. Safe to repeat. */
  async delete(ownerId: string): Promise<void> {
    const deletedAt = this.clock.now();
    const nextCheckAt = new Date(deletedAt.getTime() + lateMs);
    await this.owners.add({ _id: ownerId, deletedAt, correlationId: correlationId(), nextCheckAt });
    if (await this.removeParts(ownerId)) await this.owners.lookAgainAt(ownerId, deletedAt);
    this.logger.info({ ownerId }, 'an owner was deleted');
  }

  private async look({ _id: ownerId, deletedAt }: DeletedOwnerDocument): Promise<void> {
    const hasMore = await this.removeParts(ownerId);
    const age = this.clock.now().getTime() - deletedAt.getTime();
    if (!hasMore && age >= keptMs) return this.owners.remove(ownerId);
    const next = hasMore ? age : age < lateMs ? lateMs : keptMs;
    await this.owners.lookAgainAt(ownerId, new Date(deletedAt.getTime() + next));
  }

  /** @returns whether there may be more */
  private async removeParts(ownerId: string): Promise<boolean> {
    for (let parts = 0; parts < partsAtOnce; parts += 1)
      if (!(await this.data.removeSome(ownerId))) return false;
    return true;
  }
}
