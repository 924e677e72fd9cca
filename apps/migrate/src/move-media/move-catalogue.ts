import { createHash } from 'node:crypto';
import type { mongo } from 'mongoose';
import { copyCollection, hashCollection } from '../move/copy-collection.ts';
import { compareCollections, type ComparedCollection } from '../move/move-stores.ts';
import { NotedDatabase } from '../move/noted-database.ts';
import { withProgress } from '../move/progress.ts';

/** The move of a catalogue into a database on MongoDB. */
export class CatalogueMove {
  private readonly noted: NotedDatabase;

  private constructor(
    private readonly from: mongo.Db,
    private readonly to: mongo.Db,
    private readonly names: readonly string[],
    private readonly fingerprint: string,
  ) {
    this.noted = new NotedDatabase(to);
  }

  /** @throws before any change when the database has documents that are not of this catalogue in this state */
  static async begin(from: mongo.Db, to: mongo.Db): Promise<CatalogueMove> {
    const names = (await from.listCollections().toArray()).map(({ name }) => name).sort();
    const hash = createHash('sha256');
    for (const name of names) {
      const { sha256 } = await hashCollection(name, from, { expiries: [], now: Date.now() });
      hash.update(`${name} ${sha256}\n`);
    }
    const move = new CatalogueMove(from, to, names, hash.digest('hex'));
    await move.noted.assertOwn(move.fingerprint);
    return move;
  }

  /** When an earlier run has moved it; engines may have changed it since. */
  async finishedAt(): Promise<Date | undefined> {
    return (await this.noted.noteOf(this.fingerprint))?.finishedAt;
  }

  /** Copies the documents that the database lacks. @returns all collections, compared */
  async copy(print: (line: string) => void): Promise<ComparedCollection[]> {
    await this.noted.claim(this.fingerprint);
    await withProgress({ what: 'copying the catalogue', print }, async (progress) => {
      for (const name of this.names) await copyCollection(name, this.from, this.to, progress);
    });
    const names = [...this.names, ...(await this.noted.filledCollections())];
    return await compareCollections(names, this.from, this.to);
  }

  async finish(): Promise<void> {
    await this.noted.finish(this.fingerprint);
  }
}
