import type { DatabaseSync } from 'node:sqlite';

import type { AssetSettings, Failure, UploadRecord } from './records.ts';
import type { Row } from './row.ts';
import { integer, optionalInteger, optionalJson, optionalText, text, toJson } from './row.ts';

/** The table of direct uploads. */
export class UploadTable {
  private readonly database: DatabaseSync;
  constructor(database: DatabaseSync) {
    this.database = database;
  }

  insert(upload: Omit<UploadRecord, 'seq' | 'held' | 'total' | 'assetId' | 'error'>): void {
    this.database
      .prepare(
        `INSERT INTO uploads (id, secret, status, created_at, expires_at, timeout, cors_origin, settings, test)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        upload.id,
        upload.secret,
        upload.status,
        upload.createdAt,
        upload.expiresAt,
        upload.timeout,
        upload.corsOrigin,
        JSON.stringify({ settings: upload.settings, echo: upload.echo }),
        upload.test ? 1 : 0,
      );
  }

  byId(id: string): UploadRecord | undefined {
    return toUpload(this.database.prepare('SELECT * FROM uploads WHERE id = ?').get(id));
  }

  bySecret(secret: string): UploadRecord | undefined {
    return toUpload(this.database.prepare('SELECT * FROM uploads WHERE secret = ?').get(secret));
  }

  /** Returns a page, newest first; `page` counts from 1. */
  page(page: number, limit: number): UploadRecord[] {
    return this.database
      .prepare('SELECT * FROM uploads ORDER BY seq DESC LIMIT ? OFFSET ?')
      .all(limit, (page - 1) * limit)
      .map((row) => parse(row));
  }

  waiting(): UploadRecord[] {
    return this.database
      .prepare("SELECT * FROM uploads WHERE status = 'waiting'")
      .all()
      .map((row) => parse(row));
  }

  countWaiting(): number {
    return integer(
      this.database.prepare("SELECT count(*) AS n FROM uploads WHERE status = 'waiting'").get() ?? {},
      'n',
    );
  }

  /** Returns up to 100 waiting uploads that are fully received, but whose asset could not be created yet. */
  fullyReceived(): UploadRecord[] {
    return this.database
      .prepare("SELECT * FROM uploads WHERE status = 'waiting' AND held = total LIMIT 100")
      .all()
      .map((row) => parse(row));
  }

  expired(now: number): UploadRecord[] {
    return this.database
      .prepare("SELECT * FROM uploads WHERE status = 'waiting' AND expires_at <= ? LIMIT 100")
      .all(now)
      .map((row) => parse(row));
  }

  /** Records that `held` bytes of `total` are synced to disk. */
  setHeld(id: string, held: number, total: number | undefined): void {
    this.database.prepare('UPDATE uploads SET held = ?, total = ? WHERE id = ?').run(held, total ?? null, id);
  }

  /** Ends the state waiting; returns false when the upload had left it before. */
  finish(
    id: string,
    status: UploadRecord['status'],
    outcome: { assetId?: string; error?: Failure },
  ): boolean {
    const { changes } = this.database
      .prepare("UPDATE uploads SET status = ?, asset_id = ?, error = ? WHERE id = ? AND status = 'waiting'")
      .run(status, outcome.assetId ?? null, toJson(outcome.error), id);
    return changes === 1;
  }

  /** Removes finished uploads that expired before `before`, so that the table stays bounded. */
  removeFinished(before: number): void {
    this.database.prepare("DELETE FROM uploads WHERE status <> 'waiting' AND expires_at < ?").run(before);
  }
}

function toUpload(row: Row | undefined): UploadRecord | undefined {
  return row === undefined ? undefined : parse(row);
}

function parse(row: Row): UploadRecord {
  const { settings, echo } = JSON.parse(text(row, 'settings')) as { settings: AssetSettings; echo: unknown };
  return {
    seq: integer(row, 'seq'),
    id: text(row, 'id'),
    secret: text(row, 'secret'),
    status: text(row, 'status') as UploadRecord['status'],
    createdAt: integer(row, 'created_at'),
    expiresAt: integer(row, 'expires_at'),
    timeout: integer(row, 'timeout'),
    corsOrigin: text(row, 'cors_origin'),
    settings,
    echo,
    test: integer(row, 'test') === 1,
    held: integer(row, 'held'),
    total: optionalInteger(row, 'total'),
    assetId: optionalText(row, 'asset_id'),
    error: optionalJson(row, 'error') as Failure | undefined,
  };
}
