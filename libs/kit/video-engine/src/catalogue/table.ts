import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';

type Row = Record<string, SQLOutputValue>;

/** Columns that store another type than their field has. */
interface SpecialColumns {
  /** Columns with JSON, as a whole. */
  json?: readonly string[];
  /** Columns with 1 for true and 0 for false. */
  flags?: readonly string[];
}

/** A table of the catalogue. Fields of a record have the names of its columns in camel case; NULL is undefined. */
export class Table<Stored> {
  protected readonly database: DatabaseSync;
  private readonly special: SpecialColumns;

  constructor(database: DatabaseSync, special: SpecialColumns = {}) {
    this.database = database;
    this.special = special;
  }

  protected all(sql: string, ...values: unknown[]): Stored[] {
    return this.database
      .prepare(sql)
      .all(...values.map(toColumn))
      .map((row) => this.toRecord(row));
  }

  protected get(sql: string, ...values: unknown[]): Stored | undefined {
    const row = this.database.prepare(sql).get(...values.map(toColumn));
    return row && this.toRecord(row);
  }

  /** Reads one number; undefined when it is NULL, or there is no row. */
  protected number(sql: string, ...values: unknown[]): number | undefined {
    const row = this.database.prepare(sql).get(...values.map(toColumn));
    const [value] = Object.values(row ?? {});
    return value === undefined || value === null ? undefined : Number(value);
  }

  /** Returns the number of changed rows. */
  protected run(sql: string, ...values: unknown[]): number {
    return Number(this.database.prepare(sql).run(...values.map(toColumn)).changes);
  }

  /** Inserts a row. @param fields their names are column names, never input of a client */
  protected insertRow(table: string, fields: Readonly<Record<string, unknown>>): void {
    const columns = Object.keys(fields).map((name) =>
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    );
    const places = columns.map(() => '?').join(', ');
    this.run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`, ...Object.values(fields));
  }

  private toRecord(row: Row): Stored {
    const fields = Object.entries(row).map(([column, value]) => [
      column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      this.toField(column, value),
    ]);
    return Object.fromEntries(fields) as Stored;
  }

  private toField(column: string, value: SQLOutputValue): unknown {
    if (value === null) return undefined;
    if (this.special.json?.includes(column)) return JSON.parse(String(value));
    return this.special.flags?.includes(column) ? value === 1 : value;
  }
}

/** A value as SQLite stores it: objects as JSON, booleans as numbers. */
function toColumn(value: unknown): SQLInputValue {
  if (value === undefined) return null;
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' ? JSON.stringify(value) : (value as SQLInputValue);
}
