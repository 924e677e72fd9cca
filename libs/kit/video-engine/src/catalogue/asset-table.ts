import type { DatabaseSync } from 'node:sqlite';

import type { AssetMedia, AssetRecord, AssetSource, Failure } from './records.ts';
import type { Row } from './row.ts';
import { integer, optionalJson, optionalText, text, toJson } from './row.ts';

/** The table of assets. */
export class AssetTable {
  private readonly database: DatabaseSync;
  constructor(database: DatabaseSync) {
    this.database = database;
  }

  insert(asset: Omit<AssetRecord, 'seq' | 'media' | 'error'> & { trace?: string }): void {
    this.database
      .prepare(
        `INSERT INTO assets (id, playback_id, status, created_at, upload_id, source, passthrough, meta, test, trace)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        asset.id,
        asset.playbackId,
        asset.status,
        asset.createdAt,
        asset.uploadId ?? null,
        JSON.stringify(asset.source),
        asset.passthrough ?? null,
        toJson(asset.meta),
        asset.test ? 1 : 0,
        asset.trace ?? null,
      );
  }

  byId(id: string): AssetRecord | undefined {
    return toAsset(this.database.prepare('SELECT * FROM assets WHERE id = ?').get(id));
  }

  byPlaybackId(playbackId: string): AssetRecord | undefined {
    return toAsset(this.database.prepare('SELECT * FROM assets WHERE playback_id = ?').get(playbackId));
  }

  /** Returns a page, newest first, of assets older than `before` (a seq). */
  page(filter: { before?: number; uploadId?: string; offset: number; limit: number }): AssetRecord[] {
    return this.database
      .prepare(
        `SELECT * FROM assets WHERE seq < ?1 AND (?2 IS NULL OR upload_id = ?2)
         ORDER BY seq DESC LIMIT ?3 OFFSET ?4`,
      )
      .all(filter.before ?? Number.MAX_SAFE_INTEGER, filter.uploadId ?? null, filter.limit, filter.offset)
      .map((row) => parse(row));
  }

  ids(): Set<string> {
    return new Set(
      this.database
        .prepare('SELECT id FROM assets')
        .all()
        .map((row) => text(row, 'id')),
    );
  }

  /** Ends the state preparing; returns false when the asset is deleted or had left that state before. */
  settle(id: string, outcome: { media: AssetMedia } | { error: Failure }): boolean {
    const media = 'media' in outcome ? outcome.media : undefined;
    const error = 'error' in outcome ? outcome.error : undefined;
    const { changes } = this.database
      .prepare("UPDATE assets SET status = ?, media = ?, error = ? WHERE id = ? AND status = 'preparing'")
      .run(media === undefined ? 'errored' : 'ready', toJson(media), toJson(error), id);
    return changes === 1;
  }

  describe(id: string, passthrough: string | undefined, meta: Record<string, string> | undefined): void {
    this.database
      .prepare('UPDATE assets SET passthrough = ?, meta = ? WHERE id = ?')
      .run(passthrough ?? null, toJson(meta), id);
  }

  /** Removes the asset with its tracks, renditions and jobs; returns false when it did not exist. */
  remove(id: string): boolean {
    return this.database.prepare('DELETE FROM assets WHERE id = ?').run(id).changes === 1;
  }
}

function toAsset(row: Row | undefined): AssetRecord | undefined {
  return row === undefined ? undefined : parse(row);
}

function parse(row: Row): AssetRecord {
  return {
    seq: integer(row, 'seq'),
    id: text(row, 'id'),
    playbackId: text(row, 'playback_id'),
    status: text(row, 'status') as AssetRecord['status'],
    createdAt: integer(row, 'created_at'),
    uploadId: optionalText(row, 'upload_id'),
    source: JSON.parse(text(row, 'source')) as AssetSource,
    passthrough: optionalText(row, 'passthrough'),
    meta: optionalJson(row, 'meta') as Record<string, string> | undefined,
    test: integer(row, 'test') === 1,
    media: optionalJson(row, 'media') as AssetMedia | undefined,
    error: optionalJson(row, 'error') as Failure | undefined,
  };
}
