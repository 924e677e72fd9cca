import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aVideo } from '../testing/a-video.ts';
import { FakeServer, ok, refusal } from '../testing/fake-server.ts';
import { openPage, signIn } from '../testing/open-page.tsx';
import { play } from '../testing/fake-player.tsx';

const route = 'GET /muxvideos/asset/upload-1';
const loading =
  "If this page doesn't load, it may mean the video hasn't yet been processed. Try again in a few minutes.";
let server: FakeServer;

beforeEach(() => {
  localStorage.clear();
  signIn();
  server = new FakeServer()
    .on('POST /auth/can-upload-video', () => ok({ canUpload: true, msg: '' }))
    .on(route, () => ok(aVideo()));
});

afterEach(() => jest.useRealTimers());

async function openVideo() {
  openPage('/asset/upload-1');
  await screen.findByRole('region', { name: 'Chapters' });
  return screen.findByTestId<HTMLVideoElement>('media');
}

test("Loading state: shows the text 'If this page doesn't load, it may mean the video hasn't yet been processed. Try again in a few minutes.' The asset is polled every 1 second until it has chapters. Editor: loading, then loaded once the asset has chapters. Asset polling interval: 1000 ms.", async () => {
  jest.useFakeTimers();
  let record = aVideo({ state: 'captioning', progress: 43, chapters: [] });
  server.on(route, () => ok(record));
  openPage('/asset/upload-1');
  expect(await screen.findByText(loading)).toBeInTheDocument();
  expect(await screen.findByText('Transcribing the speech · 43%')).toBeInTheDocument();
  const before = server.to(route).length;
  await act(() => jest.advanceTimersByTimeAsync(4500));
  expect(server.to(route).length - before).toBe(4);

  record = aVideo();
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(await screen.findByRole('region', { name: 'Chapters' })).toBeInTheDocument();
  const finalCount = server.to(route).length;
  await act(() => jest.advanceTimersByTimeAsync(5000));
  expect(server.to(route)).toHaveLength(finalCount);
});

test.each([
  [{ progress: 0, queuePosition: 2 }, 'waiting for 2 other recordings'],
  [{ progress: 0, queuePosition: 1 }, 'waiting for another recording'],
  [{ progress: 0, queuePosition: 0 }, 'starting'],
  [{ progress: 43, secondsLeft: 170 }, '43% · about 3 minutes left'],
])('a step with %j shows "%s"', async (work, words) => {
  server.on(route, () => ok(aVideo({ state: 'captioning', chapters: [], ...work })));
  openPage('/asset/upload-1');
  expect(await screen.findByText(`Transcribing the speech · ${words}`)).toBeInTheDocument();
});

test('polling backs off while the server does not answer, and the page says so', async () => {
  jest.useFakeTimers();
  let answer = refusal(503, 'Please try again in a minute.');
  server.on(route, () => answer);
  openPage('/asset/upload-1');
  expect(await screen.findByText(/server cannot be reached/)).toBeInTheDocument();
  const before = server.to(route).length;
  await act(() => jest.advanceTimersByTimeAsync(30_000));
  // After 2, 4, 8 and 16 seconds.
  expect(server.to(route).length - before).toBe(4);
  answer = ok(aVideo({ state: 'chaptering', chapters: [] })) as typeof answer;
  await act(() => jest.advanceTimersByTimeAsync(30_000));
  expect(screen.queryByText(/server cannot be reached/)).not.toBeInTheDocument();
  const again = server.to(route).length;
  await act(() => jest.advanceTimersByTimeAsync(3000));
  expect(server.to(route).length - again).toBe(3);
});

test('the record is polled while a generation is running', async () => {
  jest.useFakeTimers();
  const running = { id: 'op', kind: 'summary', state: 'running', progress: 10, chapterStart: null } as const;
  let record = aVideo({ operations: [running] });
  server.on(route, () => ok(record));
  openPage('/asset/upload-1');
  await screen.findByRole('region', { name: 'Chapters' });
  const before = server.to(route).length;
  await act(() => jest.advanceTimersByTimeAsync(3000));
  expect(server.to(route).length - before).toBe(3);
  record = aVideo();
  await act(() => jest.advanceTimersByTimeAsync(1000));
  const finalCount = server.to(route).length;
  await act(() => jest.advanceTimersByTimeAsync(5000));
  expect(server.to(route)).toHaveLength(finalCount);
});

