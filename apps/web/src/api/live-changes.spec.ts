import { jest } from '@jest/globals';
import { FakeEvents } from '../testing/fake-events.ts';
import { FakeServer, unauthorized } from '../testing/fake-server.ts';
import { createStore } from '../app/store.ts';
import type { AppStore } from '../store/hooks.ts';
import type { Change } from './change-stream.ts';
import { followChanges, liveChanges } from './live-changes.ts';

let server: FakeServer;
let events: FakeEvents;
let store: AppStore;
let changes: Change[];
let unfollow: () => void;
let visibility: DocumentVisibilityState;

const isLive = () => {
  const select = liveChanges.select(undefined);
  return select(store.getState() as unknown as Parameters<typeof select>[0]).data === true;
};
/** As a part of a page does. @returns a function that ends it */
function follow(onChange: (change: Change) => void): () => void {
  const subscription = store.dispatch(liveChanges.initiate(undefined));
  const stop = followChanges(onChange);
  return () => {
    stop();
    subscription.unsubscribe();
  };
}
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const opened = () => server.to('GET /events').length;
const setVisibility = (state: DocumentVisibilityState) => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  visibility = 'visible';
  localStorage.setItem('user', JSON.stringify({ id: 'u1', token: 'secret' }));
  events = new FakeEvents();
  server = new FakeServer().on('GET /events', events.open);
  store = createStore();
  changes = [];
  unfollow = follow((change) => changes.push(change));
});
afterEach(async () => {
  unfollow();
  await pass(10);
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('a reset is reported when the stream opens, with the token of the user, and again a second later', async () => {
  await pass(100);
  expect(server.to('GET /events').map(({ token }) => token)).toEqual(['Bearer secret']);
  expect([isLive(), changes]).toEqual([true, ['reset']]);
  await pass(1200);
  expect(changes).toEqual(['reset', 'reset']);
});

test('changes of one video that follow each other are reported together, each at least once later', async () => {
  await pass(2000);
  changes = [];
  events.change('v');
  events.send('event: video\nda');
  events.send('ta: {"videoId":"v"}\n\n:\n\nevent: video\ndata: {"videoId":"w"}\n\n');
  await pass(100);
  const [v, w] = [{ videoId: 'v' }, { videoId: 'w' }];
  expect(changes).toEqual([v, w]);
  await pass(1200);
  expect(changes).toEqual([v, w, v, w]);
  await pass(5000);
  expect(changes).toEqual([v, w, v, w, v]);
});

test('changes that follow each other are reported with the latest version of each part, or with none', async () => {
  await pass(2000);
  changes = [];
  events.change('v', { version: 1 });
  events.change('v', { detailsVersion: 7 });
  events.change('v', { version: 2 });
  events.change('w');
  events.change('w', { version: 3 });
  await pass(1300);
  expect(changes.slice(2)).toEqual([{ videoId: 'v', version: 2, detailsVersion: 7 }, { videoId: 'w' }]);
});

test('a stream that ends is opened again, and pages are informed that it was lost', async () => {
  await pass(2000);
  changes = [];
  events.end();
  await pass(100);
  expect([isLive(), changes]).toEqual([false, ['lost']]);
  await pass(1000);
  expect([isLive(), changes, opened()]).toEqual([true, ['lost', 'reset'], 2]);
});

test('a stream that cannot be opened is tried less and less often', async () => {
  unfollow();
  server.on('GET /events', () => ({ status: 503, body: '' }));
  unfollow = follow(() => undefined);
  const before = opened();
  await pass(120_000);
  expect(opened() - before).toBeGreaterThan(4);
  expect(opened() - before).toBeLessThan(14);
  expect(isLive()).toBe(false);
});

test('a silent stream is given up, not one with comments', async () => {
  await pass(100);
  for (let beat = 0; beat < 4; beat += 1) {
    await pass(15_000);
    events.send(':\n\n');
  }
  await pass(100);
  expect([isLive(), opened()]).toEqual([true, 1]);
  await pass(42_000);
  expect(opened()).toBe(2);
});

test('it is closed while the page is hidden or nothing is followed', async () => {
  await pass(100);
  setVisibility('hidden');
  await pass(60_000);
  expect([isLive(), opened()]).toEqual([false, 1]);
  setVisibility('visible');
  await pass(100);
  expect([isLive(), opened()]).toEqual([true, 2]);
  unfollow();
  await pass(60_000);
  expect([isLive(), opened()]).toEqual([false, 2]);
});

test('a token that was refused is not tried again', async () => {
  await pass(2000);
  server.on('GET /events', () => unauthorized);
  events.end();
  await pass(60_000);
  expect([isLive(), opened()]).toEqual([false, 2]);
});
