import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { anEmployee } from '../../testing/admin-rows.ts';
import { adminServer, listOf, pageOf } from '../../testing/admin-server.ts';
import { refusal } from '../../testing/fake-server.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { currentAddress, currentQuery, loadFirst, openPage } from '../../testing/open-page.tsx';

const route = 'GET /admin/employees';
let server: FakeServer;

loadFirst(
  () => import('../../app/admin-root.tsx'),
  () => import('./users-page.tsx'),
);

beforeEach(() => {
  server = adminServer();
});

const many = Array.from({ length: 120 }, (_user, n) =>
  anEmployee({
    _id: `u${String(n)}`,
    firstname: 'User',
    lastname: String(n),
    email: `user${String(n)}@example.com`,
  }),
);
const user = userEvent.setup({ delay: null });
const lastQuery = () => server.to(route).at(-1)?.query;
/** The row of a user, found by its name. */
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;
const cellsOf = (row: HTMLElement) => [...row.children].map((cell) => cell.textContent);

async function openUsers(query = '') {
  openPage(`/admin/users${query}`);
  await screen.findByRole('heading', { name: 'Users' });
}

test("/admin/users: user list with an edit dialog. Each row can be edited, deleted, or open its token history. Columns: Username, Email, Plan, Posted Videos, Token Balance, Created, Actions (history, select, delete icons). Plan labels: free shows 'Free Trial'; executive shows 'Executive'.", async () => {
  server.on(route, () =>
    listOf([
      anEmployee(),
      anEmployee({
        _id: 'u2',
        firstname: 'Grace',
        lastname: 'Hopper',
        plan: 'executive',
        posted_videos: null,
      }),
    ]),
  );
  await openUsers();
  const first = await rowOf('Ada Lovelace');
  const table = screen.getByRole('table', { name: 'Users' });
  const heads = within(table).getAllByRole('columnheader');
  expect(heads.map((head) => head.textContent)).toEqual([
    'Username',
    'Email',
    'Plan',
    'Posted Videos',
    'Token Balance',
    'Created',
    'Actions',
  ]);
  expect(cellsOf(first).slice(0, 6)).toEqual([
    'Ada Lovelace',
    'ada@example.com',
    'Free Trial',
    '3',
    '12,345',
    '2025-11-13',
  ]);
  expect(cellsOf(await rowOf('Grace Hopper')).slice(2, 4)).toEqual(['Executive', '–']);
  expect(within(first).getByRole('link', { name: 'Token history of Ada Lovelace' })).toHaveAttribute(
    'href',
    '/admin/token-histories/u1',
  );
  for (const name of ['Edit Ada Lovelace', 'Delete Ada Lovelace'])
    expect(within(first).getByRole('button', { name })).toBeInTheDocument();
});

test.each([
  [{ created_at: '2025-11-13T02:21:40Z' }, '2025-11-13'],
  [{ created_at: null }, 'N/A'],
  [{ created_at: undefined }, 'N/A'],
])(
  "created_at is a number in seconds or a date string. It is shown as yyyy-MM-dd, or 'N/A' if missing. (%j: %s)",
  async (change, shown) => {
    server.on(route, () => listOf([{ ...anEmployee(), ...change }]));
    await openUsers();
    expect(cellsOf(await rowOf('Ada Lovelace'))[5]).toBe(shown);
  },
);

test.each(['state=expiring&sort=membership_end', 'state=expired', 'sort=-membership_end'])(
  'a list by memberships (%s) shows when they end',
  async (query) => {
    server.on(route, () => listOf([anEmployee({ membership_end: 1_763_000_500 })]));
    openPage(`/admin/users?${query}`);
    const row = await rowOf('Ada Lovelace');
    expect(cellsOf(row)[5]).toBe('2025-11-13');
    const heads = within(screen.getByRole('table', { name: 'Users' })).getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)[5]).toBe('Membership end');
    expect(lastQuery()).toEqual({
      page: '1',
      limit: '25',
      ...Object.fromEntries(new URLSearchParams(query)),
    });
  },
);

