import { DatabaseSync } from 'node:sqlite';
import { jest } from '@jest/globals';

/** Makes every commit of this process fail as on a full disk. @returns a function that makes room again */
export function fillDisk(): () => void {
  const { exec } = DatabaseSync.prototype as unknown as { exec: (this: DatabaseSync, sql: string) => void };
  const spy = jest.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (
    this: DatabaseSync,
    sql,
  ) {
    if (!sql.includes('COMMIT')) {
      exec.call(this, sql);
      return;
    }
    exec.call(this, 'ROLLBACK');
    throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
  });
  return () => spy.mockRestore();
}
