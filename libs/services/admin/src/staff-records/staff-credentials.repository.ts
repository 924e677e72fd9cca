import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { wasInserted } from '@vault/store';
import type { Model } from 'mongoose';
import type { StaffCredentials } from './staff-credentials.schema.ts';

const maxMembers = 1_000;
const maxHandled = 20;

/** Stores password hashes of staff; only {@link passwordHashOf} reads one. */
@Injectable()
export class StaffCredentialsRepository {
  constructor(@InjectModel('StaffCredentials', 'admin') private readonly model: Model<StaffCredentials>) {}

  /** For a new member; an existing password stays unchanged. */
  async add(id: string, passwordHash: string): Promise<void> {
    await wasInserted(this.model.create({ _id: id, passwordHash }));
  }

  /** Idempotent for each action id. */
  async setPassword(id: string, passwordHash: string, actionId: string): Promise<void> {
    await this.model.updateOne(
      { _id: id, handled: { $ne: actionId } },
      { $set: { passwordHash }, $push: { handled: { $each: [actionId], $slice: -maxHandled } } },
    );
  }

  async passwordHashOf(id: string): Promise<string | undefined> {
    const found = await this.model
      .findOne({ _id: id })
      .select({ passwordHash: 1 })
      .lean<StaffCredentials>()
      .exec();
    return found?.passwordHash;
  }

  async updateLastSeen(id: string, lastSeenAt: Date): Promise<void> {
    await this.model.updateOne({ _id: id }, { $set: { lastSeenAt } });
  }

  /** When each member last used a session, by member id. */
  async lastSeen(): Promise<ReadonlyMap<string, Date>> {
    const all = await this.model.find().limit(maxMembers).lean<StaffCredentials[]>().exec();
    return new Map(all.flatMap(({ _id, lastSeenAt }) => (lastSeenAt ? [[_id, lastSeenAt] as const] : [])));
  }

  /** Binds a member to a person at the provider. @returns false when they are bound to another one */
  async bindSubject(id: string, ssoSubject: string): Promise<boolean> {
    await this.model.updateOne({ _id: id, ssoSubject: { $exists: false } }, { $set: { ssoSubject } });
    return (await this.model.exists({ _id: id, ssoSubject })) !== null;
  }

  async remove(id: string): Promise<void> {
    await this.model.deleteOne({ _id: id });
  }
}
