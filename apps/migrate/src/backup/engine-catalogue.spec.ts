import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EngineCatalogue, KnownIds } from './engine-catalogue.ts';

/** The tables of the engine, from its source. */
const schema = /`([^`]*)`/.exec(
  readFileSync(new URL('../../../../libs/kit/video-engine/src/catalogue/schema.ts', import.meta.url), 'utf8'),
)![1]!;

describe(EngineCatalogue, () => {
  let folder: string;
  let now: string;
  let earlier: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'catalogue-'));
    [now, earlier] = [join(folder, 'now.sqlite'), join(folder, 'earlier.sqlite')];
    change(now, schema);
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function change(file: string, sql: string): void {
    const database = new DatabaseSync(file);
    database.exec(sql);
    database.close();
  }

  function asset(id: string, { status = 'ready', upload = '', passthrough = '' } = {}): string {
    const text = (value: string) => (value === '' ? 'NULL' : `'${value}'`);
    return (
      `INSERT INTO assets (id, playback_id, status, created_at, upload_id, source, passthrough, test)
       VALUES ('${id}', 'p-${id}', '${status}', 0, ${text(upload)}, '{}', ${text(passthrough)}, 0);` +
      `INSERT INTO tracks (id, asset_id, type, status, details) VALUES ('t-${id}', '${id}', 'text', 'ready', '{}');` +
      `INSERT INTO jobs (kind, subject_id, asset_id, lane, priority, due_at) VALUES ('storyboard', '${id}', '${id}', 'media', 1, 0);` +
      `INSERT INTO events (subject, type, body, created_at, due_at) VALUES ('${id}', 'x', '{}', 0, 0);`
    );
  }

  function upload(id: string, status = 'waiting', held = 1): string {
    return `INSERT INTO uploads (id, secret, status, created_at, expires_at, timeout, cors_origin, settings, test, held)
      VALUES ('${id}', 's-${id}', '${status}', 0, 0, 0, '*', '{}', 0, ${String(held)});`;
  }

  function idsIn(table: string, column = 'id'): unknown[] {
    const database = new DatabaseSync(now);
    const found = database.prepare(`SELECT ${column} AS id FROM ${table} ORDER BY 1`).all();
    database.close();
    return found.map(({ id }) => id);
  }

  function reconcile(known: Parameters<KnownIds['add']>[0][]) {
    const ids = new KnownIds(join(folder, 'known.sqlite'));
    for (const each of known) ids.add(each);
    ids.close();
    const catalogue = new EngineCatalogue(now);
    try {
      return catalogue.reconcile(ids.file, earlier);
    } finally {
      catalogue.close();
    }
  }

  it('leaves out what no store had, with its work and its webhooks', () => {
    copyFileSync(now, earlier);
    change(now, asset('kept') + asset('new') + upload('open') + upload('newer'));
    change(now, asset('of-upload', { upload: 'open' }) + asset('clip', { passthrough: 'clip:1' }));
    const changes = reconcile([
      { assetId: 'kept', others: ['open', ''] },
      { assetId: '', others: ['clip:1'] },
    ]);
    expect(changes).toEqual({ dropped: 2, restored: 0, missing: [] });
    expect(idsIn('assets')).toEqual(['clip', 'kept', 'of-upload']);
    expect(idsIn('uploads')).toEqual(['open']);
    for (const [table, column] of [
      ['jobs', 'asset_id'],
      ['tracks', 'asset_id'],
      ['events', 'subject'],
    ] as const)
      expect(idsIn(table, column)).toEqual(['clip', 'kept', 'of-upload']);
  });

  it('keeps what was deleted after the time of the backup, and repeats no work of the others', () => {
    change(now, asset('kept') + asset('deleted') + asset('deleted-before'));
    copyFileSync(now, earlier);
    change(now, "PRAGMA foreign_keys = ON; DELETE FROM assets WHERE id <> 'kept'; DELETE FROM jobs");
    const known = [{ assetId: 'kept' }, { assetId: 'deleted' }, { assetId: 'unknown' }];
    expect(reconcile(known)).toEqual({ dropped: 0, restored: 1, missing: ['unknown'] });
    expect(idsIn('assets')).toEqual(['deleted', 'kept']);
    expect(idsIn('tracks')).toEqual(['t-deleted', 't-kept']);
    expect(idsIn('jobs', 'asset_id')).toEqual(['deleted']);
  });

  it('knows which files it needs, and which folders are its own', () => {
    change(now, upload('open') + upload('empty', 'waiting', 0) + upload('done', 'asset_created'));
    change(now, upload('old', 'asset_created') + asset('preparing', { status: 'preparing', upload: 'done' }));
    change(now, asset('ready', { upload: 'old' }) + asset('clip', { status: 'preparing' }));
    const catalogue = new EngineCatalogue(now);
    expect(catalogue.neededFiles()).toEqual([
      { oneOf: ['uploads/open/source'] },
      { oneOf: ['assets/preparing/source', 'uploads/done/source'] },
    ]);
    expect([...catalogue.readyAssets()]).toEqual(['ready']);
    const uploads = ['open', 'empty', 'done', 'old', 'none'];
    expect(uploads.filter((id) => catalogue.hasFolder('uploads', id))).toEqual(['open', 'empty', 'done']);
    expect(['ready', 'none'].filter((id) => catalogue.hasFolder('assets', id))).toEqual(['ready']);
    catalogue.close();
  });
});
