import '../../../testing/browser-globals.ts';
import { jest } from '@jest/globals';
import type { VideoRecord } from '@vault/contracts';
import type { Cue } from '@vault/webvtt';
import { createStore } from '../../../app/store.ts';
import type { AppStore } from '../../../store/hooks.ts';
import { TranscriptServer } from '../../../testing/transcript-server.ts';
import { splitLine } from './line-operations.ts';
import { StoredDrafts } from '../../../lib/drafts/stored-drafts.ts';
import type { DraftStorage } from '../../../lib/drafts/stored-drafts.ts';
import type { LineChange } from './line-changes.ts';
import { transcriptDrafts } from './transcript-drafts.ts';

import { TranscriptEdits } from './transcript-edits.ts';
import { selectSaveState, selectTranscript } from './transcript-edits.slice.ts';

const offline = { status: 'FETCH_ERROR' };
let server: TranscriptServer;
let store: AppStore;
let saved: string[];

beforeEach(() => {
  localStorage.clear();
  server = new TranscriptServer();
  store = createStore();
  saved = [];
});

function open(
  drafts: DraftStorage<LineChange> = new StoredDrafts(transcriptDrafts, 'session-1'),
): TranscriptEdits {
  const edits = new TranscriptEdits(store, {
    save: (changes) => server.save(changes),
    fetch: () => Promise.resolve(server.record),
    fetchRecognised: () => Promise.resolve(server.recognisedVtt),
    onSaved: (record: VideoRecord, lines: readonly Cue[]) =>
      saved.push(`${String(record.transcriptVersion)}: ${lines.map(({ text }) => text).join(' | ')}`),
    drafts,
  });
  edits.adopt(server.record);
  return edits;
}
const stateOf = ({ key }: TranscriptEdits) => selectSaveState(store.getState(), key);
const partsOf = ({ key }: TranscriptEdits) => selectTranscript(store.getState(), key);
const textsOf = (edits: TranscriptEdits) => edits.lines.map(({ text }) => text);

/** Types in a line and leaves it. */
function write(edits: TranscriptEdits, at: number, text: string): void {
  edits.edit(at);
  edits.type(edits.lines[at]!, text, text.length);
  edits.edit(null);
}

test('a typed line is shown at once, and only this line is saved', async () => {
  const edits = open();
  write(edits, 1, 'Four numbers moved.');
  expect(textsOf(edits)).toEqual(['Welcome everybody.', 'Four numbers moved.']);
  expect(stateOf(edits)).toMatchObject({ kind: 'saving', count: 1 });
  await edits.flush();
  expect(server.saves).toEqual([
    [
      {
        before: [{ start: 300, end: 304, text: 'Three numbers moved.' }],
        after: [{ start: 300, end: 304, text: 'Four numbers moved.' }],
      },
    ],
  ]);
  expect(stateOf(edits)).toMatchObject({ kind: 'saved', count: 0 });
  expect(saved).toEqual(['1: Welcome everybody. | Four numbers moved.']);
  expect(localStorage).toHaveLength(0);
});

test('one save runs at a time; edits of the same line meanwhile are one change of the next', async () => {
  const edits = open();
  server.hold();
  write(edits, 1, 'Four numbers moved.');
  const end = edits.flush();
  write(edits, 1, 'Five numbers moved.');
  write(edits, 1, 'Six numbers moved.');
  server.release();
  await end;
  expect(server.saves.map((changes) => changes.map(({ after }) => after[0]?.text))).toEqual([
    ['Four numbers moved.'],
    ['Six numbers moved.'],
  ]);
  expect(server.texts).toEqual(['Welcome everybody.', 'Six numbers moved.']);
});

test('changes of other lines by others merge without a question', async () => {
  const edits = open();
  server.change(0, 'Welcome, all.');
  write(edits, 1, 'Four numbers moved.');
  await edits.flush();
  expect(server.texts).toEqual(['Welcome, all.', 'Four numbers moved.']);
  expect(textsOf(edits)).toEqual(['Welcome, all.', 'Four numbers moved.']);
  expect(stateOf(edits).kind).toBe('saved');
});

test.each([
  [true, 'Four numbers moved.'],
  [false, 'Vier Zahlen.'],
])('two changes of the same line are chosen between (own words: %p)', async (isMine, text) => {
  const edits = open();
  server.change(1, 'Vier Zahlen.');
  write(edits, 1, 'Four numbers moved.');
  await edits.flush();
  expect(stateOf(edits)).toMatchObject({ kind: 'choosing', count: 1 });
  expect(textsOf(edits)[1]).toBe('Vier Zahlen.');
  edits.choose(isMine ? partsOf(edits).conflicts : []);
  await edits.flush();
  expect(server.texts[1]).toBe(text);
  expect(textsOf(edits)[1]).toBe(text);
  expect(stateOf(edits).count).toBe(0);
});

