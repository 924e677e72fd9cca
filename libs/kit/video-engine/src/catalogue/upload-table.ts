import type { DatabaseSync } from 'node:sqlite';

import type { AssetSettings, Failure, UploadRecord } from './records.ts';
import { Table } from './table.ts';

/** A row: one column has the settings in both forms. */
type UploadRow = Omit<UploadRecord, 'settings' | 'echo'> & {
  settings: { settings: AssetSettings; echo: unknown };
};

/** The table of direct uploads. */
export class UploadTable extends Table<UploadRow> {
  constructor(database: DatabaseSync) {
    super(database, { json: ['settings', 'error'], flags: ['test'] });
  }

  insert(upload: Omit<UploadRecord, 'seq' | 'held' | 'total' | 'assetId' | 'error'>): void {
    const { id, secret, status, createdAt, expiresAt, timeout, corsOrigin, settings, echo, test } = upload;
    const times = { createdAt, expiresAt, timeout };
    this.insertRow('uploads', {
      id,
      secret,
      status,
      ...times,
      corsOrigin,
      settings: { settings, echo },
      test,
    });
  }

  byId(id: string): UploadRecord | undefined {
    return this.uploads('WHERE id = ?', id)[0];
  }

  bySecret(secret: string): UploadRecord | undefined {
    return this.uploads('WHERE secret = ?', secret)[0];
  }

  ids(): Set<string> {
    return new Set(this.all('SELECT id FROM uploads').map(({ id }) => id));
  }

  /** Returns a page, newest first; `page` counts from 1. */
  page(page: number, limit: number): UploadRecord[] {
    return this.uploads('ORDER BY seq DESC LIMIT ? OFFSET ?', limit, (page - 1) * limit);
  }

  waiting(): UploadRecord[] {
    return this.uploads("WHERE status = 'waiting'");
  }

  countWaiting(): number {
    return this.number("SELECT count(*) FROM uploads WHERE status = 'waiting'") ?? 0;
  }

  /** Returns up to 100 waiting uploads that are fully received, but whose asset could not be created yet. */
  fullyReceived(): UploadRecord[] {
    return this.uploads("WHERE status = 'waiting' AND held = total LIMIT 100");
  }

  expired(now: number): UploadRecord[] {
    return this.uploads("WHERE status = 'waiting' AND expires_at <= ? LIMIT 100", now);
  }

  /** Records that `held` bytes of `total` are synced to disk. */
  setHeld(id: string, held: number, total: number | undefined): void {
    this.run('UPDATE uploads SET held = ?, total = ? WHERE id = ?', held, total, id);
  }

  /** Ends the state waiting; returns false when the upload had left it before. */
  finish(
    id: string,
    status: UploadRecord['status'],
    { assetId, error }: { assetId?: string; error?: Failure },
  ): boolean {
    const sql = "UPDATE uploads SET status = ?, asset_id = ?, error = ? WHERE id = ? AND status = 'waiting'";
    return this.run(sql, status, assetId, error, id) === 1;
  }

  /** Removes finished uploads that expired before `before`, so that the table stays bounded. */
  removeFinished(before: number): void {
    this.run("DELETE FROM uploads WHERE status <> 'waiting' AND expires_at < ?", before);
  }

  remove(id: string): void {
    this.run('DELETE FROM uploads WHERE id = ?', id);
  }

  private uploads(where: string, ...values: unknown[]): UploadRecord[] {
    const rows = this.all(`SELECT * FROM uploads ${where}`, ...values);
    return rows.map((row) => ({ ...row, ...row.settings }));
  }
}