test('a video that does not exist is not polled', async () => {
  jest.useFakeTimers();
  server.on(route, () => refusal(404, 'There is no such video.'));
  openPage('/asset/upload-1');
  expect(await screen.findByText('There is no such video')).toBeInTheDocument();
  const finalCount = server.to(route).length;
  await act(() => jest.advanceTimersByTimeAsync(5000));
  expect(server.to(route)).toHaveLength(finalCount);
});

test('a video that is deleted elsewhere stays on the page, which says so', async () => {
  jest.useFakeTimers();
  const running = { id: 'op', kind: 'summary', state: 'running', progress: 10, chapterStart: null } as const;
  server.on(route, () => ok(aVideo({ operations: [running] })));
  openPage('/asset/upload-1');
  expect(await screen.findByRole('region', { name: 'Chapters' })).toBeInTheDocument();
  expect(screen.queryByText(/was deleted, or moved/)).not.toBeInTheDocument();
  server.on(route, () => refusal(404, 'The video was not found.'));
  await act(() => jest.advanceTimersByTimeAsync(5000));
  expect(
    await screen.findByText(/^This video was deleted, or moved to another workspace\./),
  ).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Chapters' })).toBeInTheDocument();
  const count = server.to(route).length;
  await act(() => jest.advanceTimersByTimeAsync(5000));
  expect(server.to(route)).toHaveLength(count);
});

test('a time button plays from its time, and the current chapter is marked', async () => {
  const media = await openVideo();
  await userEvent.click(screen.getByRole('button', { name: 'Play from 05:00: Three numbers' }));
  expect(media.currentTime).toBe(300);
  expect(play).toHaveBeenCalledTimes(1);
  const current = within(screen.getByRole('region', { name: 'Chapters' })).getAllByRole('listitem', {
    current: true,
  });
  expect(current.map((row) => within(row).getByRole('heading', { level: 3 }).textContent)).toEqual([
    'Three numbers',
  ]);

  media.currentTime = 950;
  fireEvent.timeUpdate(media);
  expect(
    within(screen.getByRole('region', { name: 'Chapters' })).getByRole('listitem', { current: true }),
  ).toHaveTextContent('Questions');
});

describe('an address with a time', () => {
  test('opens at the time with the focus on its chapter, and does not start playback', async () => {
    openPage('/asset/upload-1?t=312');
    const media = await screen.findByTestId<HTMLVideoElement>('media');
    expect(media.currentTime).toBe(312);
    expect(play).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Play from 05:00: Three numbers' })).toHaveFocus();
    const row = screen.getByRole('heading', { name: 'Three numbers' }).closest('li')!;
    expect(row).toHaveAttribute('aria-current', 'true');
    expect(row).toHaveAttribute('data-arrival');
    media.currentTime = 950;
    fireEvent.timeUpdate(media);
    expect(row).not.toHaveAttribute('data-arrival');
  });

  test('waits for the metadata of the media', async () => {
    Object.defineProperty(HTMLMediaElement.prototype, 'readyState', { configurable: true, value: 0 });
    openPage('/asset/upload-1?t=312');
    const media = await screen.findByTestId<HTMLVideoElement>('media');
    media.currentTime = 0;
    fireEvent.timeUpdate(media);
    expect(screen.getByRole('heading', { name: 'Three numbers' }).closest('li')).toHaveAttribute(
      'aria-current',
    );
    Object.defineProperty(HTMLMediaElement.prototype, 'readyState', { configurable: true, value: 1 });
    fireEvent.loadedMetadata(media);
    expect(media.currentTime).toBe(312);
  });

  test('that is not valid is ignored', async () => {
    openPage('/asset/upload-1?t=soon');
    expect((await screen.findByTestId<HTMLVideoElement>('media')).currentTime).toBe(0);
    expect(document.body).toHaveFocus();
  });
});

