import { DatabaseSync } from 'node:sqlite';
import type { HostReferences } from '@vault/platform';

/** The ids by which a service may know an asset: its id, its upload, or its passthrough; none is empty. */
const isKnown = (asset: string) =>
  ['id', 'upload_id', 'passthrough']
    .map((column) => `coalesce(${asset}.${column}, '') IN (SELECT id FROM known.ids)`)
    .join(' OR ');

/** Files that the catalogue needs: one of these. */
export interface NeededFile {
  readonly oneOf: readonly string[];
}

/** How a catalogue was made to match the stores. */
export interface CatalogueChanges {
  /** Assets and uploads that began after the time of the backup, or whose video was deleted before. */
  readonly dropped: number;
  /** Assets that were deleted after the time of the backup. */
  readonly restored: number;
  /** Assets of the stores that the engine does not have. */
  readonly missing: readonly string[];
}

/** The ids at the video host that the stores refer to, in a file of their own. */
export class KnownIds {
  private readonly database: DatabaseSync;
  private readonly insert;

  constructor(readonly file: string) {
    this.database = new DatabaseSync(file);
    this.database.exec('PRAGMA synchronous = OFF; BEGIN');
    this.database.exec(
      'CREATE TABLE ids (id TEXT PRIMARY KEY, is_asset INTEGER NOT NULL) STRICT, WITHOUT ROWID',
    );
    this.insert = this.database.prepare('INSERT OR REPLACE INTO ids VALUES (?, ?)');
  }

  add({ assetId, others = [] }: HostReferences): void {
    for (const id of others) if (id !== '') this.insert.run(id, 0);
    if (assetId !== '') this.insert.run(assetId, 1);
  }

  close(): void {
    this.database.exec('COMMIT');
    this.database.close();
  }
}

/** A copy of the catalogue of a video engine. */
export class EngineCatalogue {
  private readonly database: DatabaseSync;

  constructor(readonly file: string) {
    this.database = new DatabaseSync(file);
  }

  /** The folders of ready assets. */
  *readyAssets(): Generator<string, void> {
    for (const { id } of this.database.prepare(`SELECT id FROM assets WHERE status = 'ready'`).iterate())
      yield String(id);
  }

  /** The files of uploads that are open or not packaged yet. */
  neededFiles(): NeededFile[] {
    const uploads = this.database
      .prepare(`SELECT id FROM uploads WHERE status = 'waiting' AND held > 0`)
      .all()
      .map(({ id }) => ({ oneOf: [sourceOf('uploads', id)] }));
    const assets = this.database
      .prepare(
        `SELECT id, upload_id AS upload FROM assets WHERE status = 'preparing' AND upload_id IS NOT NULL`,
      )
      .all()
      .map(({ id, upload }) => ({ oneOf: [sourceOf('assets', id), sourceOf('uploads', upload)] }));
    return [...uploads, ...assets];
  }

  /** Whether the files of a folder belong to the catalogue. */
  hasFolder(root: 'assets' | 'uploads', id: string): boolean {
    const sql = {
      assets: 'SELECT 1 FROM assets WHERE id = ?',
      uploads: `SELECT 1 FROM uploads u WHERE id = ? AND (status = 'waiting' OR EXISTS (
                  SELECT 1 FROM assets a WHERE a.upload_id = u.id AND a.status = 'preparing'))`,
    };
    return this.database.prepare(sql[root]).get(id) !== undefined;
  }

  /**
   * Makes the catalogue match the stores at the time of the backup, which was before it.
   * @param earlier a catalogue of before that time, whose ready assets are captured
   */
  reconcile(known: string, earlier: string): CatalogueChanges {
    const { database } = this;
    database.prepare('ATTACH ? AS known').run(known);
    database.prepare('ATTACH ? AS earlier').run(earlier);
    database.exec('PRAGMA foreign_keys = ON; BEGIN');
    this.change(
      `CREATE TEMP TABLE restored AS SELECT id FROM earlier.assets AS e
       WHERE status = 'ready' AND (${isKnown('e')}) AND id NOT IN (SELECT id FROM main.assets)`,
    );
    const restored = this.change(
      'INSERT INTO main.assets SELECT * FROM earlier.assets WHERE id IN (SELECT id FROM restored)',
    );
    for (const table of ['tracks', 'renditions', 'jobs'])
      this.change(
        `INSERT INTO main.${table} SELECT * FROM earlier.${table} WHERE asset_id IN (SELECT id FROM restored)`,
      );
    const dropped =
      this.change(`DELETE FROM main.assets AS a WHERE NOT (${isKnown('a')})`) +
      this.change('DELETE FROM main.uploads WHERE id NOT IN (SELECT id FROM known.ids)');
    this.change(
      `DELETE FROM main.events WHERE subject NOT IN (
         SELECT id FROM main.assets UNION ALL SELECT id FROM main.uploads)`,
    );
    const missing = database
      .prepare('SELECT id FROM known.ids WHERE is_asset AND id NOT IN (SELECT id FROM main.assets) LIMIT 100')
      .all();
    database.exec('COMMIT; DETACH known; DETACH earlier');
    return { dropped, restored, missing: missing.map(({ id }) => String(id)) };
  }

  close(): void {
    this.database.close();
  }

  private change(sql: string): number {
    return Number(this.database.prepare(sql).run().changes);
  }
}

function sourceOf(root: string, id: unknown): string {
  return `${root}/${String(id)}/source`;
}
