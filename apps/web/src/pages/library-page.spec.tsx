import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aVideo } from '../testing/a-video.ts';
import { ok, refusal, unauthorized } from '../testing/fake-server.ts';
import { fixture, openLibrary } from '../testing/library-fixture.ts';
import { currentAddress, currentQuery, openPage } from '../testing/open-page.tsx';

test('After sign-in the token is sent as a bearer authorization header on all calls. All calls go to the product API base (a fixed host on port 5000 under /api) with a bearer authorization header. The session is checked first', async () => {
  await openLibrary();
  const routes = fixture.server.calls.map(({ route }) => route);
  expect(routes.indexOf('POST /auth/check')).toBeLessThan(routes.indexOf('GET /muxvideos'));
  expect(new Set(fixture.server.calls.map(({ token }) => token))).toEqual(new Set(['Bearer secret']));
});

test('each request has a correlation id of its own', async () => {
  await openLibrary();
  const ids = fixture.server.calls.map(({ correlationId }) => correlationId);
  expect(ids.length).toBeGreaterThan(1);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test('Each card shows thumbnail (linking to /asset/{uploadId}), title, description, duration and age.', async () => {
  const card = within(await openLibrary());
  expect(card.getByRole('link')).toHaveAttribute('href', '/asset/upload-1');
  expect(card.getByRole('link').querySelector('img')).toHaveAttribute('src', '/media/play-1/thumbnail.jpg');
  expect(card.getByRole('textbox', { name: 'Description' })).toHaveValue('Spring meeting');
  expect(card.getByText('20:00')).toBeInTheDocument();
  expect(card.getByText('3 chapters')).toBeInTheDocument();
  expect(card.getByText(/^\d+ y ago$/)).toBeInTheDocument();
});

test('the age of a new card follows the seconds, and then the minutes', async () => {
  jest.useFakeTimers();
  fixture.server.on('GET /muxvideos', () => ok([aVideo({ created_at: Date.now() / 1_000 })]));
  const card = within(await openLibrary());
  const age = () => parseInt(card.getByText(/ ago$/).textContent, 10);
  const first = age();
  await act(() => jest.advanceTimersByTimeAsync(5_000));
  expect(card.getByText(/^\d+ s ago$/)).toBeInTheDocument();
  expect(age()).toBe(first + 5);
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(card.getByText('1 min ago')).toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(card.getByText('2 min ago')).toBeInTheDocument();
});

test('a card says how many names wait, and leads to them', async () => {
  const names = aVideo({ namesToCheck: 3 });
  fixture.server.on('GET /muxvideos', () => ok([names]));
  const card = within(await openLibrary());
  expect(card.getByText(/^3 chapters/)).toHaveTextContent('3 chapters · 3 names to check');
  await userEvent.click(card.getByRole('link', { name: '3 names to check' }));
  await waitFor(() => expect(currentAddress()).toBe('/asset/upload-1'));
  expect(currentQuery()).toEqual({ names: 'check' });
});

test.each(['Unauthorized', 'Forbidden'])(
  "Auth check answer Unauthorized or Forbidden: toast 'For security purposes, we have logged you out. Sorry for the inconvenience.'; after 3 seconds the stored user is removed and the user goes to /login. Logout redirect delay 3 s. (%s)",
  async (word) => {
    jest.useFakeTimers();
    fixture.server.on('POST /auth/check', () => ({ status: word === 'Forbidden' ? 403 : 401, body: word }));
    openPage('/asset/view');
    const message = 'For security purposes, we have logged you out. Sorry for the inconvenience.';
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'You have been signed out' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Log out' })).not.toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(2500));
    expect(localStorage.getItem('user')).not.toBeNull();
    await act(() => jest.advanceTimersByTimeAsync(600));
    expect(localStorage.getItem('user')).toBeNull();
    expect(currentAddress()).toBe('/login');
    expect(
      await screen.findByText('You were signed out. Sign in to continue where you were.'),
    ).toBeInTheDocument();
    expect(fixture.server.to('GET /muxvideos')).toHaveLength(0);
  },
);

test('a list that is refused because the session has ended offers no retry', async () => {
  fixture.server.on('GET /muxvideos', () => unauthorized);
  openPage('/asset/view');
  expect(await screen.findByText(/we have logged you out/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Log out' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

test('several refused calls cause one log-out', async () => {
  fixture.server
    .on('POST /auth/check', () => unauthorized)
    .on('POST /auth/can-upload-video', () => unauthorized);
  openPage('/asset/view');
  expect(await screen.findAllByText(/we have logged you out/)).toHaveLength(1);
});

test('a refusal with a message does not end the session', async () => {
  fixture.server.on('POST /auth/can-upload-video', () => refusal(403, 'Not for you.'));
  await openLibrary();
  expect(screen.queryByText(/we have logged you out/)).not.toBeInTheDocument();
});

test('Whether a user may upload is decided by the server; if not, the server message is shown as an error toast and the uploader is hidden. It is hidden when the user cannot upload. Upload permission denied: the server msg as a toast.', async () => {
  fixture.server.on('POST /auth/can-upload-video', () =>
    ok({ canUpload: false, msg: 'Your plan allows 2 videos.' }),
  );
  await openLibrary();
  expect(await screen.findByText('Your plan allows 2 videos.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Choose files' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Close the uploader' })).not.toBeInTheDocument();
});

test('The sidebar toggles open and closed.', async () => {
  await openLibrary();
  await userEvent.click(await screen.findByRole('button', { name: 'Close the uploader' }));
  expect(screen.queryByRole('button', { name: 'Choose files' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Open the uploader' }));
  expect(screen.getByRole('button', { name: 'Choose files' })).toBeInTheDocument();
});

describe('inline editing', () => {
  const saves = () => fixture.server.to('PATCH /muxupload/save').map(({ body }) => body);

  test('Enter saves a changed title', async () => {
    const card = within(await openLibrary());
    const title = card.getByRole('textbox', { name: 'Title' });
    await userEvent.clear(title);
    await userEvent.type(title, 'Two cohorts{Enter}');
    await waitFor(() => expect(saves()).toEqual([{ passthrough: 'session-1', title: 'Two cohorts' }]));
    expect(title).toHaveValue('Two cohorts');
  });

  test('Title and description are editable inline. Title or description: saved on blur only if changed.', async () => {
    const card = within(await openLibrary());
    await userEvent.type(card.getByRole('textbox', { name: 'Description' }), ' in Graz');
    await userEvent.tab();
    await waitFor(() => {
      expect(saves()).toEqual([{ passthrough: 'session-1', description: 'Spring meeting in Graz' }]);
    });
  });

  test('an unchanged or emptied text and Escape save nothing and restore the text', async () => {
    const card = within(await openLibrary());
    const title = card.getByRole('textbox', { name: 'Title' });
    await userEvent.click(title);
    await userEvent.tab();
    await userEvent.clear(title);
    await userEvent.tab();
    await userEvent.type(title, ' and more{Escape}');
    expect(title).toHaveValue('Retention by cohort');
    expect(saves()).toEqual([]);
  });

  test('a text that could not be saved stays, is marked, and is saved when the field is left again', async () => {
    fixture.server.on('PATCH /muxupload/save', () => refusal(503, 'Please try again in a minute.'));
    const card = within(await openLibrary());
    const title = card.getByRole('textbox', { name: 'Title' });
    await userEvent.type(title, '!{Enter}');
    expect(await screen.findByText('Please try again in a minute.')).toBeInTheDocument();
    expect(title).toHaveValue('Retention by cohort!');
    expect(title).toHaveAccessibleDescription(/Not saved yet/);
    expect(screen.getByRole('article', { name: 'Retention by cohort' })).toBeInTheDocument();
    fixture.server.on('PATCH /muxupload/save', () => ok({}));
    await userEvent.click(title);
    await userEvent.tab();
    await waitFor(() => expect(title).not.toHaveAccessibleDescription());
    expect(title).toHaveValue('Retention by cohort!');
    expect(saves()).toHaveLength(2);
  });

  test('Escape restores the saved text after a failure', async () => {
    fixture.server.on('PATCH /muxupload/save', () => refusal(503));
    const card = within(await openLibrary());
    const title = card.getByRole('textbox', { name: 'Title' });
    await userEvent.type(title, '!{Enter}');
    expect(await screen.findByText('The change was not saved. Please try again.')).toBeInTheDocument();
    await userEvent.type(title, '{Escape}');
    expect(title).toHaveValue('Retention by cohort');
    expect(saves()).toHaveLength(1);
  });
});

test('Asset check every 1000 ms. It ends when the video is ready', async () => {
  jest.useFakeTimers();
  let record = aVideo({ thumbnail: '', state: 'processing', progress: 10, chapters: [] });
  fixture.server
    .on('GET /muxvideos', () => ok([record]))
    .on('GET /muxvideos/asset/upload-1', () => ok(record));
  await openLibrary();
  const pollCount = () => fixture.server.to('GET /muxvideos/asset/upload-1').length;
  const before = pollCount();
  await act(() => jest.advanceTimersByTimeAsync(3500));
  expect(pollCount() - before).toBe(3);

  record = aVideo({ state: 'chaptering', progress: 60, chapters: [] });
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(screen.getByText('Finding the chapters · 60%')).toBeInTheDocument();

  record = aVideo();
  await act(() => jest.advanceTimersByTimeAsync(2500));
  expect(screen.getByText('3 chapters')).toBeInTheDocument();
  const countWhenReady = pollCount();
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(pollCount()).toBe(countWhenReady);
});

test('a failed step shows its reason and can be run again', async () => {
  const failure = {
    step: 'captioning',
    reason: 'The speech model ran out of memory.',
    retryable: true,
  } as const;
  fixture.server
    .on('GET /muxvideos', () => ok([aVideo({ state: 'failed', chapters: [], failure })]))
    .on('POST /muxupload/retry', () => ok(null))
    .on('GET /muxvideos/asset/upload-1', () =>
      ok(aVideo({ state: 'captioning', progress: 0, chapters: [] })),
    );
  const card = within(await openLibrary());
  expect(card.getByRole('alert')).toHaveTextContent('The speech model ran out of memory.');
  await userEvent.click(card.getByRole('button', { name: 'Try again' }));
  expect(await card.findByText('Transcribing the speech')).toBeInTheDocument();
  expect(fixture.server.to('POST /muxupload/retry')[0]?.body).toEqual({ passthrough: 'session-1' });
});

test('a list that cannot be loaded is reported and can be retried', async () => {
  fixture.server.on('GET /muxvideos', () => refusal(503, 'The library is being restarted.'));
  openPage('/asset/view');
  expect(await screen.findByText('The library is being restarted.')).toBeInTheDocument();
  fixture.server.on('GET /muxvideos', () => ok([aVideo()]));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article')).toBeInTheDocument();
});

test('Log out removes the stored user and goes to /login. The server is notified', async () => {
  await openLibrary();
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(currentAddress()).toBe('/login'));
  expect(localStorage.getItem('user')).toBeNull();
  expect(fixture.server.to('POST /auth/logout')[0]?.token).toBe('Bearer secret');
  expect(await screen.findByLabelText('Email address')).toBeInTheDocument();
  expect(screen.queryByText(/You were signed out/)).not.toBeInTheDocument();
});

test('a log-out in another tab logs this tab out too', async () => {
  await openLibrary();
  localStorage.removeItem('user');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'user' })));
  await waitFor(() => expect(currentAddress()).toBe('/login'));
});