test('an unusual state of a user is shown as a badge', async () => {
  server.on(route, () =>
    listOf([
      anEmployee({ is_active: false }),
      anEmployee({ _id: 'u2', firstname: 'Late', membership_end: 1_700_000_000 }),
      anEmployee({ _id: 'u3', firstname: 'New', is_confirmed: false }),
      anEmployee({ _id: 'u4', firstname: 'Eager', upgrade_requested_at: 1_763_000_500 }),
      anEmployee({ _id: 'u5', firstname: 'Calm' }),
    ]),
  );
  await openUsers();
  const nameCell = async (name: string) => cellsOf(await rowOf(name))[0];
  expect(await nameCell('Ada Lovelace')).toBe('Ada LovelaceInactive');
  expect(await nameCell('Late Lovelace')).toBe('Late LovelaceExpired');
  expect(await nameCell('New Lovelace')).toBe('New LovelaceUnconfirmed');
  expect(await nameCell('Eager Lovelace')).toBe('Eager LovelaceUpgrade requested');
  expect(await nameCell('Calm Lovelace')).toBe('Calm Lovelace');
  // An upgrade can be granted to users who requested one or are unconfirmed.
  expect(screen.getAllByRole('button', { name: /^Grant upgrade to/ })).toHaveLength(2);
});

describe('the address contains the state of the list', () => {
  beforeEach(() => server.on(route, (call) => pageOf(many, call)));

  test('page and page size', async () => {
    await openUsers();
    await rowOf('User 0');
    expect(lastQuery()).toEqual({ page: '1', limit: '25' });
    expect(screen.getByText('1–25 of 120')).toBeInTheDocument();
    expect(screen.getByText('120 users')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await rowOf('User 25');
    expect(currentQuery()).toEqual({ page: '2' });
    await user.selectOptions(screen.getByLabelText('Rows per page'), '50');
    await rowOf('User 49');
    expect(currentQuery()).toEqual({ limit: '50' });
    expect(lastQuery()).toEqual({ page: '1', limit: '50' });
    expect(screen.queryByText('User 50')).not.toBeInTheDocument();
  });

  test('a sorted column, ascending and then descending', async () => {
    await openUsers();
    await rowOf('User 0');
    const table = within(screen.getByRole('table'));
    await user.click(table.getByRole('button', { name: 'Email' }));
    await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'email' }));
    expect(table.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'ascending');
    await user.click(table.getByRole('button', { name: 'Email' }));
    await waitFor(() => expect(currentQuery()).toEqual({ sort: '-email' }));
    expect(lastQuery()).toMatchObject({ sort: '-email' });
    // Numbers are sorted descending first.
    await user.click(table.getByRole('button', { name: 'Token Balance' }));
    await waitFor(() => expect(lastQuery()).toMatchObject({ sort: '-token_balance' }));
    expect(table.queryByRole('button', { name: 'Posted Videos' })).not.toBeInTheDocument();
  });

  test('the search text, sent once after typing', async () => {
    await openUsers('?page=3');
    await rowOf('User 50');
    const before = server.to(route).length;
    await user.type(screen.getByLabelText('Search e-mail or name'), ' user1 ');
    await waitFor(() => expect(lastQuery()).toEqual({ page: '1', limit: '25', q: 'user1' }));
    expect(server.to(route)).toHaveLength(before + 1);
    expect(currentQuery()).toEqual({ q: 'user1' });
    await user.click(screen.getByRole('button', { name: 'Clear the search' }));
    await waitFor(() => expect(currentQuery()).toEqual({}));
    expect(screen.getByLabelText('Search e-mail or name')).toHaveValue('');
  });

  test('plan and state', async () => {
    await openUsers();
    await rowOf('User 0');
    await user.selectOptions(screen.getByLabelText('Plan'), 'Executive');
    await user.selectOptions(screen.getByLabelText('State'), 'Upgrade requested');
    await waitFor(() => {
      expect(lastQuery()).toEqual({ page: '1', limit: '25', plan: 'executive', state: 'upgrade-requested' });
    });
    expect(currentQuery()).toEqual({ plan: 'executive', state: 'upgrade-requested' });
  });

  test('an address restores the list, and invalid values in it are ignored', async () => {
    await openUsers('?page=2&limit=50&sort=-name&q=user&plan=free&state=nonsense&limit=7');
    await rowOf('User 50');
    expect(lastQuery()).toEqual({ page: '2', limit: '50', sort: '-name', q: 'user', plan: 'free' });
    expect(screen.getByLabelText('Search e-mail or name')).toHaveValue('user');
    expect(screen.getByLabelText('State')).toHaveValue('');
  });

  test('a page after the end redirects to the last one', async () => {
    await openUsers('?page=99');
    await rowOf('User 119');
    expect(currentQuery()).toEqual({ page: '5' });
  });
});