test('Chapters are collapsed by default. Chapters toggle: collapsed by default. A toggle expands or collapses all chapters. Each chapter row shows: an expand/collapse toggle;', async () => {
  await openVideo();
  expect(screen.queryByText('What moved.')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show details of Three numbers' }));
  expect(screen.getByText('What moved.')).toBeInTheDocument();
  expect(screen.queryByText('Who is here.')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Expand all' }));
  expect(screen.getByText('Who is here.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Collapse all' }));
  expect(screen.queryByText('What moved.')).not.toBeInTheDocument();
});

test('a quote plays from its time code', async () => {
  const media = await openVideo();
  await userEvent.click(screen.getByRole('button', { name: 'Expand all' }));
  expect(screen.getByText('“Three numbers moved.”')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Play this quote from 00:04:58' }));
  expect(media.currentTime).toBe(298);
});

describe('the width of the player', () => {
  const handle = () => screen.getByRole('separator', { name: 'Width of the player' });
  const press = (key: string) => fireEvent.keyDown(handle(), { key });

  test('is a quarter to a half of the page, and changes by one percent per key', async () => {
    await openVideo();
    expect(handle()).toHaveAttribute('aria-valuenow', '25');
    press('ArrowLeft');
    expect(handle()).toHaveAttribute('aria-valuenow', '25');
    press('ArrowRight');
    expect(handle()).toHaveAttribute('aria-valuenow', '26');
    press('End');
    press('ArrowRight');
    expect(handle()).toHaveAttribute('aria-valuenow', '50');
    press('Home');
    expect(handle()).toHaveAttribute('aria-valuenow', '25');
  });

  test('is stored for the next visit, and reset by a double click', async () => {
    localStorage.setItem('player-width', '41.5');
    await openVideo();
    expect(handle()).toHaveAttribute('aria-valuenow', '42');
    fireEvent.doubleClick(handle());
    expect(handle()).toHaveAttribute('aria-valuenow', '25');
    expect(localStorage.getItem('player-width')).toBe('25.0');
  });

  test.each(['wide', '7', '400'])('an invalid stored width %p is corrected', async (storedWidth) => {
    localStorage.setItem('player-width', storedWidth);
    await openVideo();
    expect(Number(handle().getAttribute('aria-valuenow'))).toBe(storedWidth === '400' ? 50 : 25);
  });
});

test('a failed video can be retried', async () => {
  const failure = { step: 'processing', reason: 'The file holds no sound.', retryable: true } as const;
  server
    .on(route, () => ok(aVideo({ state: 'failed', chapters: [], failure })))
    .on('POST /muxupload/retry', () => refusal(409, 'It is running already.'));
  openPage('/asset/upload-1');
  expect(await screen.findByText('The file holds no sound.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByText('It is running already.')).toBeInTheDocument());
});

test('a recording that is lost says why in the place of the picture; its texts stay', async () => {
  const reason = 'The recording is no longer stored. Please upload the file again.';
  const failure = { step: 'processing', reason, retryable: false } as const;
  server.on(route, () => ok(aVideo({ state: 'failed', failure })));
  await openVideo();
  expect(screen.getByText(reason)).toBeInTheDocument();
});

describe('chapters that cannot be read', () => {
  const bare = aVideo({ chapters: [], chaptersMissing: true, version: 0, vtt: '' });
  const missing = 'Chapters cannot be shown at the moment. They will return automatically.';

  test('are reported beside the player, and shown when they can be read again', async () => {
    jest.useFakeTimers();
    let record = bare;
    server.on(route, () => ok(record));
    openPage('/asset/upload-1');
    expect(await screen.findByText(missing)).toBeInTheDocument();
    expect(screen.getByTestId('media')).toBeInTheDocument();
    expect(screen.getByText(/^The transcript cannot be shown at the moment/)).toBeInTheDocument();
    record = aVideo();
    await act(() => jest.advanceTimersByTimeAsync(2000));
    expect(await screen.findByRole('region', { name: 'Chapters' })).toBeInTheDocument();
    expect(screen.queryByText(missing)).not.toBeInTheDocument();
  });

  test('stay as they were last read until they can be read again', async () => {
    jest.useFakeTimers();
    const running = {
      id: 'op',
      kind: 'summary',
      state: 'running',
      progress: 10,
      chapterStart: null,
    } as const;
    let record = aVideo({ operations: [running] });
    server.on(route, () => ok(record));
    openPage('/asset/upload-1');
    await screen.findByRole('heading', { name: 'Three numbers' });
    record = bare;
    await act(() => jest.advanceTimersByTimeAsync(5000));
    expect(screen.getByRole('heading', { name: 'Three numbers' })).toBeInTheDocument();
    record = aVideo({ version: 2, summary: 'Written meanwhile.' });
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(screen.getAllByText(/Written meanwhile/).length).toBeGreaterThan(0);
  });
});
