import type { DatabaseSync } from 'node:sqlite';

import type { Failure, TrackRecord } from './records.ts';
import type { Row } from './row.ts';
import { integer, optionalJson, text, toJson } from './row.ts';

/** The table of tracks of assets. */
export class TrackTable {
  private readonly database: DatabaseSync;
  constructor(database: DatabaseSync) {
    this.database = database;
  }

  insert(track: Omit<TrackRecord, 'seq' | 'error'>): void {
    this.database
      .prepare('INSERT INTO tracks (id, asset_id, type, status, details) VALUES (?, ?, ?, ?, ?)')
      .run(track.id, track.assetId, track.type, track.status, JSON.stringify(track.details));
  }

  byId(id: string): TrackRecord | undefined {
    const row = this.database.prepare('SELECT * FROM tracks WHERE id = ?').get(id);
    return row === undefined ? undefined : parse(row);
  }

  ofAsset(assetId: string): TrackRecord[] {
    return this.database
      .prepare('SELECT * FROM tracks WHERE asset_id = ? ORDER BY seq')
      .all(assetId)
      .map((row) => parse(row));
  }

  /** Ends the state preparing; returns false when the track is deleted or had left that state before. */
  settle(id: string, error?: Failure): boolean {
    const { changes } = this.database
      .prepare("UPDATE tracks SET status = ?, error = ? WHERE id = ? AND status = 'preparing'")
      .run(error === undefined ? 'ready' : 'errored', toJson(error), id);
    return changes === 1;
  }

  describe(id: string, details: Record<string, unknown>): void {
    this.database.prepare('UPDATE tracks SET details = ? WHERE id = ?').run(JSON.stringify(details), id);
  }

  remove(id: string): boolean {
    return this.database.prepare('DELETE FROM tracks WHERE id = ?').run(id).changes === 1;
  }
}

function parse(row: Row): TrackRecord {
  return {
    seq: integer(row, 'seq'),
    id: text(row, 'id'),
    assetId: text(row, 'asset_id'),
    type: text(row, 'type') as TrackRecord['type'],
    status: text(row, 'status') as TrackRecord['status'],
    details: JSON.parse(text(row, 'details')) as Record<string, unknown>,
    error: optionalJson(row, 'error') as Failure | undefined,
  };
}
