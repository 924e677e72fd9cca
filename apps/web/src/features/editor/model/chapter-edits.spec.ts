import '../../../testing/browser-globals.ts';
import { jest } from '@jest/globals';
import type { VideoRecord } from '@vault/contracts';
import { aVideo } from '../../../testing/a-video.ts';
import { VersionedServer } from '../../../testing/versioned-server.ts';
import type { Save } from '../../../testing/versioned-server.ts';
import { createStore } from '../../../app/store.ts';
import type { AppStore } from '../../../store/hooks.ts';
import { ChapterEdits } from './chapter-edits.ts';
import { selectFieldState } from './chapter-edits.slice.ts';
import type { EditTarget } from './chapter-fields.ts';
import { StoredDrafts } from '../../../lib/drafts/stored-drafts.ts';
import { chapterDrafts } from './chapter-drafts.ts';
const offline = { status: 'FETCH_ERROR' };
const title = { start: '00:05:00', field: 'title' } as const;
const summary = { start: '00:05:00', field: 'summary' } as const;
let server: VersionedServer;
let store: AppStore;

beforeEach(() => {
  localStorage.clear();
  server = new VersionedServer();
  store = createStore();
});

function open(record = server.record, id = 'session-1'): ChapterEdits {
  const { save, fetch } = server;
  const edits = new ChapterEdits(store, { save, fetch, drafts: new StoredDrafts(chapterDrafts, id) });
  edits.adopt(record);
  return edits;
}
const stateOf = ({ key }: ChapterEdits, target: EditTarget) =>
  selectFieldState(store.getState(), key, target);
const stored = (start = '00:05:00') => server.record.chapters.find((each) => each.start === start)!;
const shown = (edits: ChapterEdits) => edits.shown.chapters.find(({ start }) => start === '00:05:00')!;

test('an edit shows at once and is saved as the full list with the version that was edited', async () => {
  const edits = open();
  edits.commit(title, 'Four numbers');
  expect(shown(edits).title).toBe('Four numbers');
  expect(stateOf(edits, title)).toBe('saving');
  await edits.flush();
  expect(server.saves).toHaveLength(1);
  expect(server.saves[0]).toMatchObject({ version: 1 });
  expect(server.saves[0]?.chapters).toHaveLength(3);
  expect(stored().title).toBe('Four numbers');
  expect(stateOf(edits, title)).toBe('saved');
  expect(edits.shown.saveState).toMatchObject({ kind: 'saved', count: 0 });
  edits.close();
});

test.each(['Three numbers', ' Three numbers ', ''])('the title %p changes nothing', async (text) => {
  const edits = open();
  edits.type(title, text);
  edits.commit(title, text);
  await edits.flush();
  expect(server.saves).toEqual([]);
  expect(edits.shown.isUnsaved).toBe(false);
});

test('one save runs at a time; edits made meanwhile are sent together in the next one', async () => {
  const edits = open();
  server.hold();
  edits.commit(title, 'One');
  edits.commit(summary, 'Two');
  edits.commit(title, 'Three');
  expect(server.saves).toHaveLength(1);
  server.release();
  await edits.flush();
  expect(server.saves).toHaveLength(2);
  expect(stored()).toMatchObject({ title: 'Three', summary: 'Two' });
  edits.close();
});

test('an edit that could not be saved stays, is shown as unsaved, and is sent with the next try', async () => {
  const edits = open();
  server.failures.push(offline);
  edits.commit(title, 'Four numbers');
  await edits.flush();
  expect(edits.shown.saveState).toMatchObject({ kind: 'unsaved', count: 1 });
  expect(stateOf(edits, title)).toBe('unsaved');
  expect(shown(edits).title).toBe('Four numbers');
  await edits.flush();
  expect(stored().title).toBe('Four numbers');
  edits.close();
});

