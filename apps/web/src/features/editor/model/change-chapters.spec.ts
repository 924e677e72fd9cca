import '../../../testing/browser-globals.ts';
import { VersionedServer } from '../../../testing/versioned-server.ts';
import { createStore } from '../../../app/store.ts';
import { ChapterEdits } from './chapter-edits.ts';
import { StoredDrafts } from '../../../lib/drafts/stored-drafts.ts';
import { chapterDrafts } from './chapter-drafts.ts';

const title = { start: '00:05:00', field: 'title' } as const;
const summary = { start: '00:15:30', field: 'summary' } as const;
const rules = { duration: 1200, lineStarts: [] };
const remove = { kind: 'delete', start: '00:05:00' } as const;
const add = { kind: 'add', at: 400 } as const;
let server: VersionedServer;

beforeEach(() => {
  localStorage.clear();
  server = new VersionedServer();
});

function open(): ChapterEdits {
  const { save, fetch } = server;
  const edits = new ChapterEdits(createStore(), {
    save,
    fetch,
    drafts: new StoredDrafts(chapterDrafts, 'session-1'),
  });
  edits.adopt(server.record);
  return edits;
}
const change = (edits: ChapterEdits, what: Parameters<ChapterEdits['change']>[0]) =>
  edits.change(what, rules, () => undefined);
const starts = ({ chapters }: { chapters: readonly { start: string }[] }) =>
  chapters.map(({ start }) => start);

test('what is being typed is saved before a change; edits made meanwhile are saved after it', async () => {
  const edits = open();
  edits.type(title, 'Four numbers');
  const adding = edits.change(add, rules, (start) => {
    edits.commit({ start, field: 'title' }, 'Churn');
    expect(edits.shown.chapters[2]?.title).toBe('Churn');
  });
  expect(await adding).toMatchObject({ text: 'A chapter was added at 06:40.' });
  await edits.flush();
  expect(server.record.chapters.map((each) => each.title)).toEqual([
    'Welcome',
    'Four numbers',
    'Churn',
    'Questions',
  ]);
  edits.close();
});

test('two changes at once are saved one after the other', async () => {
  const edits = open();
  await Promise.all([change(edits, add), change(edits, remove)]);
  expect(server.saves.map(({ version }) => version)).toEqual([1, 2]);
  expect(starts(server.record)).toEqual(['00:00:00', '00:06:40', '00:15:30']);
  edits.close();
});

test('waits for edits that could not be saved', async () => {
  const edits = open();
  server.failures.push({ status: 503 }, { status: 503 });
  edits.commit(summary, 'Kept');
  await edits.flush();
  expect(await change(edits, remove)).toHaveProperty('problem');
  expect(starts(edits.shown)).toHaveLength(3);
  expect(edits.shown.chapters[2]?.summary).toBe('Kept');
  edits.close();
});

test('a page that is closed meanwhile saves the change and what was edited in the new list', async () => {
  const edits = open();
  server.hold();
  const adding = edits.change(add, rules, (start) => {
    edits.commit({ start, field: 'title' }, 'Churn');
    expect(edits.isChanging).toBe(true);
    edits.close();
    server.release();
  });
  await adding;
  await edits.flush();
  expect(edits.isChanging).toBe(false);
  expect(server.record.chapters[2]?.title).toBe('Churn');
  expect(edits.shown.chapters).toEqual([]);
});
