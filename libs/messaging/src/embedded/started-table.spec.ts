import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LogDatabase } from './log-database.ts';
import { LogTables } from './log-tables.ts';
import { StartedTable } from './started-table.ts';

describe(StartedTable, () => {
  const folder = mkdtempSync(join(tmpdir(), 'started-table-'));
  const database = new LogDatabase(join(folder, 'log.sqlite'));
  afterAll(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });

  it('finds the messages of a group that were begun and are not handled', () => {
    const { started, groups } = new LogTables(database);
    groups.begin('group', 'topic', 0, 0);
    const [first, second] = [3, 4].map((offset) => ({ topic: 'topic', offset, starts: 1, hangs: 0 }));
    started.put(
      'group',
      [first, second].flatMap((each) => each ?? []),
    );
    expect(started.find('group')).toEqual([first, second]);
    groups.advance('group', 'topic', 4, 0);
    expect(started.find('group')).toEqual([second]);
    expect(started.find('other')).toEqual([]);
  });
});
