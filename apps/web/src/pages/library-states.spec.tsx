import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aVideo } from '../testing/a-video.ts';
import { FakeServer, ok, refusal } from '../testing/fake-server.ts';
import { openPage, signIn } from '../testing/open-page.tsx';

let server: FakeServer;

beforeEach(() => {
  localStorage.clear();
  signIn();
  server = new FakeServer()
    .on('POST /auth/check', () => ok({ id: 'u1' }))
    .on('POST /auth/can-upload-video', () => ok({ canUpload: true, msg: '' }))
    .on('GET /muxvideos', () => ok([aVideo()]));
});

afterEach(() => jest.useRealTimers());

async function openLibrary() {
  openPage('/asset/view');
  return screen.findByRole('article', { name: 'Retention by cohort' });
}

test('the uploader appears when the server has said that the user may upload', async () => {
  jest.useFakeTimers();
  server.on('POST /auth/can-upload-video', () => refusal(503, 'Please try again in a minute.'));
  openPage('/asset/view');
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  expect(screen.queryByText('Drop a recording here')).toBeNull();
  server.on('POST /auth/can-upload-video', () => ok({ canUpload: true, msg: '' }));
  await act(() => jest.advanceTimersByTimeAsync(6_000));
  expect(screen.getByText('Drop a recording here')).toBeInTheDocument();
  const count = server.to('POST /auth/can-upload-video').length;
  await act(() => jest.advanceTimersByTimeAsync(30_000));
  expect(server.to('POST /auth/can-upload-video')).toHaveLength(count);
});