test('a save that got no answer is repeated until it gets one; a refused one is not repeated', async () => {
  jest.useFakeTimers();
  const edits = open();
  server.failures.push(offline, offline, offline, { status: 400, data: { msg: 'Too long.' } });
  edits.commit(title, 'Four numbers');
  await edits.flush();
  for (const [at, delay] of [1000, 2000, 4000].entries()) {
    await jest.advanceTimersByTimeAsync(delay - 1);
    expect(server.saves).toHaveLength(at + 1);
    await jest.advanceTimersByTimeAsync(1);
    expect(server.saves).toHaveLength(at + 2);
  }
  await jest.advanceTimersByTimeAsync(600_000);
  expect(server.saves).toHaveLength(4);
  expect(edits.shown.saveState).toMatchObject({ kind: 'unsaved', msg: 'Too long.' });
  server.failures.push(offline);
  edits.close();
  await jest.advanceTimersByTimeAsync(600_000);
  expect(server.saves).toHaveLength(5);
  jest.useRealTimers();
});

test('an edit that could not be saved is restored after a reload and sent only on request', async () => {
  const first = open();
  server.failures.push(offline);
  first.commit(title, 'Four numbers');
  await first.flush();
  const edits = open();
  edits.adopt({ ...server.record });
  expect(edits.shown.saveState).toMatchObject({ kind: 'unsaved', count: 1, isRestored: true });
  expect(shown(edits).title).toBe('Four numbers');
  expect(server.saves).toHaveLength(1);
  await edits.flush();
  expect(stored().title).toBe('Four numbers');
  expect(localStorage.getItem('drafts:session-1')).toBeNull();
  edits.close();
});

test('text that is being typed is restored after a reload', () => {
  jest.useFakeTimers();
  const first = open();
  first.type(title, 'Four num');
  jest.runOnlyPendingTimers();
  jest.useRealTimers();
  expect(shown(open()).title).toBe('Four num');
});

test('a closed editor leaves the store, and late calls leave its stored edits', async () => {
  const edits = open();
  server.failures.push(offline);
  edits.type(title, 'Four numbers');
  edits.close();
  await edits.flush();
  expect(store.getState().chapterEdits).toEqual({});
  await edits.flush();
  expect(localStorage.getItem('drafts:session-1')).toContain('Four numbers');
});

test('changes of others to other fields are kept without asking', async () => {
  const edits = open();
  server.change('00:05:00', { summary: 'Theirs' });
  server.change('00:00:00', { title: 'Theirs too' });
  edits.commit(title, 'Mine');
  await edits.flush();
  expect(stored()).toMatchObject({ title: 'Mine', summary: 'Theirs' });
  expect(stored('00:00:00').title).toBe('Theirs too');
  expect(edits.shown.choice.conflicts).toEqual([]);
  expect(server.saves.map(({ version }) => version)).toEqual([1, 3]);
  edits.close();
});

describe('a text that two people changed', () => {
  async function openConflict(): Promise<ChapterEdits> {
    const edits = open();
    server.change('00:05:00', { title: 'Theirs' });
    edits.commit(title, 'Mine');
    edits.commit(summary, 'Mine alone');
    await edits.flush();
    return edits;
  }

  test('waits for a choice, while the rest is saved', async () => {
    const edits = await openConflict();
    expect(stored()).toMatchObject({ title: 'Theirs', summary: 'Mine alone' });
    expect(edits.shown.saveState.kind).toBe('choosing');
    expect(edits.shown.choice.conflicts).toMatchObject([{ theirs: 'Theirs', edit: { value: 'Mine' } }]);
    expect(shown(edits).title).toBe('Mine');
    edits.close();
  });

  test.each([
    { isMine: true, title: 'Mine' },
    { isMine: false, title: 'Theirs' },
  ])('becomes $title when that is chosen', async ({ isMine, title: chosen }) => {
    const edits = await openConflict();
    edits.choose(() => isMine);
    await edits.flush();
    expect(stored().title).toBe(chosen);
    expect(shown(edits).title).toBe(chosen);
    expect(edits.shown.isUnsaved).toBe(false);
    edits.close();
  });

  test('needs another choice when it changes again', async () => {
    const edits = await openConflict();
    server.change('00:05:00', { title: 'Theirs anew' });
    edits.choose(() => true);
    await edits.flush();
    expect(stored().title).toBe('Theirs anew');
    expect(edits.shown.choice.conflicts).toMatchObject([{ theirs: 'Theirs anew' }]);
    edits.close();
  });
});

