import { Inject, Injectable } from '@nestjs/common';
import { currentCorrelationId, isDuplicateKey, STORE } from '@vault/platform';
import type { Connection, Model, QueryFilter } from 'mongoose';
import type { MailEnd, MailRecord } from './mail-record.schema.ts';

export type NewMail = Pick<MailRecord, '_id' | 'kind' | 'ownerId' | 'videoId' | 'createdAt'>;

/** Mails worked on at once: some servers take few connections from one sender. */
const atOnce = 5;
/** More that wait are as bad. */
const countLimit = 10_000;

/** Keeps mails until they have been sent, and after that what must not be sent again. */
@Injectable()
export class MailRepository {
  private readonly model: Model<MailRecord>;

  constructor(@Inject(STORE) store: Connection) {
    this.model = store.model<MailRecord>('Mail');
  }

  /** Has it sent now; what is there already stays as it is. */
  async insert(mail: NewMail): Promise<void> {
    const correlationId = currentCorrelationId() ?? '';
    try {
      await this.model.create({ ...mail, nextCheckAt: mail.createdAt, attempts: 0, correlationId });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Those of these that are there. */
  async findKnown(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.model
      .find({ _id: { $in: [...ids] } })
      .select({ _id: 1 })
      .limit(ids.length)
      .lean();
    return new Set(found.map(({ _id }) => _id));
  }

  /** Mails to be sent now, the longest overdue first. */
  due(now: Date, limit: number): Promise<MailRecord[]> {
    return this.model
      .find({ nextCheckAt: { $lte: now } })
      .sort({ nextCheckAt: 1 })
      .limit(Math.min(limit, atOnce))
      .lean<MailRecord[]>()
      .exec();
  }

  /** Takes one to send it, until then, and counts the try. @returns false when another process has */
  async claim({ _id, nextCheckAt }: MailRecord, until: Date): Promise<boolean> {
    const { modifiedCount } = await this.model.updateOne(
      { _id, nextCheckAt },
      { $set: { nextCheckAt: until }, $inc: { attempts: 1 } },
    );
    return modifiedCount === 1;
  }

  /** Gives a claimed one back, unless another process has taken it since. */
  async putOff({ _id, nextCheckAt }: MailRecord, until: Date): Promise<void> {
    await this.model.updateOne({ _id, nextCheckAt }, { $set: { nextCheckAt: until } });
  }

  /** Gives a claimed one back as it was before: the try does not count. */
  async giveBack({ _id, nextCheckAt }: MailRecord, now: Date): Promise<void> {
    await this.model.updateOne({ _id, nextCheckAt }, { $set: { nextCheckAt: now }, $inc: { attempts: -1 } });
  }

  /** Ends a claimed one for good. */
  async end(
    { _id, nextCheckAt }: MailRecord,
    how: { readonly end: MailEnd; readonly endedAt: Date; readonly forgetAt?: Date },
  ): Promise<void> {
    await this.model.updateOne({ _id, nextCheckAt }, { $set: how, $unset: { nextCheckAt: 1 } });
  }

  countWaiting(): Promise<number> {
    return this.model
      .countDocuments({ nextCheckAt: { $exists: true } })
      .limit(countLimit)
      .exec();
  }

  countFailed(): Promise<number> {
    return this.model.countDocuments({ end: 'failed' }).limit(countLimit).exec();
  }

  /** Forgets all mail of a person. @returns how many records went */
  async removeOf(ownerId: string, limit: number): Promise<number> {
    return this.removeSome({ ownerId }, limit);
  }

  /** @returns how many were removed */
  async removeExpired(now: Date, limit: number): Promise<number> {
    return this.removeSome({ forgetAt: { $lte: now } }, limit);
  }

  private async removeSome(filter: QueryFilter<MailRecord>, limit: number): Promise<number> {
    const found = await this.model.find(filter).select({ _id: 1 }).limit(limit).lean();
    const ids = found.map(({ _id }) => _id);
    if (ids.length > 0) await this.model.deleteMany({ _id: { $in: ids } });
    return ids.length;
  }
}
