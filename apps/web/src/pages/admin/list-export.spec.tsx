import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { anEmployee } from '../../testing/admin-rows.ts';
import { adminServer, pageOf } from '../../testing/admin-server.ts';
import { refusal } from '../../testing/fake-server.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { loadFirst, openPage } from '../../testing/open-page.tsx';

const route = 'GET /admin/employees';
let server: FakeServer;
let saved: { readonly name: string; readonly text: string }[] = [];
const user = userEvent.setup({ delay: null });

loadFirst(
  () => import('../../app/admin-root.tsx'),
  () => import('./users-page.tsx'),
);

const many = Array.from({ length: 250 }, (_user, n) =>
  anEmployee({
    _id: `u${String(n)}`,
    firstname: n === 7 ? '=HYPERLINK("http://x")' : 'User',
    lastname: String(n),
    email: `user${String(n)}@example.com`,
  }),
);

beforeEach(() => {
  server = adminServer().on(route, (call) => pageOf(many, call));
  saved = [];
  const blobs = new Map<string, Blob>();
  URL.createObjectURL = (blob) => {
    const address = `blob:${String(blobs.size)}`;
    blobs.set(address, blob as Blob);
    return address;
  };
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    const name = this.download;
    const reader = new FileReader();
    reader.onload = () => saved.push({ name, text: reader.result as string });
    reader.readAsText(blobs.get(this.href) ?? new Blob());
  });
});

afterEach(() => jest.restoreAllMocks());

async function openUsers(query = '') {
  openPage(`/admin/users${query}`);
  await screen.findByText('User 0');
}

test('the file contains all filtered rows, read in pages of a hundred, and no formulas', async () => {
  await openUsers('?q=user&plan=free&sort=-email');
  const before = server.to(route).length;
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('250 rows exported.')).toBeInTheDocument();
  expect(
    server
      .to(route)
      .slice(before)
      .map(({ query }) => query),
  ).toEqual(['1', '2', '3'].map((page) => ({ page, limit: '100', q: 'user', plan: 'free', sort: '-email' })));
  await waitFor(() => expect(saved).toHaveLength(1));
  const { name, text } = saved[0]!;
  expect(name).toBe('users.csv');
  const lines = text.replace('\uFEFF', '').split('\r\n');
  expect(lines[0]).toBe(
    'ID,Username,Email,Plan,Posted Videos,Token Balance,Created,Membership end,Active,Confirmed,Upgrade requested',
  );
  expect(lines).toHaveLength(252);
  expect(lines[1]).toBe('u0,User 0,user0@example.com,Free Trial,3,12345,2025-11-13,2099-01-01,true,true,');
  expect(lines[8]).toContain(`"'=HYPERLINK(""http://x"") 7"`);
});

test('the copied text has cells for a spreadsheet', async () => {
  let copied = '';
  const writeText = (text: string) => {
    copied = text;
    return Promise.resolve();
  };
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  await openUsers();
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('250 rows copied.')).toBeInTheDocument();
  expect(copied.split('\r\n')[1]?.split('\t').slice(0, 3)).toEqual(['u0', 'User 0', 'user0@example.com']);
});

test('shows the progress and can be cancelled', async () => {
  await openUsers();
  let count = 0;
  server.on(route, (call) => {
    count += 1;
    return count === 1 ? pageOf(many, call) : new Promise(() => undefined);
  });
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('Reading 100 of 250 rows…')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('button', { name: 'Export CSV' })).toBeInTheDocument();
  expect(saved).toHaveLength(0);
});

test('saves no file when a page cannot be read', async () => {
  await openUsers();
  server.on(route, (call) => (call.query['page'] === '3' ? refusal(503) : pageOf(many, call)));
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('Not all rows could be read. Please try again.')).toBeInTheDocument();
  expect(saved).toHaveLength(0);
});
