import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, STORE, type Clock } from '@vault/platform';
import type { Connection, Model } from 'mongoose';
import type { ContentDraft } from '../domain/apply-person-edits.ts';
import { removeSomeOf } from '../owners/remove-some-of.ts';
import { draftSeconds, type DraftDocument } from './draft.schema.ts';

export interface DraftIdentity {
  readonly ownerId: string;
  readonly videoId: string;
  readonly draftId: string;
}

/** Staged edits of chapters, until a command saves them. */
@Injectable()
export class DraftRepository {
  private readonly model: Model<DraftDocument>;

  constructor(
    @Inject(STORE) store: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.model = store.model<DraftDocument>('ChapterDraft');
  }

  /** Replaces what was staged under the same id. */
  async put({ ownerId, videoId, draftId }: DraftIdentity, draft: ContentDraft): Promise<void> {
    const _id = idOf(ownerId, draftId);
    const createdAt = this.clock.now();
    await this.model.replaceOne(
      { _id, ownerId },
      { _id, ownerId, videoId, createdAt, ...draft },
      { upsert: true },
    );
  }

  /** @returns null when there is none, or it has expired */
  async find({ ownerId, videoId, draftId }: DraftIdentity): Promise<ContentDraft | null> {
    const createdAt = { $gt: new Date(this.clock.now().getTime() - draftSeconds * 1_000) };
    return await this.model.findOne({ _id: idOf(ownerId, draftId), ownerId, videoId, createdAt }).lean();
  }

  async remove({ ownerId, draftId }: DraftIdentity): Promise<void> {
    await this.model.deleteOne({ _id: idOf(ownerId, draftId), ownerId });
  }

  /** Removes one batch of an owner. @returns whether there may be more */
  removeSomeOf(ownerId: string): Promise<boolean> {
    return removeSomeOf(this.model, ownerId);
  }

  async removeOf(ownerId: string, videoId: string): Promise<void> {
    await this.model.deleteMany({ ownerId, videoId });
  }
}

function idOf(ownerId: string, draftId: string): string {
  return `${ownerId}/${draftId}`;
}