test('a line that is being typed conflicts when others change it, and stays when they do not', () => {
  const edits = open();
  edits.edit(1);
  edits.type(edits.lines[1]!, 'Four', 4);
  server.change(0, 'Welcome, all.');
  edits.adopt(server.record);
  expect(edits.typedIn(edits.lines[1]!)?.text).toBe('Four');
  server.change(1, 'Vier Zahlen.');
  edits.adopt(server.record);
  expect(partsOf(edits).conflicts).toMatchObject([{ after: [{ text: 'Four' }] }]);
});

test('undo and redo go through the steps, also of saved edits', async () => {
  const edits = open();
  edits.operate(splitLine(edits.lines, 1, 'Three numbers moved.', 6));
  await edits.flush();
  write(edits, 0, '');
  await edits.flush();
  expect(server.texts).toEqual(['Three', 'numbers moved.']);
  expect([edits.step('undo'), edits.step('undo'), edits.step('undo')]).toEqual([true, true, false]);
  await edits.flush();
  expect(server.texts).toEqual(['Welcome everybody.', 'Three numbers moved.']);
  expect([edits.step('redo'), edits.step('redo')]).toEqual([true, true]);
  await edits.flush();
  expect(server.texts).toEqual(['Three', 'numbers moved.']);
});

test('a step whose lines others have changed is dropped', async () => {
  const edits = open();
  write(edits, 1, 'Four numbers moved.');
  await edits.flush();
  server.change(1, 'Vier Zahlen.');
  edits.adopt(server.record);
  expect(edits.step('undo')).toBe(false);
  expect(partsOf(edits).undo).toEqual([]);
});

test('a failed save keeps the edit with the reason, and is repeated', async () => {
  const edits = open();
  server.failures.push({ status: 503, data: { msg: 'The server is busy.' } });
  write(edits, 1, 'Four numbers moved.');
  await edits.flush();
  expect(stateOf(edits)).toMatchObject({ kind: 'unsaved', count: 1, msg: 'The server is busy.' });
  edits.retry();
  await edits.flush();
  expect(server.texts[1]).toBe('Four numbers moved.');
});

test('without a connection edits survive a reload, and are then saved or discarded', async () => {
  const edits = open();
  server.failures.push(offline);
  write(edits, 1, 'Four numbers moved.');
  await edits.flush();
  edits.edit(0);
  edits.type(edits.lines[0]!, 'Welcome, all.', 0);
  edits.storeDrafts();
  expect(edits.isAtRisk).toBe(false);
  const next = open();
  expect(textsOf(next)).toEqual(['Welcome, all.', 'Four numbers moved.']);
  expect(stateOf(next)).toMatchObject({ kind: 'unsaved', count: 2, isRestored: true });
  next.discard();
  expect(stateOf(next).count).toBe(0);
  expect(open().lines).toEqual(next.lines);
});

test('only edits that cannot be stored are at risk when the page is left', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const setItem = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  const edits = open();
  expect(edits.isAtRisk).toBe(false);
  server.failures.push({ status: 503 });
  write(edits, 1, 'Four numbers moved.');
  await edits.flush();
  expect(edits.isAtRisk).toBe(true);
  setItem.mockRestore();
  edits.storeDrafts();
  expect(edits.isAtRisk).toBe(false);
});

test('a large change is saved in parts', async () => {
  const edits = open();
  const text = 'many words '.repeat(40).trim();
  const lines = Array.from({ length: 1000 }, (_, at) => ({
    start: 300 + at / 10,
    end: 300.1 + at / 10,
    text,
  }));
  edits.apply([{ before: [edits.lines[1]!], after: lines.slice(0, 500) }]);
  await edits.flush();
  edits.apply(
    edits.lines.slice(1).map((line) => ({ before: [line], after: [{ ...line, text: `${text}!` }] })),
  );
  await edits.flush();
  expect(server.texts).toHaveLength(501);
  expect(server.texts.at(-1)).toMatch(/!$/);
  expect(server.saves.length).toBeGreaterThan(2);
  for (const save of server.saves.slice(1)) expect(JSON.stringify(save).length).toBeLessThan(512 * 1024);
});

test('the recognised words are read once when the transcript was corrected before', async () => {
  server.change(1, 'Four numbers moved.');
  const edits = open();
  await Promise.resolve();
  await Promise.resolve();
  expect(partsOf(edits).recognised?.map(({ text }) => text)).toEqual([
    'Welcome everybody.',
    'Three numbers moved.',
  ]);
});

test.each(['no json', '{"version":1,"at":1,"changes":[{"before":[{"start":"0"}],"after":[]}]}', 'null'])(
  'stored drafts that are not valid are ignored: %p',
  (text) => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    localStorage.setItem('transcript-drafts:session-1', text);
    expect(stateOf(open()).count).toBe(0);
  },
);
