import type { DatabaseSync } from 'node:sqlite';

import type { Failure, RenditionRecord } from './records.ts';
import { Table } from './table.ts';

/** The table of static MP4 renditions of assets. */
export class RenditionTable extends Table<RenditionRecord> {
  constructor(database: DatabaseSync) {
    super(database, { json: ['details', 'error'] });
  }

  insert(rendition: Pick<RenditionRecord, 'id' | 'assetId' | 'resolution' | 'passthrough'>): void {
    const { id, assetId, resolution, passthrough } = rendition;
    this.insertRow('renditions', { id, assetId, resolution, status: 'preparing', passthrough, details: {} });
  }

  byId(id: string): RenditionRecord | undefined {
    return this.get('SELECT * FROM renditions WHERE id = ?', id);
  }

  ofAsset(assetId: string): RenditionRecord[] {
    return this.all('SELECT * FROM renditions WHERE asset_id = ? ORDER BY seq', assetId);
  }

  /** Ends the state preparing; returns false when the rendition is deleted or had left that state before. */
  settle(
    id: string,
    status: 'ready' | 'skipped' | 'errored',
    details: RenditionRecord['details'],
    error?: Failure,
  ): boolean {
    const sql =
      "UPDATE renditions SET status = ?, details = ?, error = ? WHERE id = ? AND status = 'preparing'";
    return this.run(sql, status, details, error, id) === 1;
  }

  remove(id: string): boolean {
    return this.run('DELETE FROM renditions WHERE id = ?', id) === 1;
  }
}