test('placeholder rows are shown before the first answer', async () => {
  server.on(route, () => new Promise(() => undefined));
  await openUsers();
  const table = await screen.findByRole('table', { name: 'Users' });
  expect(table).toHaveAttribute('aria-busy', 'true');
  expect(within(table).getAllByRole('row').length).toBeGreaterThan(10);
});

test('the old rows stay while another page is being loaded', async () => {
  server.on(route, (call) =>
    call.query['page'] === '1' ? pageOf(many, call) : new Promise(() => undefined),
  );
  await openUsers();
  await rowOf('User 0');
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true'));
  expect(screen.getByText('User 0')).toBeInTheDocument();
});

test('an empty list and a search without results show different texts', async () => {
  server.on(route, () => listOf([]));
  await openUsers();
  expect(await screen.findByText('No users yet')).toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText('Plan'), 'Executive');
  expect(await screen.findByText('Nothing matches')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
  expect(await screen.findByText('No users yet')).toBeInTheDocument();
  expect(currentQuery()).toEqual({});
});

test('a list that cannot be loaded shows the reason and can be retried', async () => {
  server.on(route, () => refusal(503, 'A part of the product does not answer now.'));
  await openUsers();
  expect(await screen.findByRole('alert')).toHaveTextContent('A part of the product does not answer now.');
  server.on(route, () => listOf([anEmployee()]));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await rowOf('Ada Lovelace');
});

test('Shell: a sidebar menu (Dashboard, Users, Videos, Token Histories). Only owners see staff', async () => {
  server = adminServer('support').on(route, () => listOf([]));
  await openUsers();
  const links = within(screen.getByRole('navigation', { name: 'Admin' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Dashboard', '/admin/dashboard'],
    ['Users', '/admin/users'],
    ['Teams', '/admin/teams'],
    ['Videos', '/admin/videos'],
    ['Token Histories', '/admin/token-histories'],
    ['Audit Log', '/admin/audit'],
  ]);
  expect(links[1]).toHaveAttribute('aria-current', 'page');
  expect(currentAddress()).toBe('/admin/users');
});

test('Admin sidebar: 290px or 90px. It expands on hover', async () => {
  server.on(route, () => listOf([]));
  await openUsers();
  const menu = screen.getByRole('complementary', { name: 'Admin area' });
  expect(menu).toHaveStyle({ width: '290px' });
  await user.click(screen.getByRole('button', { name: 'Collapse the menu' }));
  expect(menu).toHaveStyle({ width: '90px' });
  expect(menu).toHaveAttribute('data-state', 'collapsed');
  await user.hover(menu);
  expect(menu).toHaveStyle({ width: '290px' });
  expect(menu).toHaveAttribute('data-state', 'hovered');
  await user.unhover(menu);
  expect(menu).toHaveAttribute('data-state', 'collapsed');
  // Stored in this browser.
  expect(localStorage.getItem('admin-sidebar')).toBe('collapsed');
});
