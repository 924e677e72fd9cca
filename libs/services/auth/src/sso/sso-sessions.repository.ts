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

  /** What is stored of a session of a person that came through the provider of a team. */
  async findOne(which: Pick<SsoSession, '_id' | 'ownerId' | 'userId'>): Promise<SsoSession | null> {
    return await this.model.findOne(which).lean<SsoSession>();
  }

  /** The sessions of a person, of an identity, or of a session of the provider. */
  async find(
    which: Pick<SsoSession, 'ownerId'> &
      Partial<Pick<SsoSession, 'userId' | 'identityId' | 'providerSession'>>,
  ): Promise<SsoSession[]> {
    return await this.model.find(which).limit(limit).lean<SsoSession[]>().exec();
  }

  async remove(id: string): Promise<void> {
    await this.model.deleteOne({ _id: id });
  }

  /** For a deleted person. */
  async removePerson(userId: string): Promise<void> {
    await this.model.deleteMany({ userId });
  }
}
