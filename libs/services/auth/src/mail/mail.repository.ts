import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { currentOrigin } from '@vault/base';
import { DueRecords, removeSome, wasInserted } from '@vault/store';
import type { Model } from 'mongoose';
import type { MailEnd } from '../domain/mail-kinds.ts';
import type { MailRecord } from './mail-record.schema.ts';

export type NewMail = Pick<MailRecord, '_id' | 'kind' | 'ownerId' | 'videoId' | 'changeId' | 'createdAt'>;

/** Mails sent at the same time: some servers accept few connections from one sender. */
const maxConcurrentSends = 5;
/** The metrics count up to this many. */
const countLimit = 10_000;

class DueMails extends DueRecords<MailRecord> {
  override due(now: Date, limit: number): Promise<MailRecord[]> {
    return super.due(now, Math.min(limit, maxConcurrentSends));
  }

  /** Counts the try. */
  override claim(mail: MailRecord, until: Date): Promise<boolean> {
    return this.move(mail, { $set: { nextCheckAt: until }, $inc: { attempts: 1 } });
  }
}

/** Stores mails until they are sent, and after that to prevent a second mail. */
@Injectable()
export class MailRepository {
  readonly dueRecords: DueMails;

  constructor(@InjectModel('Mail', 'auth') private readonly model: Model<MailRecord>) {
    this.dueRecords = new DueMails(model);
  }

  /** Enqueues a mail, due at once. An existing record stays unchanged. */
  async insert(mail: NewMail): Promise<void> {
    const record = { ...mail, nextCheckAt: mail.createdAt, attempts: 0, ...currentOrigin() };
    await wasInserted(this.model.create(record));
  }

  /** The ids that exist. */
  async findExisting(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.model
      .find({ _id: { $in: [...ids] } })
      .select({ _id: 1 })
      .limit(ids.length)
      .lean();
    return new Set(found.map(({ _id }) => _id));
  }

  /** Releases the lease of a mail; the try does not count. */
  async releaseLease({ _id, nextCheckAt }: MailRecord, now: Date): Promise<void> {
    await this.model.updateOne({ _id, nextCheckAt }, { $set: { nextCheckAt: now }, $inc: { attempts: -1 } });
  }

  /** Stores the outcome of a leased mail. */
  async end(
    { _id, nextCheckAt }: MailRecord,
    outcome: { readonly end: MailEnd; readonly endedAt: Date; readonly forgetAt?: Date },
  ): Promise<void> {
    await this.model.updateOne({ _id, nextCheckAt }, { $set: outcome, $unset: { nextCheckAt: 1 } });
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

  /** Removes mails of a person. @returns how many were removed */
  async removeOf(ownerId: string, limit: number): Promise<number> {
    return removeSome(this.model, { ownerId }, { limit });
  }
}
