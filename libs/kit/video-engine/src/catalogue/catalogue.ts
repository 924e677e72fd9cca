import type { DatabaseSync } from 'node:sqlite';

import { AssetTable } from './asset-table.ts';
import { inTransaction, openDatabase } from './database.ts';
import { EventTable } from './event-table.ts';
import { JobTable } from './job-table.ts';
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
  private readonly database: DatabaseSync;

  constructor(dataDir: string) {
    this.database = openDatabase(dataDir);
    this.uploads = new UploadTable(this.database);
    this.assets = new AssetTable(this.database);
    this.tracks = new TrackTable(this.database);
    this.renditions = new RenditionTable(this.database);
    this.jobs = new JobTable(this.database);
    this.events = new EventTable(this.database);
  }

  /** Runs `work` in one transaction; may be nested. */
  transaction<T>(work: () => T): T {
    return inTransaction(this.database, work);
  }

  /** Waits until all commits are on the disk, which a commit itself does not. */
  sync(): void {
    this.database.exec('PRAGMA wal_checkpoint(PASSIVE)');
  }

  close(): void {
    this.database.close();
  }
}
