import type { DatabaseSync } from 'node:sqlite';

import { AssetTable } from './asset-table.ts';
import { inTransaction, openDatabase } from './database.ts';
import { EventTable } from './event-table.ts';
import { JobTable } from './job-table.ts';
import { RemovalTable } from './removal-table.ts';
import { RenditionTable } from './rendition-table.ts';
import { TrackTable } from './track-table.ts';
import { UploadTable } from './upload-table.ts';

/** All state of the engine, in one SQLite file that one process uses. */
export class Catalogue {
  readonly uploads: UploadTable;
  readonly assets: AssetTable;
  readonly tracks: TrackTable;
  readonly renditions: RenditionTable;
  readonly jobs: JobTable;
  readonly events: EventTable;
  readonly removals: RemovalTable;
  private readonly database: DatabaseSync;

  constructor(dataDir: string) {
    this.database = openDatabase(dataDir);
    this.uploads = new UploadTable(this.database);
    this.assets = new AssetTable(this.database);
    this.tracks = new TrackTable(this.database);
    this.renditions = new RenditionTable(this.database);
    this.jobs = new JobTable(this.database);
    this.events = new EventTable(this.database);
    this.removals = new RemovalTable(this.database);
  }

  /** The id that the media files carry too; undefined in a new catalogue. */
  get id(): string | undefined {
    const row = this.database.prepare('SELECT id FROM identity').get();
    return row === undefined ? undefined : String(row['id']);
  }

  setId(id: string): void {
    this.transaction(() => {
      this.database.exec('DELETE FROM identity');
      this.database.prepare('INSERT INTO identity VALUES (?)').run(id);
    });
  }

  /** Runs `work` in one transaction; may be nested. */
  transaction<T>(work: () => T): T {
    return inTransaction(this.database, work);
  }

  /** Empties the write-ahead log, which otherwise keeps deleted content until later writes have overwritten it. */
  emptyWriteAheadLog(): void {
    this.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  close(): void {
    this.database.close();
  }
}
