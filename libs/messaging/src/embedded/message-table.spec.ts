import { LogDatabase } from './log-database.ts';
import { MessageTable } from './message-table.ts';

describe('MessageTable', () => {
  let database: LogDatabase;
  let table: MessageTable;
  beforeEach(() => {
    // Both connections must share one database, so `:memory:` does not work.
    database = new LogDatabase('file:message-table?mode=memory&cache=shared');
    table = new MessageTable(database);
  });
  afterEach(() => database.close());

  const append = (topic: string, ...bodies: string[]) => {
    table.append(
      bodies.map((body) => ({ topic, key: 'k', body })),
      0,
    );
  };
  const bodies = (topic: string, from: number, limit = 100, bytes = 100) =>
    table.read(topic, from, limit, bytes).map(({ body }) => body);

  it('counts offsets from 0 in each topic', () => {
    append('a', '0', '1');
    append('b', '0');
    append('a', '2');
    expect(table.read('a', 1, 100, 100)).toEqual([
      { offset: 1, key: 'k', body: '1' },
      { offset: 2, key: 'k', body: '2' },
    ]);
    expect([table.end('a'), table.end('b'), table.end('c')]).toEqual([3, 1, 0]);
  });

  it('limits a read by records and by characters', () => {
    append('a', 'xx', 'yy', 'zz');
    expect(bodies('a', 0, 2)).toEqual(['xx', 'yy']);
    expect(bodies('a', 0, 100, 3)).toEqual(['xx', 'yy']);
    expect(bodies('a', 0, 100, 1)).toEqual(['xx']);
  });

  it('never assigns an offset twice, even after all messages were trimmed', () => {
    append('a', '0', '1');
    table.trim('a', 1);
    expect(table.start('a')).toBe(2);
    append('a', '2');
    expect(table.read('a', 0, 100, 100)).toMatchObject([{ offset: 2 }]);
  });
});
