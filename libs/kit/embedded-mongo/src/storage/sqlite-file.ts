import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { sqliteFailureOf, type SqliteFailure } from '../errors/sqlite-failure.ts';
import { WriteQueue } from './write-queue.ts';
import type { StoreLocation } from './store-location.ts';

/** The most prepared statements that are kept; the least recently used one is dropped. */
const statementLimit = 256;
/** Marks the file as ours ("WVdb") and names the form of what is inside. */
const applicationId = 0x57566462;
const formatVersion = 1;

/** One SQLite file, owned by this process alone while it is open. */
export class SqliteFile {
  readonly writes: WriteQueue;
  private readonly database: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();
  private rollbackListener: () => void = () => undefined;
  private failure: SqliteFailure | undefined;

  constructor(location: StoreLocation) {
    this.database = new DatabaseSync(location.file, { timeout: 5000 });
    this.writes = new WriteQueue(this.database, {
      onRollback: () => this.rollbackListener(),
      onFailure: (error) => this.notice(error),
    });
    try {
      this.prepareFile(location);
    } catch (cause) {
      this.database.close();
      throw new Error(`Cannot open the store ${location.file}: ${(cause as Error).message}`, { cause });
    }
  }

  /** Called after a rollback, so that caches are cleared. */
  onRollback(listener: () => void): void {
    this.rollbackListener = listener;
  }

  /** The prepared statement of an SQL text. */
  statement(sql: string): StatementSync {
    const cached = this.statements.get(sql);
    const statement = cached ?? this.database.prepare(sql);
    if (cached !== undefined) this.statements.delete(sql);
    this.statements.set(sql, statement);
    if (this.statements.size > statementLimit)
      this.statements.delete(this.statements.keys().next().value as string);
    return statement;
  }

  /** Remembers what an error says about the file. */
  notice(error: unknown): void {
    this.failure = sqliteFailureOf(error) ?? this.failure;
  }

  /**
   * What is wrong with the file since an operation failed; undefined when it works. Tries to write again first, except
   * after damage: pages that are not damaged can still be written.
   */
  checkFailure(): SqliteFailure | undefined {
    if (this.failure === undefined || this.failure === 'damaged' || !this.isOpen) return this.failure;
    try {
      this.database.exec(writeTest);
      this.failure = undefined;
    } catch (error) {
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
      this.notice(error);
    }
    return this.failure;
  }

  /** Drops a statement that failed while it was read: SQLite would report the failure again at its next use. */
  forget(sql: string): void {
    this.statements.delete(sql);
  }

  /** Runs statements without keeping them prepared. */
  execute(sql: string): void {
    this.database.exec(sql);
  }

  /**
   * Empties the write-ahead log, which otherwise keeps deleted content until later writes have overwritten it. Call it
   * outside a write.
   */
  emptyWriteAheadLog(): void {
    if (this.isOpen) this.execute('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  get isOpen(): boolean {
    return this.database.isOpen;
  }

  close(): void {
    if (!this.database.isOpen) return;
    this.writes.flush();
    this.statements.clear();
    this.database.close();
  }

  private prepareFile({ synchronous }: StoreLocation): void {
    // Exclusive: caches of this process (indexes, collections) are valid as long as no other process writes.
    this.database.exec(`
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${synchronous};
      PRAGMA secure_delete = ON;
      PRAGMA cache_size = -16000;
      BEGIN EXCLUSIVE;`);
    const { user_version: found } = this.database.prepare('PRAGMA user_version').get() as {
      user_version: number;
    };
    if (found !== 0 && found !== formatVersion)
      throw new Error(`it has format ${String(found)}, this program knows 1`);
    if (found === 0) this.database.exec(`PRAGMA application_id = ${String(applicationId)}; ${tables}`);
    this.database.exec('COMMIT');
  }
}

/** A write that needs a new page, and leaves nothing behind. */
const writeTest = `
  BEGIN IMMEDIATE;
  CREATE TABLE write_test (value BLOB);
  DROP TABLE write_test;
  COMMIT;`;

const tables = `
  CREATE TABLE collections (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE indexes (
    id INTEGER PRIMARY KEY,
    collection INTEGER NOT NULL REFERENCES collections,
    name TEXT NOT NULL,
    definition BLOB NOT NULL,
    is_multikey INTEGER NOT NULL DEFAULT 0,
    UNIQUE (collection, name)
  );
  PRAGMA user_version = ${String(formatVersion)};`;
