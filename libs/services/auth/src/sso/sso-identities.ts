import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { CLOCK, RELAY, type Clock } from '@vault/base';
import { memberLimit, teamLimit } from '@vault/contracts';
import type { SsoIdentity } from '@vault/identity';
import type { Message } from '@vault/messaging';
import { isDuplicateKey, OwnedCollection, type OutboxFields, type OutboxRelay } from '@vault/store';
import type { Model } from 'mongoose';
import type { SsoIdentityDocument } from './sso-identity.schema.ts';

type Subject = Pick<SsoIdentity, 'issuer' | 'subject'>;

/** Which account a person of a team's provider has. */
@Injectable()
export class SsoIdentities {
  private readonly identities: OwnedCollection<SsoIdentityDocument>;

  constructor(
    @InjectModel('SsoIdentity', 'auth') private readonly model: Model<SsoIdentityDocument>,
    @Inject(RELAY) private readonly relay: OutboxRelay,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.identities = new OwnedCollection(model, relay);
  }

  find(ownerId: string, subject: Subject): Promise<SsoIdentityDocument | null> {
    return this.identities.findOne({ ownerId, _id: identityIdOf(ownerId, subject) });
  }

  async hasOther(ownerId: string, userId: string): Promise<boolean> {
    return (await this.model.exists({ ownerId, userId })) !== null;
  }

  /** @returns false when the account belongs to another person of this provider, or the person to another account */
  async insert(ownerId: string, subject: Subject, userId: string, entry?: Message): Promise<boolean> {
    const now = this.clock.now();
    const identity = { _id: identityIdOf(ownerId, subject), ownerId, userId, linkedAt: now, lastAt: now };
    try {
      await this.identities.insert(identity, entry ? [entry] : []);
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return (await this.find(ownerId, subject))?.userId === userId;
    }
  }

  /** Notes a sign-in, together with its entry of the audit log. */
  async noteSignIn(ownerId: string, _id: string, entry?: Message): Promise<void> {
    const decision = { set: { lastAt: this.clock.now() }, events: entry ? [entry] : [] };
    await this.identities.changeMatching({ ownerId, _id }, decision);
  }

  /** The ids of members who have signed in through the provider. */
  async usersOf(ownerId: string): Promise<string[]> {
    const found = await this.identities.find({ ownerId }, { limit: 2 * memberLimit });
    return found.map(({ userId }) => userId);
  }

  /** Since when a person signs in through the providers of teams, by the id of the team. */
  async linksOf(userId: string): Promise<ReadonlyMap<string, Date>> {
    const found = await this.model.find({ userId }).limit(teamLimit).lean();
    return new Map(found.map(({ ownerId, linkedAt }) => [ownerId, linkedAt]));
  }

  /** For somebody who is no member any more. */
  async remove(ownerId: string, userId: string): Promise<void> {
    await this.removeMatching({ ownerId, userId });
  }

  /** For a team that is deleted, or has another provider. */
  async removeAll(ownerId: string): Promise<void> {
    await this.removeMatching({ ownerId });
  }

  /** For a deleted person. */
  async removePerson(userId: string): Promise<void> {
    await this.removeMatching({ userId });
  }

  /** With a document its outbox is lost, so that its entries of the audit log are sent before. */
  private async removeMatching(
    filter: Partial<Pick<SsoIdentityDocument, 'ownerId' | 'userId'>>,
  ): Promise<void> {
    const model = this.model as unknown as Model<OutboxFields>;
    const waiting = await this.model
      .find({ ...filter, outboxSince: { $exists: true } })
      .limit(2 * memberLimit)
      .select({ _id: 1 })
      .lean();
    await Promise.all(waiting.map(({ _id }) => this.relay.send(model, _id)));
    await this.model.deleteMany(filter);
  }
}

/** Texts in JSON have one meaning, whatever is in them. */
export function identityIdOf(ownerId: string, { issuer, subject }: Subject): string {
  return createHash('sha256')
    .update(JSON.stringify([ownerId, issuer, subject]))
    .digest('base64url');
}
