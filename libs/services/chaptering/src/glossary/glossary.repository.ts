import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { RELAY } from '@vault/base';
import {
  OwnedCollection,
  removeSome,
  Tombstones,
  wasInserted,
  type Decision,
  type OutboxRelay,
} from '@vault/store';
import type { Model } from 'mongoose';
import type { GlossaryDocument } from './glossary.schema.ts';

type Decide = (glossary: GlossaryDocument) => Decision<GlossaryDocument> | undefined;

const noTerms = { terms: [], contentVersion: 0, corrections: [] };

/** The glossaries: one document for each owner who has one. */
@Injectable()
export class GlossaryRepository {
  private readonly glossaries: OwnedCollection<GlossaryDocument>;

  constructor(
    @InjectModel('Glossary', 'chaptering') private readonly model: Model<GlossaryDocument>,
    @Inject(RELAY) relay: OutboxRelay,
    private readonly tombstones: Tombstones,
  ) {
    this.glossaries = new OwnedCollection(model, relay);
  }

  /** An empty one while the owner has none. */
  async get(ownerId: string): Promise<GlossaryDocument> {
    return (await this.glossaries.findOne({ ownerId, _id: ownerId })) ?? emptyOf(ownerId);
  }

  /** Inserts the glossary where the owner has none yet. @param messageId a repeat changes nothing */
  async change(ownerId: string, decide: Decide, messageId: string): Promise<GlossaryDocument> {
    const filter = { ownerId, _id: ownerId };
    const changed = await this.glossaries.change(filter, decide, { messageId });
    if (changed) return changed;
    const empty = emptyOf(ownerId);
    const decision = decide(empty);
    if (!decision) return empty;
    const inserting = this.glossaries.insert(
      { _id: ownerId, ownerId, ...noTerms, ...decision.set },
      decision.events,
      { messageId },
    );
    // Another worker may have inserted it first.
    if (!(await wasInserted(inserting))) return this.change(ownerId, decide, messageId);
    await this.tombstones.undoIfDeleted({ ownerId }, () => this.glossaries.remove(filter));
    return inserting;
  }

  /** Removes some of an owner. @returns how many */
  removeSomeOf(ownerId: string, limit: number): Promise<number> {
    return removeSome(this.model, { ownerId }, { limit });
  }
}

function emptyOf(ownerId: string): GlossaryDocument {
  return { _id: ownerId, ownerId, ...noTerms, version: 0, outbox: [], handled: [] };
}
