import type { SQLOutputValue } from 'node:sqlite';

/** One row as SQLite returns it. */
export type Row = Record<string, SQLOutputValue>;

/** Reads a text column. */
export function text(row: Row, column: string): string {
  return String(row[column]);
}

/** Reads an integer column. */
export function integer(row: Row, column: string): number {
  return Number(row[column]);
}

/** Reads a nullable text column. */
export function optionalText(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : String(row[column]);
}

/** Reads a nullable integer column. */
export function optionalInteger(row: Row, column: string): number | undefined {
  return row[column] === null ? undefined : Number(row[column]);
}

/** Reads a nullable JSON column; the caller asserts the type that it stored. */
export function optionalJson(row: Row, column: string): unknown {
  const value = row[column];
  return value === null || value === undefined ? undefined : JSON.parse(String(value));
}

/** Formats a value for a nullable JSON column. */
export function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
