import type { DatabaseSync } from 'node:sqlite';

import type { AssetMedia, AssetRecord, Failure } from './records.ts';
import { Table } from './table.ts';

/** The table of assets. */
export class AssetTable extends Table<AssetRecord> {
  constructor(database: DatabaseSync) {
    super(database, { json: ['source', 'meta', 'media', 'error'], flags: ['test'] });
  }

  insert(asset: Omit<AssetRecord, 'seq' | 'media' | 'error'> & { trace?: string }): void {
    const { id, playbackId, status, createdAt, uploadId, source, passthrough, meta, test, trace } = asset;
    const fields = { id, playbackId, status, createdAt, uploadId, source, passthrough, meta, test, trace };
    this.insertRow('assets', fields);
  }

  byId(id: string): AssetRecord | undefined {
    return this.get('SELECT * FROM assets WHERE id = ?', id);
  }

  byPlaybackId(playbackId: string): AssetRecord | undefined {
    return this.get('SELECT * FROM assets WHERE playback_id = ?', playbackId);
  }

  /** Returns a page, newest first, of assets older than `before` (a seq). */
  page(filter: { before?: number; uploadId?: string; offset: number; limit: number }): AssetRecord[] {
    const { before = Number.MAX_SAFE_INTEGER, uploadId, offset, limit } = filter;
    return this.all(
      `SELECT * FROM assets WHERE seq < ?1 AND (?2 IS NULL OR upload_id = ?2)
       ORDER BY seq DESC LIMIT ?3 OFFSET ?4`,
      ...[before, uploadId, limit, offset],
    );
  }

  ids(): Set<string> {
    return new Set(this.all('SELECT id FROM assets').map(({ id }) => id));
  }

  /** Every asset, with the fields by which clients know it. */
  identities(): Pick<AssetRecord, 'id' | 'status' | 'uploadId' | 'passthrough'>[] {
    return this.all('SELECT id, status, upload_id, passthrough FROM assets');
  }

  /** Ends the state preparing; returns false when the asset is deleted or had left that state before. */
  settle(id: string, outcome: { media: AssetMedia } | { error: Failure }): boolean {
    const { media, error }: { media?: AssetMedia; error?: Failure } = outcome;
    const sql = "UPDATE assets SET status = ?, media = ?, error = ? WHERE id = ? AND status = 'preparing'";
    return this.run(sql, media === undefined ? 'errored' : 'ready', media, error, id) === 1;
  }

  /** Whether an asset with other tracks of this one's file is being made. */
  isSelecting(id: string): boolean {
    const sql = `SELECT count(*) FROM assets WHERE status = 'preparing'
      AND source ->> 'kind' = 'tracks' AND source ->> 'assetId' = ?`;
    return this.number(sql, id) !== 0;
  }

  describe(id: string, passthrough: string | undefined, meta: Record<string, string> | undefined): void {
    this.run('UPDATE assets SET passthrough = ?, meta = ? WHERE id = ?', passthrough, meta, id);
  }

  /** Removes the asset with its tracks, renditions and jobs; returns false when it did not exist. */
  remove(id: string): boolean {
    return this.run('DELETE FROM assets WHERE id = ?', id) === 1;
  }
}
