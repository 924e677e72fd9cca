import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aVideo } from '../testing/a-video.ts';
import { FakeServer, ok, refusal, unauthorized } from '../testing/fake-server.ts';
import { currentAddress, loadFirst, nextFrame, openPage, signIn } from '../testing/open-page.tsx';

loadFirst(
  () => import('../app/signed-in-root.tsx'),
  () => import('./library-page.tsx'),
);

let server: FakeServer;

beforeEach(() => {
  localStorage.clear();
  signIn();
  server = new FakeServer()
    .on('POST /auth/check', () => ok({ id: 'u1' }))
    .on('POST /auth/can-upload-video', () => ok({ canUpload: true, msg: '' }))
    .on('PATCH /muxupload/save', () => ok({}))
    .on('GET /muxvideos', () => ok([aVideo()]));
});

afterEach(() => {
  jest.useRealTimers();
});

async function openLibrary() {
  openPage('/asset/view');
  return screen.findByRole('article', { name: 'Retention by cohort' });
}

test('the session is checked first, then the list is requested, with the bearer token', async () => {
  await openLibrary();
  const routes = server.calls.map(({ route }) => route);
  expect(routes.indexOf('POST /auth/check')).toBeLessThan(routes.indexOf('GET /muxvideos'));
  expect(new Set(server.calls.map(({ token }) => token))).toEqual(new Set(['Bearer secret']));
});

test('each request has a correlation id of its own', async () => {
  await openLibrary();
  const ids = server.calls.map(({ correlationId }) => correlationId);
  expect(ids.length).toBeGreaterThan(1);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a card links to its video and shows length, age and number of chapters', async () => {
  const card = within(await openLibrary());
  expect(card.getByRole('link')).toHaveAttribute('href', '/asset/upload-1');
  expect(card.getByText('20:00')).toBeInTheDocument();
  expect(card.getByText('3 chapters')).toBeInTheDocument();
  expect(card.getByText(/^\d+ y ago$/)).toBeInTheDocument();
});

test.each(['Unauthorized', 'Forbidden'])('%s logs out three seconds after a message', async (word) => {
  jest.useFakeTimers();
  server.on('POST /auth/check', () => ({ status: word === 'Forbidden' ? 403 : 401, body: word }));
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
  expect(server.to('GET /muxvideos')).toHaveLength(0);
});

