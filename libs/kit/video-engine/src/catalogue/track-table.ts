import type { DatabaseSync } from 'node:sqlite';

import type { Failure, TrackRecord } from './records.ts';
import { Table } from './table.ts';

/** The table of tracks of assets. */
export class TrackTable extends Table<TrackRecord> {
  constructor(database: DatabaseSync) {
    super(database, { json: ['details', 'error'] });
  }

  insert({ id, assetId, type, status, details }: Omit<TrackRecord, 'seq' | 'error'>): void {
    this.insertRow('tracks', { id, assetId, type, status, details });
  }

  byId(id: string): TrackRecord | undefined {
    return this.get('SELECT * FROM tracks WHERE id = ?', id);
  }

  ofAsset(assetId: string): TrackRecord[] {
    return this.all('SELECT * FROM tracks WHERE asset_id = ? ORDER BY seq', assetId);
  }

  /** Ends the state preparing; returns false when the track is deleted or had left that state before. */
  settle(id: string, error?: Failure): boolean {
    const sql = "UPDATE tracks SET status = ?, error = ? WHERE id = ? AND status = 'preparing'";
    return this.run(sql, error === undefined ? 'ready' : 'errored', error, id) === 1;
  }

  describe(id: string, details: Record<string, unknown>): void {
    this.run('UPDATE tracks SET details = ? WHERE id = ?', details, id);
  }

  remove(id: string): boolean {
    return this.run('DELETE FROM tracks WHERE id = ?', id) === 1;
  }
}
