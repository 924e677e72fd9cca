import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { tombstoneMs } from '@vault/contracts';
import {
  CLOCK,
  LOGGER,
  type Clock,
  currentOrigin,
  type Logger,
  DueRecordPoller,
  PeriodicTaskProvider,
} from '@vault/base';
import type { Model } from 'mongoose';
import { DueRecords } from '../documents/due-records.ts';
import type { DeletedOwnerDocument } from './tombstone.schemas.ts';
import { Tombstones } from './tombstones.ts';

/** The data of owners in a service, provided as {@link OWNER_DATA}. */
export interface OwnerData {
  /**
   * Removes a bounded part of an owner's data; safe to repeat and to run concurrently in several processes.
   * @returns whether there may be more
   */
  removeSome(ownerId: string): Promise<boolean>;
}

export const OWNER_DATA = Symbol('the data of owners in this service');

/** Maximum parts removed per check; the rest is removed by the next check, 0.5 s later. */
const partsAtOnce = 20;
/** Requests that began before the account was deleted have ended after this time. */
const lateMs = 60_000;

/**
 * Removes a service's data about an owner whose account was deleted. It stores the owner's id first, so that another
 * process can continue after a crash, and so that late data is refused or removed: after a minute, and once more before
 * the id is removed.
 */
@Injectable()
export class OwnerDeletion extends PeriodicTaskProvider {
  protected override readonly work: DueRecordPoller<DeletedOwnerDocument>;

  constructor(
    @InjectModel('DeletedOwner') private readonly owners: Model<DeletedOwnerDocument>,
    private readonly tombstones: Tombstones,
    @Inject(OWNER_DATA) private readonly data: OwnerData,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
    this.work = new DueRecordPoller({
      name: 'removing the data of deleted owners',
      clock,
      logger,
      records: new DueRecords(owners),
      check: (owner) => this.check(owner),
    });
  }

  /** Removes the data of an owner whose account was deleted. Safe to repeat. */
  async delete(ownerId: string): Promise<void> {
    const deletedAt = this.clock.now();
    const nextCheckAt = new Date(deletedAt.getTime() + lateMs);
    await this.tombstones.addOwner({ _id: ownerId, deletedAt, ...currentOrigin(), nextCheckAt });
    if (await this.removeParts(ownerId)) await this.checkAgainAt(ownerId, deletedAt);
    this.logger.info({ ownerId }, 'an owner was deleted');
  }

  private async check({ _id: ownerId, deletedAt }: DeletedOwnerDocument): Promise<void> {
    const hasMore = await this.removeParts(ownerId);
    const age = this.clock.now().getTime() - deletedAt.getTime();
    if (!hasMore && age >= tombstoneMs) return void (await this.owners.deleteOne({ _id: ownerId }));
    const next = hasMore ? age : age < lateMs ? lateMs : tombstoneMs;
    await this.checkAgainAt(ownerId, new Date(deletedAt.getTime() + next));
  }

  private async checkAgainAt(ownerId: string, nextCheckAt: Date): Promise<void> {
    await this.owners.updateOne({ _id: ownerId }, { $set: { nextCheckAt } });
  }

  /** @returns whether there may be more */
  private async removeParts(ownerId: string): Promise<boolean> {
    for (let parts = 0; parts < partsAtOnce; parts += 1)
      if (!(await this.data.removeSome(ownerId))) return false;
    return true;
  }
}