test('a list that is refused because the session has ended offers no retry', async () => {
  server.on('GET /muxvideos', () => unauthorized);
  openPage('/asset/view');
  expect(await screen.findByText(/we have logged you out/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Log out' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

test('several refused calls cause one log-out', async () => {
  server.on('POST /auth/check', () => unauthorized).on('POST /auth/can-upload-video', () => unauthorized);
  openPage('/asset/view');
  expect(await screen.findAllByText(/we have logged you out/)).toHaveLength(1);
});

test('a refusal with a message does not end the session', async () => {
  server.on('POST /auth/can-upload-video', () => refusal(403, 'Not for you.'));
  await openLibrary();
  expect(screen.queryByText(/we have logged you out/)).not.toBeInTheDocument();
});

test('a user who may not upload sees the reason and no uploader', async () => {
  server.on('POST /auth/can-upload-video', () => ok({ canUpload: false, msg: 'Your plan allows 2 videos.' }));
  await openLibrary();
  expect(await screen.findByText('Your plan allows 2 videos.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Choose files' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Close the uploader' })).not.toBeInTheDocument();
});

test('the sidebar closes and opens again', async () => {
  await openLibrary();
  await userEvent.click(await screen.findByRole('button', { name: 'Close the uploader' }));
  expect(screen.queryByRole('button', { name: 'Choose files' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Open the uploader' }));
  expect(screen.getByRole('button', { name: 'Choose files' })).toBeInTheDocument();
});

describe('inline editing', () => {
  const saves = () => server.to('PATCH /muxupload/save').map(({ body }) => body);

  test('Enter saves a changed title', async () => {
    const card = within(await openLibrary());
    const title = card.getByRole('textbox', { name: 'Title' });
    await userEvent.clear(title);
    await userEvent.type(title, 'Two cohorts{Enter}');
    await waitFor(() => {
      expect(saves()).toEqual([{ passthrough: 'session-1', title: 'Two cohorts' }]);
    });
    expect(title).toHaveValue('Two cohorts');
  });

  test('leaving the field saves a changed description', async () => {
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
    server.on('PATCH /muxupload/save', () => refusal(503, 'Please try again in a minute.'));
    const card = within(await openLibrary());
    const title = card.getByRole('textbox', { name: 'Title' });
    await userEvent.type(title, '!{Enter}');
    expect(await screen.findByText('Please try again in a minute.')).toBeInTheDocument();
    expect(title).toHaveValue('Retention by cohort!');
    expect(title).toHaveAccessibleDescription(/Not saved yet/);
    expect(screen.getByRole('article', { name: 'Retention by cohort' })).toBeInTheDocument();
    server.on('PATCH /muxupload/save', () => ok({}));
    await userEvent.click(title);
    await userEvent.tab();
    await waitFor(() => {
      expect(title).not.toHaveAccessibleDescription();
    });
    expect(title).toHaveValue('Retention by cohort!');
    expect(saves()).toHaveLength(2);
  });

  test('Escape restores the saved text after a failure', async () => {
    server.on('PATCH /muxupload/save', () => refusal(503));
    const card = within(await openLibrary());
    const title = card.getByRole('textbox', { name: 'Title' });
    await userEvent.type(title, '!{Enter}');
    expect(await screen.findByText('The change was not saved. Please try again.')).toBeInTheDocument();
    await userEvent.type(title, '{Escape}');
    expect(title).toHaveValue('Retention by cohort');
    expect(saves()).toHaveLength(1);
  });
});

describe('actions', () => {
  async function ask(action: string, question: string) {
    const card = within(await openLibrary());
    await userEvent.click(card.getByRole('button', { name: action }));
    expect(screen.getByText(question)).toBeInTheDocument();
    return within(screen.getByRole('dialog', { name: question }));
  }

  test('delete asks first, then removes the card', async () => {
    server.on('GET /muxvideos/delete/session-1', () => ok(null));
    const dialog = await ask('Delete', 'Are you sure you want to delete this item?');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => {
      expect(screen.queryByRole('article')).not.toBeInTheDocument();
    });
    expect(server.to('GET /muxvideos/delete/session-1')).toHaveLength(1);
    expect(await screen.findByText('Your library is empty')).toBeInTheDocument();
  });

  test('a failed delete restores the card', async () => {
    server.on('GET /muxvideos/delete/session-1', () => refusal(503, 'Please try again in a minute.'));
    const dialog = await ask('Delete', 'Are you sure you want to delete this item?');
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Please try again in a minute.')).toBeInTheDocument();
    expect(screen.getByRole('article')).toBeInTheDocument();
  });

  test.each([
    [
      'Delete',
      'Are you sure you want to delete this item?',
      /^This deletes the recording with its captions/,
      /are not affected/,
    ],
    [
      'Regenerate chapters',
      'Are you sure you want to regenerate chapter for this item?',
      /^New chapters replace all titles/,
      /transcript stay\.$/,
    ],
    [
      'Generate summary',
      'Are you sure you want to generate summary for this item?',
      /^A new summary replaces/,
      /quotes and the transcript stay\.$/,
    ],
  ])('%s names the video, what is lost and what is kept', async (action, question, lost, unaffected) => {
    const dialog = await ask(action, question);
    expect(dialog.getByText('Retention by cohort')).toBeInTheDocument();
    expect(dialog.getByText(lost)).toBeInTheDocument();
    expect(dialog.getByText(unaffected)).toBeInTheDocument();
  });

  test('cancel does nothing', async () => {
    const dialog = await ask('Generate summary', 'Are you sure you want to generate summary for this item?');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(server.to('POST /muxupload/generate-summary')).toHaveLength(0);
  });

  test('regenerating covers the page until it is done', async () => {
    let finish: () => void = () => undefined;
    server.on(
      'POST /muxupload/re-generate-chapter',
      () =>
        new Promise(
          (resolve) =>
            (finish = () => {
              resolve(ok(aVideo({ title: 'Fresh' })));
            }),
        ),
    );
    const dialog = await ask(
      'Regenerate chapters',
      'Are you sure you want to regenerate chapter for this item?',
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Regenerate chapters' }));
    expect(screen.getByRole('dialog', { name: 'Regenerating chapters…' })).toHaveAttribute(
      'aria-busy',
      'true',
    );
    await waitFor(() => {
      expect(server.to('POST /muxupload/re-generate-chapter')[0]?.body).toEqual({ passthrough: 'session-1' });
    });
    finish();
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    expect(await screen.findByRole('article', { name: 'Fresh' })).toBeInTheDocument();
  });
});

test('a card polls its video every second until it is ready', async () => {
  jest.useFakeTimers();
  let record = aVideo({ thumbnail: '', state: 'processing', progress: 10, chapters: [] });
  server.on('GET /muxvideos', () => ok([record])).on('GET /muxvideos/asset/upload-1', () => ok(record));
  await openLibrary();
  const pollCount = () => server.to('GET /muxvideos/asset/upload-1').length;
  const before = pollCount();
  await act(() => jest.advanceTimersByTimeAsync(3500));
  expect(pollCount() - before).toBe(3);

  record = aVideo({ state: 'chaptering', progress: 60, chapters: [] });
  await act(() => jest.advanceTimersByTimeAsync(1000));
  expect(screen.getByText('Finding the chapters · 60 %')).toBeInTheDocument();

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
  server
    .on('GET /muxvideos', () => ok([aVideo({ state: 'failed', chapters: [], failure })]))
    .on('POST /muxupload/retry', () => ok(null))
    .on('GET /muxvideos/asset/upload-1', () =>
      ok(aVideo({ state: 'captioning', progress: 0, chapters: [] })),
    );
  const card = within(await openLibrary());
  expect(card.getByRole('alert')).toHaveTextContent('The speech model ran out of memory.');
  await userEvent.click(card.getByRole('button', { name: 'Try again' }));
  expect(await card.findByText('Transcribing the speech')).toBeInTheDocument();
  expect(server.to('POST /muxupload/retry')[0]?.body).toEqual({ passthrough: 'session-1' });
});

test('a list that cannot be loaded is reported and can be retried', async () => {
  server.on('GET /muxvideos', () => refusal(503, 'The library is being restarted.'));
  openPage('/asset/view');
  expect(await screen.findByText('The library is being restarted.')).toBeInTheDocument();
  server.on('GET /muxvideos', () => ok([aVideo()]));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article')).toBeInTheDocument();
});

test('log-out removes the session at once and notifies the server', async () => {
  await openLibrary();
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  await waitFor(() => {
    expect(currentAddress()).toBe('/login');
  });
  expect(localStorage.getItem('user')).toBeNull();
  expect(server.to('POST /auth/logout')[0]?.token).toBe('Bearer secret');
  expect(await screen.findByLabelText('Email address')).toBeInTheDocument();
  expect(screen.queryByText(/You were signed out/)).not.toBeInTheDocument();
});

test('a log-out in another tab logs this tab out too', async () => {
  await openLibrary();
  localStorage.removeItem('user');
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  });
  await waitFor(() => {
    expect(currentAddress()).toBe('/login');
  });
});

describe('the menu of a card', () => {
  async function openMenu() {
    const opener = within(await openLibrary()).getByRole('button', { name: 'More actions' });
    await userEvent.click(opener);
    await nextFrame();
    return opener;
  }

  test('can be used with the keyboard alone and returns the focus', async () => {
    const opener = await openMenu();
    expect(screen.getByRole('menuitem', { name: 'Index for search' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(opener).toHaveFocus();
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
    await userEvent.keyboard('{ArrowUp}');
    await waitFor(() => expect(screen.getAllByRole('menuitem').at(-1)).toHaveFocus());
    await nextFrame();
    await userEvent.tab();
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  });

  test('closes when something else is pressed', async () => {
    await openMenu();
    await userEvent.click(screen.getByRole('heading', { level: 1 }));
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  });

  test.each([
    ['', 'Omnisearch upload successfully.'],
    ['12 moments were indexed.', '12 moments were indexed.'],
  ])('indexes for search; with the server message %p the toast says %p', async (msg, words) => {
    server.on('POST /muxupload/upload-omnisearch', () => ({ body: { status: 'success', msg } }));
    const opener = await openMenu();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Index for search' }));
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(opener).toHaveFocus();
    expect(server.to('POST /muxupload/upload-omnisearch')[0]?.body).toEqual({ passthrough: 'session-1' });
  });

  test.each([
    ['Search is being restarted.', 'Search is being restarted.'],
    [undefined, 'Error on the server'],
  ])('a failed indexing with the message %p shows %p', async (msg, words) => {
    server.on('POST /muxupload/upload-omnisearch', () => refusal(503, msg));
    await openMenu();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Index for search' }));
    expect(await screen.findByText(words)).toBeInTheDocument();
  });
});
