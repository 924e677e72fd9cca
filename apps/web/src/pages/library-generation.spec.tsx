import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Operation } from '@vault/contracts';
import { aVideo } from '../testing/a-video.ts';
import { FakeServer, ok } from '../testing/fake-server.ts';
import { loadFirst, openPage, signIn } from '../testing/open-page.tsx';

loadFirst(
  () => import('../app/signed-in-root.tsx'),
  () => import('./library-page.tsx'),
);

const running: Operation = {
  id: 'op-1',
  kind: 'summary',
  state: 'running',
  progress: 10,
  chapterStart: null,
  msg: '',
  system_message: '',
  user_message: '',
  result: '',
};
let server: FakeServer;
let operation: Operation;

beforeEach(() => {
  localStorage.clear();
  signIn();
  operation = running;
  server = new FakeServer()
    .on('POST /auth/check', () => ok({ id: 'u1' }))
    .on('POST /auth/can-upload-video', () => ok({ canUpload: true, msg: '' }))
    .on('GET /muxvideos', () => ok([aVideo()]))
    .on('GET /muxupload/operations/op-1', () => ok(operation))
    .on('GET /muxvideos/asset/session-1', () => ok(aVideo({ version: 2 })));
});

const cardOf = async () => within(await screen.findByRole('article', { name: 'Retention by cohort' }));

/** Asks for a generation that the server answers while it still runs. */
async function generate(action: 'Generate summary' | 'Regenerate chapters', route: string) {
  server.on(route, () => ({
    body: { status: 'success', data: aVideo({ operations: [operation] }), operation },
  }));
  openPage('/asset/view');
  const card = await cardOf();
  await userEvent.click(card.getByRole('button', { name: action }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: action }));
  await waitFor(() => expect(server.to('GET /muxupload/operations/op-1').length).toBeGreaterThan(0));
  return card;
}

test('a summary that still runs when the call answers is ready when the operation is done', async () => {
  const card = await generate('Generate summary', 'POST /muxupload/generate-summary');
  expect(card.getByRole('status')).toHaveTextContent('Generating the summary…');
  expect(card.getByRole('button', { name: 'Generating the summary…' })).toHaveAttribute('aria-busy', 'true');
  expect(screen.queryByText(/^Summary ready/)).not.toBeInTheDocument();
  operation = { ...running, state: 'done', progress: 100, tokens: 12 };
  expect(await screen.findByText('The new summary is ready. 12 tokens.')).toBeInTheDocument();
  expect(card.getByRole('button', { name: 'Generate summary' })).toBeInTheDocument();
});

test('a failure after the call was answered is shown', async () => {
  const card = await generate('Generate summary', 'POST /muxupload/generate-summary');
  operation = { ...running, state: 'failed' };
  expect(await screen.findByText('The summary was not generated. Please try again.')).toBeInTheDocument();
  expect(card.queryByRole('status')).not.toBeInTheDocument();
});

test('new chapters cover the page until their operation is done, and can be undone', async () => {
  operation = { ...running, kind: 'chapters' };
  await generate('Regenerate chapters', 'POST /muxupload/re-generate-chapter');
  expect(screen.getByRole('dialog', { name: 'Regenerating chapters…' })).toBeInTheDocument();
  expect(sessionStorage.getItem('undo:session-1')).toBeNull();
  operation = { ...operation, state: 'done' };
  expect(await screen.findByText('New chapters are ready.')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(JSON.parse(sessionStorage.getItem('undo:session-1') ?? '')).toMatchObject({ version: 2 });
});

test('an operation of an earlier visit is followed to its end', async () => {
  server.on('GET /muxvideos', () => ok([aVideo({ operations: [running] })]));
  openPage('/asset/view');
  const card = await cardOf();
  expect(await card.findByRole('status')).toHaveTextContent('Generating the summary…');
  operation = { ...running, state: 'done' };
  expect(await screen.findByText('The new summary is ready.')).toBeInTheDocument();
});
