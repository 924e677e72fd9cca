import { serverError } from '../errors/server-error.ts';
import { encodeDocument, BSON, decodeExactly, type BsonDocument } from '../values/bson.ts';
import { orderKey } from '../values/order-key.ts';
import { hasSameFields, parseIndexDefinition, type IndexDefinition } from './index-definition.ts';
import type { SqliteFile } from './sqlite-file.ts';
import { duplicateKey, isDuplicate, StoredIndex } from './stored-index.ts';

/** The server's limit of one document, in bytes. */
const documentLimit = 16 * 1024 * 1024;

/** A stored document with its row number. */
export interface StoredRow {
  rid: number;
  bytes: Uint8Array;
}

/** Every collection has it; its keys are in the table of documents itself. */
export const idIndex: IndexDefinition = parseIndexDefinition({
  key: { _id: new BSON.Int32(1) },
  name: '_id_',
});

/** One collection: a table of documents and a table for each index. Call methods that change it inside a write. */
export class CollectionStore {
  readonly id: number;
  readonly namespace: string;
  readonly indexes: StoredIndex[];
  private readonly file: SqliteFile;

  constructor(file: SqliteFile, id: number, namespace: string, indexes: StoredIndex[]) {
    this.file = file;
    this.id = id;
    this.namespace = namespace;
    this.indexes = indexes;
  }

  get table(): string {
    return `documents_${String(this.id)}`;
  }

  create(): void {
    this.file.execute(
      `CREATE TABLE ${this.table} (rid INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, document BLOB NOT NULL)`,
    );
  }

  get size(): number {
    return (this.file.statement(`SELECT count(*) AS size FROM ${this.table}`).get() as { size: number }).size;
  }

  /** Adds a document that has its id. @throws MongoServerError 11000 when an id or a unique key exists */
  insert(document: BsonDocument): void {
    const bytes = encodeWithinLimit(document);
    const key = orderKey(document['_id']);
    const rid = this.insertRow(document, key, bytes);
    for (const index of this.indexes) index.change(rid, undefined, document);
  }

  /** Replaces the document of a row. @returns false when the bytes are equal */
  replace({ rid, bytes }: StoredRow, document: BsonDocument): boolean {
    const now = encodeWithinLimit(document);
    if (Buffer.compare(now, bytes) === 0) return false;
    const before = decodeExactly(bytes);
    this.file.statement(`UPDATE ${this.table} SET document = ? WHERE rid = ?`).run(now, rid);
    for (const index of this.indexes) index.change(rid, before, document);
    return true;
  }

  remove({ rid, bytes }: StoredRow): void {
    const before = this.indexes.length === 0 ? {} : decodeExactly(bytes);
    this.file.statement(`DELETE FROM ${this.table} WHERE rid = ?`).run(rid);
    for (const index of this.indexes) index.change(rid, before, undefined);
  }

  /** A row by its number; undefined when it was deleted. */
  row(rid: number): StoredRow | undefined {
    const found = this.file.statement(`SELECT document FROM ${this.table} WHERE rid = ?`).get(rid);
    return found === undefined ? undefined : { rid, bytes: found['document'] as Uint8Array };
  }

  /** Creates and fills an index. @returns false when it exists */
  addIndex(source: BsonDocument): boolean {
    const definition = parseIndexDefinition(source);
    if (hasSameFields(definition, idIndex)) return false;
    if (definition.name === idIndex.name)
      throw serverError('BadValue', `The index name '${idIndex.name}' is reserved`);
    if (this.hasAlready(definition)) return false;
    const { lastInsertRowid } = this.file
      .statement('INSERT INTO indexes (collection, name, definition) VALUES (?, ?, ?)')
      .run(this.id, definition.name, encodeDocument(definition.source));
    const index = new StoredIndex(this.file, Number(lastInsertRowid), this.namespace, definition, false);
    index.create();
    this.fill(index);
    this.indexes.push(index);
    return true;
  }

  private fill(index: StoredIndex): void {
    const select = this.file.statement(
      `SELECT rid, document FROM ${this.table} WHERE rid > ? ORDER BY rid LIMIT 500`,
    );
    for (let rows = select.all(0); rows.length > 0; rows = select.all(rows.at(-1)?.['rid'] as number)) {
      for (const row of rows)
        index.change(row['rid'] as number, undefined, decodeExactly(row['document'] as Uint8Array));
    }
  }

  private hasAlready(requested: IndexDefinition): boolean {
    const sameIndex = this.indexes.find(
      (index) => index.definition.name === requested.name || isSameIndex(index.definition, requested),
    );
    if (sameIndex === undefined) return false;
    if (sameIndex.definition.name !== requested.name) {
      const message = `Index already exists with a different name: ${sameIndex.definition.name}`;
      throw serverError('IndexOptionsConflict', message);
    }
    if (
      isSameIndex(sameIndex.definition, requested) &&
      sameIndex.definition.expireAfterSeconds === requested.expireAfterSeconds
    )
      return true;
    throw serverError(
      'IndexKeySpecsConflict',
      `An existing index has the same name as the requested index: ${requested.name}, with other keys or options`,
    );
  }

  private insertRow(document: BsonDocument, key: Buffer, bytes: Uint8Array): number {
    try {
      const insert = this.file.statement(`INSERT INTO ${this.table} (key, document) VALUES (?, ?)`);
      return Number(insert.run(key, bytes).lastInsertRowid);
    } catch (error) {
      throw isDuplicate(error) ? duplicateKey(this.namespace, idIndex, [document['_id']]) : error;
    }
  }
}

/** Whether two indexes have the same fields and documents: the server allows one of them. */
const isSameIndex = (left: IndexDefinition, right: IndexDefinition): boolean =>
  hasSameFields(left, right) && left.isUnique === right.isUnique && left.isSparse === right.isSparse;

function encodeWithinLimit(document: BsonDocument): Uint8Array {
  const bytes = encodeDocument(document);
  if (bytes.length > documentLimit) {
    throw serverError(
      'BSONObjectTooLarge',
      `BSONObj size: ${String(bytes.length)} is invalid. Size must be below 16 MiB`,
    );
  }
  return bytes;
}