describe('a long library', () => {
  const many = Array.from({ length: 130 }, (_video, n) =>
    aVideo({ id: `s${String(n)}`, uploadId: `u${String(n)}`, title: `Talk ${String(n)}` }),
  );
  const beside = (rest: object, videos: readonly object[]) => ({
    body: { status: 'success', data: videos, ...rest },
  });

  test('Library page size 100. The list is loaded in parts by cursor, and counted', async () => {
    const cursors: (string | undefined)[] = [];
    server.on('GET /muxvideos', ({ query }) => {
      cursors.push(query['after']);
      return query['after'] === undefined
        ? beside({ next: '1_s3', total: 5 }, many.slice(0, 3))
        : beside({ next: null }, many.slice(2, 5));
    });
    openPage('/asset/view');
    expect(await screen.findByRole('article', { name: 'Talk 4' })).toHaveAttribute('aria-setsize', '5');
    expect(screen.getAllByRole('article')).toHaveLength(5);
    expect(screen.getByText('5 videos')).toBeInTheDocument();
    expect(cursors).toEqual([undefined, '1_s3']);
    const [first] = server.to('GET /muxvideos');
    expect(first!.query).toMatchObject({ userId: 'u1', page: '1', limit: '100' });
  });

  test('reports when more could not be loaded, and keeps the loaded videos', async () => {
    server.on('GET /muxvideos', ({ query }) =>
      query['after'] === undefined
        ? beside({ next: '1_s3', total: 5 }, many.slice(0, 3))
        : refusal(503, 'Please try again in a minute.'),
    );
    openPage('/asset/view');
    expect(await screen.findByText('Please try again in a minute.')).toBeInTheDocument();
    expect(screen.getAllByRole('article')).toHaveLength(3);
    server.on('GET /muxvideos', () => beside({ next: null }, many.slice(3, 5)));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article', { name: 'Talk 4' })).toBeInTheDocument();
  });

  test('renders only the visible cards', async () => {
    server.on('GET /muxvideos', () => beside({ next: null, total: 130 }, many));
    openPage('/asset/view');
    expect(await screen.findByRole('article', { name: 'Talk 0' })).toBeInTheDocument();
    expect(screen.getAllByRole('article').length).toBeLessThan(30);
  });

  test('a deleted video is also removed from the answer to an earlier request', async () => {
    let later: (answer: { body: unknown }) => void = () => undefined;
    server
      .on('GET /muxvideos', ({ query }) =>
        query['after'] === undefined
          ? beside({ next: '1_s2', total: 4 }, many.slice(0, 2))
          : new Promise((resolve) => {
              later = resolve;
            }),
      )
      .on('GET /muxvideos/delete/s0', () => ok(null));
    openPage('/asset/view');
    const card = within(await screen.findByRole('article', { name: 'Talk 0' }));
    await userEvent.click(card.getByRole('button', { name: 'Delete' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Talk 0' })).not.toBeInTheDocument());
    later(beside({ next: null }, [many[0]!, ...many.slice(2, 4)]));
    expect(await screen.findByRole('article', { name: 'Talk 3' })).toBeInTheDocument();
    expect(screen.queryByRole('article', { name: 'Talk 0' })).not.toBeInTheDocument();
    expect(screen.getByText('3 videos')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: /^Open Talk 1/ })).toHaveFocus();
  });
});

describe('the plan in the library', () => {
  const check = (change: object) => {
    server.on('POST /auth/check', () => ok({ id: 'u1', plan: 'free', membership_end: 4e9, ...change }));
  };

  test('a first visit explains the steps, the formats and the limits', async () => {
    check({});
    server.on('GET /muxvideos', () => ok([]));
    openPage('/asset/view');
    expect(await screen.findByText('Your library is empty')).toBeInTheDocument();
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(3);
    expect(
      screen.getByText(/up to 3 hours each\. Your plan allows 2 videos at a time\./),
    ).toBeInTheDocument();
    expect(screen.getByText('0 of 2 videos')).toBeInTheDocument();
  });

  test('a full plan explains how to free a slot', async () => {
    check({});
    server.on('GET /muxvideos', () => ok([aVideo(), aVideo({ id: 's2', uploadId: 'u2', title: 'Two' })]));
    openPage('/asset/view');
    expect(await screen.findByText('2 of 2 videos')).toBeInTheDocument();
    const panel = within(screen.getByRole('region', { name: 'Your plan is full' }));
    expect(panel.getByText(/^All 2 video slots of your plan are used/)).toBeInTheDocument();
    expect(panel.getByText('2 of 2 slots are used.')).toBeInTheDocument();
    expect(panel.getByRole('link', { name: 'Open your account' })).toHaveAttribute('href', '/account#plan');
  });

  test('a slot used by an open upload is named, and an upgrade can be requested', async () => {
    const msg = 'You have used 2 of 2 videos of your plan. Delete one to upload another.';
    check({});
    server
      .on('POST /auth/can-upload-video', () => ok({ canUpload: false, msg, used: 2, videoLimit: 2 }))
      .on('POST /account/upgrade-request', () => ({ body: { status: 'success', msg: 'Thank you.' } }));
    await openLibrary();
    const panel = within(await screen.findByRole('region', { name: 'Your plan is full' }));
    expect(panel.getByText(/^2 of 2 slots are used: 1 video and 1 open upload\./)).toBeInTheDocument();
    expect(screen.getByText(msg)).toBeInTheDocument();
    await userEvent.click(panel.getByRole('button', { name: 'Ask for an upgrade' }));
    expect(await panel.findByRole('button', { name: 'You have asked for an upgrade' })).toBeInTheDocument();
    expect(screen.getByText('Thank you.')).toBeInTheDocument();
  });

  test('a full executive plan offers no upgrade', async () => {
    check({ plan: 'executive' });
    server.on('POST /auth/can-upload-video', () =>
      ok({ canUpload: false, msg: '', used: 20, videoLimit: 20 }),
    );
    await openLibrary();
    const panel = within(await screen.findByRole('region', { name: 'Your plan is full' }));
    expect(panel.queryByRole('button')).not.toBeInTheDocument();
  });

  test.each([
    ['free', /^Your free trial has ended/],
    ['executive', /^Your membership has ended/],
  ])('an expired %s plan is reported, also while the used slots are unknown', async (plan, words) => {
    check({ plan, membership_end: 1 });
    server.on('POST /auth/can-upload-video', () =>
      ok({ canUpload: false, msg: 'It has ended.', used: null, videoLimit: 0 }),
    );
    await openLibrary();
    expect(screen.getByText(words)).toBeInTheDocument();
    expect(screen.getByText(/^1 of \d+ videos$/)).toBeInTheDocument();
  });

  test('the uploader is shown again after a deletion has freed a slot', async () => {
    const closed = ok({ canUpload: false, msg: 'Your plan allows 2 videos.' });
    server.on('POST /auth/can-upload-video', () => closed);
    server.on('GET /muxvideos/delete/session-1', () => ok(null));
    const card = within(await openLibrary());
    expect(screen.queryByRole('button', { name: 'Choose files' })).not.toBeInTheDocument();
    server.on('POST /auth/can-upload-video', () => ok({ canUpload: true, msg: '' }));
    await userEvent.click(card.getByRole('button', { name: 'Delete' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('button', { name: 'Choose files' })).toBeInTheDocument();
  });
});

test('polling backs off while the server does not answer', async () => {
  jest.useFakeTimers();
  server
    .on('GET /muxvideos', () =>
      ok([aVideo({ id: 's9', uploadId: 'u9', thumbnail: '', state: 'processing', chapters: [] })]),
    )
    .on('GET /muxvideos/asset/u9', () => refusal(503));
  await openLibrary();
  await act(() => jest.advanceTimersByTimeAsync(31_500));
  expect(server.to('GET /muxvideos/asset/u9')).toHaveLength(5);
});

test('a picture that cannot be loaded is replaced by the chapters', async () => {
  const card = await openLibrary();
  const picture = card.querySelector('img')!;
  act(() => void picture.dispatchEvent(new Event('error')));
  expect(card.querySelector('img')).toBeNull();
  expect(within(card).getByRole('link')).toHaveAttribute('href', '/asset/upload-1');
});

test('a card whose chapters cannot be read says so, and shows them when they can be read again', async () => {
  jest.useFakeTimers();
  const own = { id: 'away-1', uploadId: 'away-1' };
  const bare = aVideo({ ...own, chapters: [], chaptersMissing: true, version: 0 });
  server.on('GET /muxvideos', () => ok([bare])).on('GET /muxvideos/asset/away-1', () => ok(aVideo(own)));
  const card = within(await openLibrary());
  const missing = 'Chapters cannot be shown at the moment. They will return automatically.';
  expect(card.getByText(missing)).toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(3000));
  expect(card.getByText('3 chapters')).toBeInTheDocument();
  expect(card.queryByText(missing)).not.toBeInTheDocument();
});
