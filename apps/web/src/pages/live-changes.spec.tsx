import { jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { aVideo } from '../testing/a-video.ts';
import { FakeEvents } from '../testing/fake-events.ts';
import { FakeServer, ok, refusal } from '../testing/fake-server.ts';
import { loadFirst, openPage, signIn } from '../testing/open-page.tsx';
import '../testing/fake-player.tsx';

let server: FakeServer;
let events: FakeEvents;

loadFirst(
  () => import('./library-page.tsx'),
  () => import('./video-page.tsx'),
);
beforeEach(() => {
  signIn();
  events = new FakeEvents();
  server = new FakeServer()
    .on('GET /events', events.open)
    .on('POST /auth/check', () => ok({ id: 'u1', plan: 'free', membership_end: 4e9 }))
    .on('POST /auth/can-upload-video', () => ok({ canUpload: true, msg: '' }));
});
afterEach(() => jest.useRealTimers());

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
/** Types a text and leaves the field. */
function write(field: HTMLElement, value: string): void {
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
}
/** The requests about videos, without the first ones. */
const videoCalls = (before: number) =>
  server.calls.slice(before).flatMap(({ route }) => (route.includes('/mux') ? [route] : []));
const reads = (uploadId: string) => server.to(`GET /muxvideos/asset/${uploadId}`).length;

describe('the library', () => {
  const working = aVideo({ id: 's9', uploadId: 'u9', title: 'New', thumbnail: '', chapters: [] });
  const list = (...videos: object[]) => server.on('GET /muxvideos', () => ok(videos));

  async function open(): Promise<void> {
    jest.useFakeTimers();
    openPage('/asset/view');
    await screen.findAllByRole('article');
  }

  test('reads a video that is being processed when it changes, and polls it only while the stream is lost', async () => {
    list({ ...working, state: 'processing' });
    server.on('GET /muxvideos/asset/u9', () => ok({ ...working, state: 'processing' }));
    await open();
    await pass(5000);
    const before = reads('u9');
    await pass(20_000);
    expect(reads('u9') - before).toBe(0);
    events.change('s9');
    await pass(100);
    expect(reads('u9') - before).toBe(1);
    server.on('GET /events', () => refusal(503));
    events.end();
    await pass(5500);
    expect(reads('u9') - before).toBeGreaterThan(4);
  });

  test('polls a video while its chapters are generated, which has no events', async () => {
    list({ ...working, state: 'chaptering' });
    server.on('GET /muxvideos/asset/u9', () => ok({ ...working, state: 'chaptering' }));
    await open();
    await pass(5000);
    const before = reads('u9');
    await pass(10_000);
    expect(reads('u9') - before).toBeGreaterThan(5);
  });

  test('sends one request for an edited title, and reads the video once when somebody else changes it', async () => {
    const video = aVideo({ title: 'One' });
    list(video);
    server.on('PATCH /muxupload/save', () => ok({ detailsVersion: 2 }));
    await open();
    await pass(5000);
    const before = server.calls.length;
    write(screen.getByRole('textbox', { name: 'Title' }), 'Mine');
    await pass(300);
    events.change('session-1', { detailsVersion: 2 });
    await pass(100);
    await pass(5000);
    expect(videoCalls(before)).toEqual(['PATCH /muxupload/save']);
    server.on('GET /muxvideos/asset/upload-1', () => ok({ ...video, title: 'Theirs', detailsVersion: 3 }));
    events.change('session-1', { detailsVersion: 3 });
    await pass(100);
    await pass(5000);
    expect(screen.getByRole('article', { name: 'Theirs' })).toBeInTheDocument();
    expect(reads('upload-1')).toBe(1);
  });

  test('reads a video again when another server answered without the change, or with two of others before a save', async () => {
    const video = aVideo({ title: 'One' });
    list(video);
    server.on('GET /muxvideos/asset/upload-1', () => ok(video));
    await open();
    await pass(5000);
    events.change('session-1', { detailsVersion: 2 });
    await pass(100);
    await pass(5000);
    expect(reads('upload-1')).toBe(2);
    server.on('PATCH /muxupload/save', () => ok({ detailsVersion: 3 }));
    write(screen.getByRole('textbox', { name: 'Title' }), 'Mine');
    await pass(300);
    const theirs = { title: 'Mine', description: 'Theirs', detailsVersion: 3 };
    server.on('GET /muxvideos/asset/upload-1', () => ok({ ...video, ...theirs }));
    events.change('session-1', { detailsVersion: 3 });
    await pass(100);
    await pass(5000);
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('Theirs');
    expect(reads('upload-1')).toBe(3);
  });

  test('shows what was changed, added and deleted elsewhere', async () => {
    const [one, two] = [aVideo({ title: 'One' }), aVideo({ id: 's2', uploadId: 'u2', title: 'Two' })];
    list(one);
    await open();
    await pass(5000);
    server.on('GET /muxvideos/asset/upload-1', () => ok({ ...one, title: 'Renamed' }));
    events.change('session-1');
    await pass(100);
    expect(screen.getByRole('article', { name: 'Renamed' })).toBeInTheDocument();
    list(two, one);
    events.change('s2');
    await pass(1500);
    expect(screen.getByRole('article', { name: 'Two' })).toBeInTheDocument();
    list(one);
    server.on('GET /muxvideos/asset/u2', () => refusal(404, 'The video was not found.'));
    await pass(2000);
    events.change('s2');
    await pass(100);
    expect(screen.queryByRole('article', { name: 'Two' })).not.toBeInTheDocument();
  });
});

test('a video page reads its video when it changes, not when another one does', async () => {
  const route = 'GET /muxvideos/asset/upload-1';
  const heading = (name: string) => screen.findByRole('heading', { name });
  jest.useFakeTimers();
  server.on(route, () => ok(aVideo()));
  openPage('/asset/upload-1');
  expect(await heading('Three numbers')).toBeInTheDocument();
  await pass(5000);
  const before = server.to(route).length;
  events.change('other');
  await pass(5000);
  expect(server.to(route)).toHaveLength(before);
  const [first] = aVideo().chapters;
  server.on(route, () => ok(aVideo({ chapters: [{ ...first!, title: 'Renamed' }], version: 9 })));
  events.change('session-1');
  await pass(100);
  expect(await heading('Renamed')).toBeInTheDocument();
});

test('a video page sends one request for an edited title of a chapter', async () => {
  jest.useFakeTimers();
  server.on('GET /muxvideos/asset/upload-1', () => ok(aVideo()));
  server.on('PATCH /muxupload/save', () => ok({ version: 2 }));
  openPage('/asset/upload-1');
  await screen.findByRole('heading', { name: 'Three numbers' });
  await pass(5000);
  const before = server.calls.length;
  write(screen.getByRole('textbox', { name: 'Title of the chapter at 05:00' }), 'Two numbers');
  await pass(300);
  events.change('session-1', { version: 2 });
  await pass(100);
  await pass(5000);
  expect(videoCalls(before)).toEqual(['PATCH /muxupload/save']);
  expect(screen.getByRole('heading', { name: 'Two numbers' })).toBeInTheDocument();
});

test('a video page polls every second again while the stream is lost', async () => {
  const route = 'GET /muxvideos/asset/upload-1';
  jest.useFakeTimers();
  server.on(route, () => ok(aVideo({ state: 'captioning', progress: 43, chapters: [] })));
  openPage('/asset/upload-1');
  expect(await screen.findByText('Transcribing the speech · 43%')).toBeInTheDocument();
  await pass(5000);
  const before = server.to(route).length;
  await pass(20_000);
  expect(server.to(route).length - before).toBe(0);
  server.on('GET /events', () => refusal(503));
  events.end();
  await pass(5500);
  expect(server.to(route).length - before).toBeGreaterThan(3);
});
