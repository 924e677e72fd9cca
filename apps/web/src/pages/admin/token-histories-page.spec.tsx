import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aHistoryEntry, anEmployee, aTeam } from '../../testing/admin-rows.ts';
import { adminServer, listOf } from '../../testing/admin-server.ts';
import { refusal } from '../../testing/fake-server.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { currentAddress, loadFirst, openPage } from '../../testing/open-page.tsx';

const users = 'GET /admin/employees';
const teams = 'GET /admin/teams';
const route = 'GET /admin/employee-token-histories/u1';
let server: FakeServer;
const user = userEvent.setup({ delay: null });

loadFirst(
  () => import('../../app/admin-root.tsx'),
  () => import('./token-histories-page.tsx'),
);

const ada = anEmployee();
const grace = anEmployee({ _id: 'u2', firstname: 'Grace', lastname: 'Hopper', email: 'grace@example.com' });

beforeEach(() => {
  server = adminServer()
    .on(users, ({ query }) => {
      const q = query['q'] ?? '';
      return listOf([ada, grace].filter(({ email, firstname }) => `${email} ${firstname}`.includes(q)));
    })
    .on(teams, () => listOf([]))
    .on(route, () => listOf([aHistoryEntry()]))
    .on('GET /admin/employee-token-histories/u2', () => listOf([]));
});

async function openHistories(id = '') {
  openPage(`/admin/token-histories${id && `/${id}`}`);
  await screen.findByRole('heading', { name: 'Token Histories' });
}

test('/admin/token-histories and /admin/token-histories/{employee_id}: token usage history with a user selector. The selector lists users by email; choosing one updates the URL.', async () => {
  await openHistories();
  expect(screen.getByText('Choose a user')).toBeInTheDocument();
  await user.click(screen.getByRole('combobox', { name: 'User' }));
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual(['ada@example.com', 'grace@example.com']);
  await user.click(options[1]!);
  await waitFor(() => expect(currentAddress()).toBe('/admin/token-histories/u2'));
  expect(await screen.findByText('No tokens spent yet')).toBeInTheDocument();
  expect(screen.getByRole('combobox', { name: 'User' })).toHaveValue('grace@example.com');
});

test('a user is found by part of the e-mail address', async () => {
  await openHistories();
  await user.type(screen.getByRole('combobox', { name: 'User' }), 'grace');
  await waitFor(() => {
    expect(server.to(users).at(-1)?.query).toMatchObject({ q: 'grace', limit: '50', sort: 'email' });
  });
  await user.click(await screen.findByRole('option', { name: 'grace@example.com' }));
  await waitFor(() => expect(currentAddress()).toBe('/admin/token-histories/u2'));
});

test('teams are listed by name, after the users, and have histories too', async () => {
  const team = aTeam({ _id: 't1', name: 'Acme', owners: ['ann@acme.com'], token_balance: 7 });
  server
    .on(teams, ({ query }) => listOf(['t1', 'acme', undefined].includes(query['q']) ? [team] : []))
    .on('GET /admin/employee-token-histories/t1', () => listOf([]));
  await openHistories();
  await user.click(screen.getByRole('combobox', { name: 'User' }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'ada@example.com',
    'grace@example.com',
    'AcmeTeam of ann@acme.com',
  ]);
  await user.type(screen.getByRole('combobox', { name: 'User' }), 'acme');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await user.click(screen.getByRole('option'));
  await waitFor(() => expect(currentAddress()).toBe('/admin/token-histories/t1'));
  expect(await screen.findByText('Team of ann@acme.com · Free Trial · 7 tokens left')).toBeInTheDocument();
  expect(screen.getByText('This team has not generated any text.')).toBeInTheDocument();
  expect(screen.getByRole('combobox', { name: 'User' })).toHaveValue('Acme');
});

test('Token history entry: muxVideoId (with _id), operationType, systemPrompt, customPrompt, resultString, createdAt (seconds or date string). The table shows: approximate tokens sent = round(length of systemPrompt plus customPrompt divided by 4); approximate tokens received = round(length of resultString divided by 4); the prompts and the result text.', async () => {
  await openHistories('u1');
  const cell = await screen.findByRole('rowheader', { name: 'Retention by cohort' });
  const row = cell.closest('tr')!;
  const cells = [...row.children].map((each) => each.textContent);
  // 14 and 13 characters sent, 32 received.
  expect(cells.slice(0, 6)).toEqual(['2025-11-13 02:21:40', 'Retention by cohort', 'Quotes', '7', '8', '52']);
  expect(cells[6]).toBe('System prompt: Numbers first.Custom prompt: About prices.');
  expect(cells[7]).toBe('They rise, and nobody knows why.');
  expect(row.querySelector('[title=session-1]')).not.toBeNull();
  // Found in the list of all users, because the search does not match ids.
  expect(await screen.findByText('Ada Lovelace · Free Trial · 12,345 tokens left')).toBeInTheDocument();
});

test('long texts are shown completely in a dialog', async () => {
  const systemPrompt = 'x'.repeat(5_000);
  server.on(route, () => listOf([aHistoryEntry({ systemPrompt, customPrompt: '' })]));
  await openHistories('u1');
  await screen.findByRole('rowheader', { name: 'Retention by cohort' });
  expect(screen.queryByText(systemPrompt)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^Read in full/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Quotes: Retention by cohort' }));
  expect(dialog.getByText(systemPrompt)).toBeInTheDocument();
  expect(dialog.getByText('about 1,250 tokens')).toBeInTheDocument();
  expect(dialog.getByText('Nothing')).toBeInTheDocument();
});

test('a running operation and a deleted video are named', async () => {
  server.on(route, () =>
    listOf([
      aHistoryEntry({
        state: 'running',
        tokens: null,
        resultString: '',
        muxVideoId: { _id: 's9', title: '' },
      }),
    ]),
  );
  await openHistories('u1');
  const row = within((await screen.findByRole('rowheader', { name: 'Deleted video' })).closest('tr')!);
  expect(row.getByText('Running')).toBeInTheDocument();
  expect(row.getByLabelText('Counted when the operation ends')).toBeInTheDocument();
});

test('sort order and search text are sent to the server', async () => {
  await openHistories('u1');
  await screen.findByRole('rowheader', { name: 'Retention by cohort' });
  await user.click(within(screen.getByRole('table')).getByRole('button', { name: 'Charged' }));
  await user.type(screen.getByLabelText('Search prompts and results'), 'prices');
  await waitFor(() => {
    expect(server.to(route).at(-1)?.query).toEqual({ page: '1', limit: '25', sort: '-tokens', q: 'prices' });
  });
});

test('an unknown user is reported', async () => {
  server.on('GET /admin/employee-token-histories/nobody', () => refusal(404, 'There is no such user.'));
  await openHistories('nobody');
  expect(await screen.findByText('There is no such user.')).toBeInTheDocument();
});
