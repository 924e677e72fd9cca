import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { RELAY } from '@vault/base';
import { isDuplicateKey, OwnedCollection, wasInserted, type Decision, type OutboxRelay } from '@vault/store';
import type { Model } from 'mongoose';
import type { MomentDocument, MomentSpan } from './moment.schema.ts';

interface MomentQuery {
  readonly videoId?: string | undefined;
  /** The id of the last moment before the page. */
  readonly after?: string;
  readonly limit: number;
}

@Injectable()
export class MomentRepository {
  private readonly moments: OwnedCollection<MomentDocument>;

  constructor(
    @InjectModel('Moment', 'portal') private readonly model: Model<MomentDocument>,
    @Inject(RELAY) relay: OutboxRelay,
  ) {
    this.moments = new OwnedCollection(model, relay);
  }

  /** @returns false when the span has a moment */
  insert(moment: Omit<MomentDocument, 'version' | 'outbox' | 'outboxSince' | 'handled'>): Promise<boolean> {
    return wasInserted(this.moments.insert(moment));
  }

  /** For whoever knows the id, which is a secret. */
  async open(id: string): Promise<MomentDocument | null> {
    const [moment] = await this.moments.acrossOwners.find({ _id: id }, { limit: 1 });
    return moment ?? null;
  }

  get(ownerId: string, id: string): Promise<MomentDocument | null> {
    return this.moments.findOne({ ownerId, _id: id });
  }

  find(ownerId: string, { videoId, kind, start, end }: MomentSpan): Promise<MomentDocument | null> {
    return this.moments.findOne({ ownerId, videoId, kind, start, end });
  }

  /** Moments in the order of their ids. */
  list(ownerId: string, { videoId, after = '', limit }: MomentQuery): Promise<MomentDocument[]> {
    const ofVideo = videoId === undefined ? {} : { videoId };
    const filter = { ownerId, ...ofVideo, _id: { $gt: after } };
    return this.moments.find(filter, { sort: { _id: 1 }, limit });
  }

  /** @param videoId absent: of all videos of the owner */
  count(ownerId: string, videoId?: string): Promise<number> {
    return this.moments.count({ ownerId, ...(videoId === undefined ? {} : { videoId }) });
  }

  change(
    ownerId: string,
    id: string,
    decision: Decision<MomentDocument>,
    messageId?: string,
  ): Promise<MomentDocument | null> {
    return this.moments.change({ ownerId, _id: id }, () => decision, { messageId });
  }

  /** Gives a moment to another owner; a moment of the same span that they have just made gives way. */
  async give({ _id, ...moment }: MomentDocument, ownerId: string): Promise<void> {
    const give = () => this.moments.change({ ownerId: moment.ownerId, _id }, () => ({ ownerId }));
    try {
      await give();
    } catch (error) {
      const newer = isDuplicateKey(error) ? await this.find(ownerId, moment) : null;
      if (!newer) throw error;
      await this.remove(ownerId, newer._id);
      await give();
    }
  }

  /** A counter alone: a play changes nothing that a decision reads. */
  async countPlay(id: string): Promise<void> {
    await this.model.updateOne({ _id: id }, { $inc: { plays: 1 } });
  }

  /** Stores the entry of the command that made the moment. */
  log(ownerId: string, id: string, messageId: string): Promise<void> {
    return this.moments.log({ ownerId, _id: id }, messageId);
  }

  /** Removes a moment that nobody has seen, whoever it was given to since. */
  async removeNew(id: string): Promise<void> {
    await this.model.deleteOne({ _id: id });
  }

  remove(ownerId: string, id: string, messageId?: string): Promise<void> {
    return this.moments.remove({ ownerId, _id: id }, { messageId });
  }
}
