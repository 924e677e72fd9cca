import type { mongo } from 'mongoose';
import { collectionsIn, noteCollection } from '../common/open-mongo.ts';

interface Note {
  /** The fingerprint of the source. */
  readonly _id: string;
  readonly finishedAt?: Date;
}

/** A database that notes which move wrote it. */
export class NotedDatabase {
  private readonly notes: mongo.Collection<Note>;

  constructor(private readonly db: mongo.Db) {
    this.notes = db.collection<Note>(noteCollection);
  }

  /** The note of a source; null when no move of it has begun. */
  async noteOf(source: string): Promise<Note | null> {
    return await this.notes.findOne({ _id: source });
  }

  /** @throws when it has documents that no move of this source wrote */
  async assertOwn(source: string): Promise<void> {
    const [note] = await this.notes.find().limit(1).toArray();
    const { databaseName } = this.db;
    if (note && note._id !== source)
      throw new Error(
        `The database ${databaseName} contains the move of another folder, or of another state of this one. If the product has not used it, drop it, then run this again.`,
      );
    if (note) return;
    const [filled] = await this.filledCollections();
    if (filled !== undefined)
      throw new Error(
        `The database ${databaseName} has documents that are not from a move (in ${filled}). Move into empty databases, before anything uses them.`,
      );
  }

  /** Call it after {@link assertOwn}. @returns whether no earlier run has done it */
  async claim(source: string): Promise<boolean> {
    const note = { $setOnInsert: { startedAt: new Date() } };
    const { upsertedCount } = await this.notes.updateOne({ _id: source }, note, { upsert: true });
    return upsertedCount > 0;
  }

  async finish(source: string): Promise<void> {
    await this.notes.updateOne({ _id: source }, { $set: { finishedAt: new Date() } });
  }

  /** The collections with documents, except the note. */
  async filledCollections(): Promise<string[]> {
    const names = await collectionsIn(this.db);
    const filled = await Promise.all(
      names.map(async (name) => ((await this.db.collection(name).findOne()) ? [name] : [])),
    );
    return filled.flat();
  }
}
