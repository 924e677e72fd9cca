import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HandlerStarts } from './handler-starts.ts';
import { LogDatabase } from './log-database.ts';
import { LogTables } from './log-tables.ts';

const place = { topic: 'topic', offset: 3 };
const other = { topic: 'topic', offset: 4 };

describe(HandlerStarts, () => {
  const folder = mkdtempSync(join(tmpdir(), 'handler-starts-'));
  const database = new LogDatabase(join(folder, 'log.sqlite'));
  const { started, groups } = new LogTables(database);
  let now = 0;
  let group = 0;
  const start = () => new HandlerStarts(String(group), started, () => now);
  beforeEach(() => {
    group += 1;
    groups.begin(String(group), 'topic', 0, 0);
  });
  afterAll(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });

  /** A process that dies some time after it has begun the message. */
  function die(afterMs: number): HandlerStarts {
    const starts = start();
    starts.begin(place);
    starts.write();
    now += afterMs;
    return start();
  }

  it('knows a message that has hung its process twice', () => {
    expect(die(60_000).isDeadly(place)).toBe(false);
    expect(die(60_000).isDeadly(place)).toBe(true);
    expect(start().isDeadly(other)).toBe(false);
  });

  it('gives a message of a process that dies at once more tries: it may die of something else', () => {
    const deaths = [1, 2, 3, 4, 5].map(() => die(100).isDeadly(place));
    expect(deaths).toEqual([false, false, false, false, true]);
  });

  it('counts no hang of a message that waited as the process died', () => {
    die(60_000);
    // The next process dies while it handles another message.
    const starts = start();
    starts.begin(other);
    starts.write();
    now += 60_000;
    const after = start();
    expect([after.countOf(place), after.isDeadly(place)]).toEqual([1, false]);
  });

  it('forgets a message that has ended, and one that is handled', () => {
    const starts = die(60_000);
    starts.end(place);
    expect(starts.mustForget).toBe(true);
    starts.write();
    expect(start().countOf(place)).toBe(0);
    die(60_000);
    groups.advance(String(group), 'topic', 4, 0);
    expect(start().countOf(place)).toBe(0);
  });
});
