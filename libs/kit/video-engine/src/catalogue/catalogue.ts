import type { Connection } from 'mongoose';

import { Assets } from './assets.ts';
import { openDatabase } from './database.ts';
import { Uploads } from './uploads.ts';

const identityName = 'media';

/** All state of the engine. */
export class Catalogue {
  readonly uploads: Uploads;
  readonly assets: Assets;
  /** Whether no other engine can use it. */
  readonly isExclusive: boolean;
  private readonly connection: Connection;

  private constructor(connection: Connection, isExclusive: boolean) {
    this.connection = connection;
    this.isExclusive = isExclusive;
    this.uploads = new Uploads(connection);
    this.assets = new Assets(connection);
  }

  /** Opens the catalogue of a folder. @throws MediaFolderError */
  static async open(dataDir: string): Promise<Catalogue> {
    return await Catalogue.over(await openDatabase(dataDir), { isExclusive: true });
  }

  /** Uses an open connection, which is closed with the catalogue. Several engines may use one database. */
  static async over(connection: Connection, { isExclusive = false } = {}): Promise<Catalogue> {
    const catalogue = new Catalogue(connection, isExclusive);
    try {
      await catalogue.uploads.prepare();
      await catalogue.assets.prepare();
      return catalogue;
    } catch (error) {
      await catalogue.close();
      throw error;
    }
  }

  /** Calls `listener` after each change of a record that has events to send. */
  watchEvents(listener: () => void): void {
    this.uploads.onEvents = listener;
    this.assets.onEvents = listener;
  }

  /** The id that the media files carry too; undefined in a new catalogue. */
  async id(): Promise<string | undefined> {
    const identity = await this.connection.collection('identity').findOne({ name: identityName });
    return identity === null ? undefined : String(identity['mediaId']);
  }

  async setId(id: string): Promise<void> {
    const identity = { name: identityName, mediaId: id };
    await this.connection
      .collection('identity')
      .replaceOne({ name: identityName }, identity, { upsert: true });
  }

  async close(): Promise<void> {
    await this.connection.close();
  }
}
