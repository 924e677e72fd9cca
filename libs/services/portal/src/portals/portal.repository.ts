import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { RELAY } from '@vault/base';
import { OwnedCollection, wasInserted, type Decision, type OutboxRelay } from '@vault/store';
import type { Model } from 'mongoose';
import type { PortalDocument } from './portal.schema.ts';

/** Of one owner, deleted ones included. */
const maxOfOwner = 100;
const existing = { isDeleted: false };
/** Portals on a page of those that search engines may list. */
export const publicPageSize = 1_000;

@Injectable()
export class PortalRepository {
  private readonly portals: OwnedCollection<PortalDocument>;

  constructor(
    @InjectModel('Portal', 'portal') private readonly model: Model<PortalDocument>,
    @Inject(RELAY) relay: OutboxRelay,
  ) {
    this.portals = new OwnedCollection(model, relay);
  }

  /** @returns false when the id or the address exists */
  insert(portal: Parameters<OwnedCollection<PortalDocument>['insert']>[0]): Promise<boolean> {
    return wasInserted(this.portals.insert(portal));
  }

  /** For visitors, who know the address or, from a ticket, the id. */
  async open(name: { slug: string } | { _id: string }): Promise<PortalDocument | null> {
    const filter = { ...name, ...existing };
    const [portal] = await this.portals.acrossOwners.find(filter, { limit: 1, omit: ['logo'] });
    return portal ?? null;
  }

  /** @returns WebP in base64; null without a logo */
  async logo(id: string): Promise<string | null> {
    const portal = await this.portals.acrossOwners.findOne({ _id: id, ...existing });
    return portal?.logo ?? null;
  }

  get(ownerId: string, id: string): Promise<PortalDocument | null> {
    return this.portals.findOne({ ownerId, _id: id, ...existing });
  }

  async list(ownerId: string): Promise<PortalDocument[]> {
    const portals = await this.portals.find({ ownerId, ...existing }, { limit: maxOfOwner, omit: ['logo'] });
    return portals.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  }

  /** Those that anyone may see, in the order of their addresses, whether they have ended or not. */
  listPublic(after: string): Promise<PortalDocument[]> {
    const filter = { slug: { $gt: after }, isPublished: true, audience: 'anyone', isListed: true } as const;
    const options = { sort: { slug: 1 }, limit: publicPageSize, omit: ['logo', 'hidden', 'links'] } as const;
    return this.portals.acrossOwners.find(filter, options);
  }

  count(ownerId: string): Promise<number> {
    return this.portals.count({ ownerId, ...existing });
  }

  change(
    ownerId: string,
    id: string,
    decide: (portal: PortalDocument) => Decision<PortalDocument> | undefined,
    messageId?: string,
  ): Promise<PortalDocument | null> {
    return this.portals.change({ ownerId, _id: id, ...existing }, decide, { messageId });
  }

  /** A counter alone: a play changes nothing that a decision reads. */
  async countPlay(id: string, videoId: string): Promise<void> {
    await this.model.updateOne({ _id: id }, { $inc: { [`plays.${videoId}`]: 1 } });
  }

  /** Stores the entry of the command that made the portal. */
  log(ownerId: string, id: string, messageId: string): Promise<void> {
    return this.portals.log({ ownerId, _id: id }, messageId);
  }

  remove(ownerId: string, id: string): Promise<void> {
    return this.portals.remove({ ownerId, _id: id });
  }

  /** Removes some portals of a deleted owner. @returns whether there are more */
  removeSome(ownerId: string): Promise<boolean> {
    return this.removeMatching({ ownerId });
  }

  /** Deleted portals are kept until their events are sent. */
  async removeDeleted(ownerId: string): Promise<void> {
    await this.removeMatching({ ownerId, isDeleted: true, outboxSince: null });
  }

  private async removeMatching(
    filter: Parameters<OwnedCollection<PortalDocument>['find']>[0],
  ): Promise<boolean> {
    const { ownerId } = filter;
    const portals = await this.portals.find(filter, { limit: maxOfOwner, omit: ['logo', 'hidden'] });
    await Promise.all(portals.map(({ _id }) => this.portals.remove({ ownerId, _id })));
    return portals.length === maxOfOwner;
  }
}