test('a change that arrives while the user types is not overwritten without a choice', async () => {
  const edits = open();
  edits.type(title, 'Mine');
  server.change('00:05:00', { title: 'Changed meanwhile' });
  edits.adopt(server.record);
  expect(shown(edits).title).toBe('Changed meanwhile');
  edits.commit(title, 'Mine');
  await edits.flush();
  expect(stored().title).toBe('Changed meanwhile');
  expect(edits.shown.choice.conflicts).toMatchObject([{ theirs: 'Changed meanwhile' }]);
  edits.close();
});

test('text typed for a chapter that is removed meanwhile is not lost', () => {
  const edits = open();
  edits.type(title, 'Mine');
  server.record = aVideo({ version: 2, chapters: server.record.chapters.slice(0, 1) });
  edits.adopt(server.record);
  expect(edits.shown.choice.orphans).toMatchObject([{ value: 'Mine', chapterTitle: 'Three numbers' }]);
  edits.choose(() => true);
  expect(edits.shown.isUnsaved).toBe(false);
  edits.close();
});

test('an own save whose answer was lost does not cause a conflict', async () => {
  const edits = open();
  edits.commit(title, 'First');
  await edits.flush();
  // The server stored it, but this page did not receive the answer.
  const other = open(aVideo(), 'session-2');
  server.failures.push(offline);
  other.commit(title, 'First');
  await other.flush();
  other.commit(title, 'Second');
  await other.flush();
  expect(stored().title).toBe('Second');
  expect(other.shown.choice.conflicts).toEqual([]);
  other.close();
  edits.close();
});

test('a record older than the current one is ignored', async () => {
  const edits = open();
  const old = server.record;
  edits.commit(title, 'Mine');
  await edits.flush();
  edits.adopt(old);
  expect(shown(edits).title).toBe('Mine');
  edits.close();
});

test('chapters that did not change are the same objects', async () => {
  const edits = open();
  const [first, second] = edits.shown.chapters;
  edits.commit(title, 'Mine');
  expect(edits.shown.chapters[0]).toBe(first);
  expect(edits.shown.chapters[1]).not.toBe(second);
  await edits.flush();
  server.record = {
    ...(JSON.parse(JSON.stringify(server.record)) as VideoRecord),
    version: server.record.version + 1,
  };
  const before = edits.shown.chapters;
  edits.adopt(server.record);
  expect(edits.shown.chapters).toBe(before);
  edits.close();
});

test('saving stops when the server answers every try with a conflict', async () => {
  const edits = open();
  server.failures.push(...Array.from({ length: 50 }, () => ({ status: 409, data: { msg: 'Changed.' } })));
  edits.commit(title, 'Mine');
  await edits.flush();
  expect(server.saves.length).toBeLessThan(10);
  expect(edits.shown.saveState).toMatchObject({ kind: 'unsaved', msg: 'Changed.' });
  edits.close();
});

test('put saves one text and reverts it when saving fails', async () => {
  const edits = open();
  server.failures.push(offline);
  const target = { start: '', field: 'searchSummary' } as const;
  expect(await edits.put(target, 'About numbers.')).toBe(false);
  expect(edits.shown.isUnsaved).toBe(false);
  expect(await edits.put(target, 'About numbers.')).toBe(true);
  expect(server.saves.at(-1)).toEqual({ searchSummary: 'About numbers.', version: 1 });
  expect(edits.shown.searchSummary).toBe('About numbers.');
  edits.close();
});

test('a record without its chapters changes nothing, and what was saved meanwhile stays', async () => {
  const edits = open();
  edits.adopt({ ...server.record, chapters: [], chaptersMissing: true, version: 9 });
  expect(edits.shown.chapters).toHaveLength(3);
  const originalSave = server.save;
  const bare = (record: VideoRecord) => ({ ...record, chapters: [], chaptersMissing: true, version: 0 });
  Object.assign(server, { save: async (save: Save) => bare(await originalSave(save)) });
  edits.close();
  const again = open();
  again.commit(title, 'Four numbers');
  await again.flush();
  expect([again.shown.saveState.count, again.shown.chapters[1]?.title]).toEqual([0, 'Four numbers']);
  again.commit(summary, 'What moved after that.');
  await again.flush();
  expect(server.record.chapters[1]).toMatchObject({
    title: 'Four numbers',
    summary: 'What moved after that.',
  });
  again.close();
});
