import type { Model, QueryFilter, UpdateQuery } from 'mongoose';
import type { PolledRecord } from '@vault/base';

/**
 * The records of a model by the time of their next check. A claim is a lease: it moves that time, and ends when another
 * process moves it. The version of a record stays, because nothing changes that people see.
 */
export class DueRecords<Row extends PolledRecord> {
  constructor(private readonly model: Model<Row>) {}

  /** The longest overdue first. */
  due(now: Date, limit: number): Promise<Row[]> {
    const filter = { nextCheckAt: { $lte: now } } as QueryFilter<Row>;
    return this.model.find(filter).sort({ nextCheckAt: 1 }).limit(limit).lean<Row[]>().exec();
  }

  /** @returns false when another process has claimed it, or its check is no longer due */
  claim(row: Row, until: Date): Promise<boolean> {
    return this.move(row, { $set: { nextCheckAt: until } });
  }

  /** Sets the time of the next check, while the lease lasts. */
  async postpone(row: Row, until: Date): Promise<void> {
    await this.move(row, { $set: { nextCheckAt: until } });
  }

  /** Changes a record while the lease lasts. */
  protected async move({ _id, nextCheckAt }: Row, update: UpdateQuery<Row>): Promise<boolean> {
    const filter = { _id, nextCheckAt } as QueryFilter<Row>;
    return (await this.model.updateOne(filter, update)).modifiedCount === 1;
  }
}
