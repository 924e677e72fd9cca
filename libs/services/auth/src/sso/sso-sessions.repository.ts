import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { DueRecords } from '@vault/store';
import type { Model } from 'mongoose';
import type { SsoSession } from './sso-session.schema.ts';

const limit = 1_000;

class DueSessions extends DueRecords<SsoSession> {
  /** Stores what the provider has answered. */
  async keep(
    row: SsoSession,
    set: Partial<Pick<SsoSession, 'sealedToken' | 'nextCheckAt' | 'awaySince'>>,
  ): Promise<void> {
    const isBack = set.awaySince === undefined;
    await this.move(row, { $set: set, ...(isBack && { $unset: { awaySince: 1 } }) });
  }
}

/** Stores which sessions came through the provider of a team. */
@Injectable()
export class SsoSessions {
  readonly dueRecords: DueSessions;

  constructor(@InjectModel('SsoSession', 'auth') private readonly model: Model<SsoSession>) {
    this.dueRecords = new DueSessions(model);
  }

  async insert(session: SsoSession): Promise<void> {
    await this.model.create(session);
  }

  /** Which team's provider a session of a person came through; undefined when through none. */
  async ownerOf(userId: string, sessionId: string): Promise<string | undefined> {
    const found = await this.model.findOne({ _id: sessionId, userId }).lean<SsoSession>();
    return found?.ownerId;
  }

  /** The sessions of an identity, or of a session of the provider. */
  async find(
    which: Pick<SsoSession, 'ownerId'> & Partial<Pick<SsoSession, 'identityId' | 'providerSession'>>,
  ): Promise<SsoSession[]> {
    return await this.model.find(which).limit(limit).lean<SsoSession[]>().exec();
  }

  /** The ids of the sessions of a person that came through the provider of a team. */
  async idsOf(ownerId: string, userId: string): Promise<ReadonlySet<string>> {
    const found = await this.model.find({ ownerId, userId }).limit(limit).select({ _id: 1 }).lean();
    return new Set(found.map(({ _id }) => _id));
  }

  async remove(id: string): Promise<void> {
    await this.model.deleteOne({ _id: id });
  }

  /** For a deleted person. */
  async removePerson(userId: string): Promise<void> {
    await this.model.deleteMany({ userId });
  }
}
