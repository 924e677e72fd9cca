import { serverError } from '../errors/server-error.ts';
import { toCallerValue, type BsonDocument } from '../values/bson.ts';
import type { IndexDefinition } from './index-definition.ts';
import { indexKeysOf, type IndexKey } from './index-keys.ts';
import type { SqliteFile } from './sqlite-file.ts';

/** SQLite's extended error codes of UNIQUE and PRIMARY KEY constraints. */
const duplicateCodes = new Set([2067, 1555]);

/** Whether SQLite refused a second row with the same key. */
export const isDuplicate = (error: unknown): boolean =>
  duplicateCodes.has((error as { errcode?: number } | undefined)?.errcode ?? 0);

/** An index of a collection: one SQLite table of keys and row numbers. */
export class StoredIndex {
  readonly id: number;
  readonly definition: IndexDefinition;
  /** `database.collection`, for messages. */
  readonly namespace: string;
  isMultikey: boolean;
  private readonly file: SqliteFile;

  constructor(
    file: SqliteFile,
    id: number,
    namespace: string,
    definition: IndexDefinition,
    isMultikey: boolean,
  ) {
    this.file = file;
    this.id = id;
    this.namespace = namespace;
    this.definition = definition;
    this.isMultikey = isMultikey;
  }

  get table(): string {
    return `index_${String(this.id)}`;
  }

  create(): void {
    // A unique index is a real constraint: the key alone is the primary key.
    const primaryKey = this.definition.isUnique ? 'key' : 'key, rid';
    this.file.execute(
      `CREATE TABLE ${this.table} (key BLOB NOT NULL, rid INTEGER NOT NULL, PRIMARY KEY (${primaryKey})) WITHOUT ROWID`,
    );
  }

  /** Replaces the keys of a document; undefined means no document. */
  change(rid: number, before: BsonDocument | undefined, after: BsonDocument | undefined): void {
    const old = before === undefined ? [] : indexKeysOf(this.definition, before).keys;
    const now = after === undefined ? { keys: [], isMultikey: false } : indexKeysOf(this.definition, after);
    for (const { bytes } of without(old, now.keys)) {
      this.file.statement(`DELETE FROM ${this.table} WHERE key = ? AND rid = ?`).run(bytes, rid);
    }
    for (const key of without(now.keys, old)) this.insert(key, rid);
    if (now.isMultikey && !this.isMultikey) this.becomeMultikey();
  }

  private insert(key: IndexKey, rid: number): void {
    try {
      this.file.statement(`INSERT INTO ${this.table} (key, rid) VALUES (?, ?)`).run(key.bytes, rid);
    } catch (error) {
      throw isDuplicate(error) ? duplicateKey(this.namespace, this.definition, key.values) : error;
    }
  }

  private becomeMultikey(): void {
    this.file.statement('UPDATE indexes SET is_multikey = 1 WHERE id = ?').run(this.id);
    this.isMultikey = true;
  }
}

function without(keys: readonly IndexKey[], others: readonly IndexKey[]): readonly IndexKey[] {
  if (keys.length === 0 || others.length === 0) return keys;
  return keys.filter(({ bytes }) => !others.some((other) => other.bytes.equals(bytes)));
}

/** E11000 with the message of a server. */
export function duplicateKey(
  namespace: string,
  { name, fields, source }: Pick<IndexDefinition, 'name' | 'fields' | 'source'>,
  values: IndexKey['values'],
): Error {
  const keyValue = Object.fromEntries(
    fields.map(({ path }, at) => [path, toCallerValue(values[at]) ?? null]),
  );
  const shown = Object.entries(keyValue).map(([path, value]) => `${path}: ${JSON.stringify(value)}`);
  return serverError(
    'DuplicateKey',
    `E11000 duplicate key error collection: ${namespace} index: ${name} dup key: { ${shown.join(', ')} }`,
    { index: 0, keyPattern: toCallerValue(source['key']), keyValue },
  );
}
