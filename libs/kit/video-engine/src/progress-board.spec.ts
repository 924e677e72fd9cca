import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@jest/globals';
import { JobTable } from './catalogue/job-table.ts';
import { SCHEMA } from './catalogue/schema.ts';
import { ProgressBoard } from './progress-board.ts';

/** A board, and reports of work after so many seconds each. */
function boardWith(reports: readonly (readonly [atSeconds: number, percent: number])[]) {
  let seconds = 0;
  const board = new ProgressBoard(
    () => 3,
    () => seconds * 1000,
  );
  for (const [at, percent] of reports) {
    seconds = at;
    board.set('t', 'transcoding', percent);
  }
  return { board, at: (value: number) => void (seconds = value) };
}

test('what has not begun says how much comes before it', () => {
  const { board } = boardWith([]);
  expect(board.get('t')).toEqual({ state: 'ingesting', percent: 0, ahead: 3 });
  board.set('t', 'transcoding', 0);
  expect(board.get('t')).toEqual({ state: 'transcoding', percent: 0 });
});

test('time left follows the pace of the work itself, and runs down between reports', () => {
  // 20 s until a model is loaded, then one percent a second.
  const { board, at } = boardWith([
    [0, 0],
    [20, 5],
    [25, 10],
    [45, 30],
  ]);
  expect(board.get('t').secondsLeft).toBe(70);
  at(55);
  expect(board.get('t').secondsLeft).toBe(60);
  at(200);
  expect(board.get('t').secondsLeft).toBe(1);
});

test('no time left is named before there is a pace, or once the work begins anew', () => {
  expect(boardWith([[0, 0]]).board.get('t').secondsLeft).toBeUndefined();
  const first = [
    [0, 5],
    [1, 9],
  ] as const;
  expect(boardWith(first).board.get('t').secondsLeft).toBeUndefined();
  const anew = [...first, [9, 60], [10, 0]] as const;
  expect(boardWith(anew).board.get('t').secondsLeft).toBeUndefined();
});

/** Reports as a transcription of pieces between 3 and 12 s gives them, each of which costs a little more or less. */
test('from the first quarter on, the time left is within 30 percent of what it turns out to be', () => {
  const costs = Array.from({ length: 300 }, (_, at) => 3 + ((at * 7) % 10) + Math.sin(at * 1.7));
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  let seconds = 22;
  let done = 0;
  const board = new ProgressBoard(
    () => 0,
    () => seconds * 1000,
  );
  board.set('t', 'transcoding', 0);
  let looked = 0;
  for (const cost of costs) {
    seconds += cost;
    done += cost;
    board.set('t', 'transcoding', Math.floor(5 + 95 * (done / total)));
    if (done < total / 4 || done > total * 0.97) continue;
    const left = board.get('t').secondsLeft ?? 0;
    expect(Math.abs(left - (total - done)) / (total - done)).toBeLessThan(0.3);
    looked += 1;
  }
  expect(looked).toBeGreaterThan(100);
});

test('jobs of a lane come in their order; one that runs comes before all that wait', () => {
  const database = new DatabaseSync(':memory:');
  database.exec(SCHEMA);
  const jobs = new JobTable(database);
  const asset = database.prepare(
    "INSERT INTO assets (id, playback_id, status, created_at, source, test) VALUES (?1, ?1, 'ready', 0, '{}', 0)",
  );
  for (const id of ['one', 'two', 'three', 'four']) asset.run(`asset of ${id}`);
  for (const id of ['one', 'two', 'three']) jobs.add('captions', id, `asset of ${id}`);
  jobs.add('storyboard', 'asset of one', 'asset of one');
  jobs.add('ingest', 'asset of four', 'asset of four');
  expect(['one', 'two', 'three', 'asset of four', 'nobody'].map((id) => jobs.ahead(id))).toEqual([
    0, 1, 2, 0, 0,
  ]);
  const running = jobs.claim('speech', Date.now());
  expect(running?.subjectId).toBe('one');
  expect(['one', 'two', 'three'].map((id) => jobs.ahead(id))).toEqual([0, 1, 2]);
  if (running) jobs.complete(running);
  expect(['two', 'three'].map((id) => jobs.ahead(id))).toEqual([0, 1]);
  database.close();
});
