import type { DatabaseSync } from 'node:sqlite';

import type { Failure, RenditionRecord } from './records.ts';
import type { Row } from './row.ts';
import { integer, optionalJson, optionalText, text, toJson } from './row.ts';

/** The table of static MP4 renditions of assets. */
export class RenditionTable {
  private readonly database: DatabaseSync;
  constructor(database: DatabaseSync) {
    this.database = database;
  }

  insert(rendition: Pick<RenditionRecord, 'id' | 'assetId' | 'resolution' | 'passthrough'>): void {
    this.database
      .prepare(
        `INSERT INTO renditions (id, asset_id, resolution, status, passthrough, details)
         VALUES (?, ?, ?, 'preparing', ?, '{}')`,
      )
      .run(rendition.id, rendition.assetId, rendition.resolution, rendition.passthrough ?? null);
  }

  byId(id: string): RenditionRecord | undefined {
    const row = this.database.prepare('SELECT * FROM renditions WHERE id = ?').get(id);
    return row === undefined ? undefined : parse(row);
  }

  ofAsset(assetId: string): RenditionRecord[] {
    return this.database
      .prepare('SELECT * FROM renditions WHERE asset_id = ? ORDER BY seq')
      .all(assetId)
      .map((row) => parse(row));
  }

  /** Ends the state preparing; returns false when the rendition is deleted or had left that state before. */
  settle(
    id: string,
    status: 'ready' | 'skipped' | 'errored',
    details: RenditionRecord['details'],
    error?: Failure,
  ): boolean {
    const { changes } = this.database
      .prepare(
        "UPDATE renditions SET status = ?, details = ?, error = ? WHERE id = ? AND status = 'preparing'",
      )
      .run(status, JSON.stringify(details), toJson(error), id);
    return changes === 1;
  }

  remove(id: string): boolean {
    return this.database.prepare('DELETE FROM renditions WHERE id = ?').run(id).changes === 1;
  }
}

function parse(row: Row): RenditionRecord {
  return {
    seq: integer(row, 'seq'),
    id: text(row, 'id'),
    assetId: text(row, 'asset_id'),
    resolution: text(row, 'resolution') as RenditionRecord['resolution'],
    status: text(row, 'status') as RenditionRecord['status'],
    passthrough: optionalText(row, 'passthrough'),
    details: JSON.parse(text(row, 'details')) as RenditionRecord['details'],
    error: optionalJson(row, 'error') as Failure | undefined,
  };
}
