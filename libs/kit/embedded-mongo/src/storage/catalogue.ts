import { decodeExactly } from '../values/bson.ts';
import { CollectionStore } from './collection-store.ts';
import { parseIndexDefinition } from './index-definition.ts';
import type { SqliteFile } from './sqlite-file.ts';
import { StoredIndex } from './stored-index.ts';

/** The collections of a file. Caches what it has read until a change is rolled back. */
export class Catalogue {
  private readonly file: SqliteFile;
  private readonly databaseName: string;
  private readonly stores = new Map<string, CollectionStore>();

  constructor(file: SqliteFile, databaseName: string) {
    this.file = file;
    this.databaseName = databaseName;
    file.onRollback(() => this.stores.clear());
  }

  /** A collection; undefined when nothing was written to it. */
  find(name: string): CollectionStore | undefined {
    const store = this.stores.get(name);
    if (store !== undefined) return store;
    const row = this.file.statement('SELECT id FROM collections WHERE name = ?').get(name);
    if (row === undefined) return undefined;
    const id = row['id'] as number;
    return this.remember(
      name,
      new CollectionStore(this.file, id, this.namespace(name), this.indexesOf(id, name)),
    );
  }

  /** The collection, created if it does not exist. Call it inside a write. */
  findOrCreate(name: string): CollectionStore {
    const found = this.find(name);
    if (found !== undefined) return found;
    const { lastInsertRowid } = this.file.statement('INSERT INTO collections (name) VALUES (?)').run(name);
    const store = new CollectionStore(this.file, Number(lastInsertRowid), this.namespace(name), []);
    store.create();
    return this.remember(name, store);
  }

  names(): string[] {
    return this.file
      .statement('SELECT name FROM collections ORDER BY name')
      .all()
      .map((row) => row['name'] as string);
  }

  private namespace(name: string): string {
    return `${this.databaseName}.${name}`;
  }

  private remember(name: string, store: CollectionStore): CollectionStore {
    this.stores.set(name, store);
    return store;
  }

  private indexesOf(id: number, name: string): StoredIndex[] {
    const rows = this.file.statement(
      'SELECT id, definition, is_multikey FROM indexes WHERE collection = ? ORDER BY id',
    );
    return rows.all(id).map((row) => {
      const definition = parseIndexDefinition(decodeExactly(row['definition'] as Uint8Array));
      return new StoredIndex(
        this.file,
        row['id'] as number,
        this.namespace(name),
        definition,
        row['is_multikey'] === 1,
      );
    });
  }
}
