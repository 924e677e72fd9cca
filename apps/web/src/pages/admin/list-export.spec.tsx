import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  aHistoryEntry,
  anAuditLine,
  anEmployee,
  anEmployeeVideo,
  aStaffAccount,
} from '../../testing/admin-rows.ts';
import { adminServer, listOf } from '../../testing/admin-server.ts';
import { ok, refusal } from '../../testing/fake-server.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { loadFirst, openPage } from '../../testing/open-page.tsx';

let server: FakeServer;
let saved: { readonly name: string; readonly text: string }[] = [];
const user = userEvent.setup({ delay: null });

loadFirst(
  () => import('../../app/admin-root.tsx'),
  () => import('./users-page.tsx'),
  () => import('./videos-page.tsx'),
  () => import('./audit-page.tsx'),
  () => import('./staff-page.tsx'),
  () => import('./token-histories-page.tsx'),
);

beforeEach(() => {
  server = adminServer()
    .on('GET /admin/teams', () => listOf([]))
    .on('GET /admin/employees', () => listOf([anEmployee()]))
    .on('GET /admin/videos', () => listOf([anEmployeeVideo()]))
    .on('GET /admin/audit', () => listOf([anAuditLine()]))
    .on('GET /admin/staff', () => ok([aStaffAccount()]))
    .on('GET /admin/employee-token-histories/u1', () => listOf([aHistoryEntry()]));
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
    void blobs
      .get(this.href)
      ?.text()
      .then((text) => saved.push({ name, text }));
  });
});

afterEach(() => jest.restoreAllMocks());

async function exportFrom(page: string, heading: string) {
  openPage(page);
  await screen.findByRole('heading', { name: heading });
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
}

test.each([
  [
    ...['/admin/users?q=user&plan=free&sort=-email&page=3', 'Users', 'GET /admin/employees.csv'],
    { q: 'user', plan: 'free', sort: '-email' },
    'users.csv',
  ],
  [
    ...['/admin/videos?state=failed&limit=100', 'Mux Videos', 'GET /admin/videos.csv'],
    { state: 'failed' },
    'videos.csv',
  ],
  [
    ...['/admin/audit?actor=ada&from=2026-11-01', 'Audit Log', 'GET /admin/audit.csv'],
    { actor: 'ada', from: String(Date.UTC(2026, 10, 1) / 1_000) },
    'audit-log.csv',
  ],
  [...['/admin/staff', 'Staff', 'GET /admin/staff.csv'], {}, 'staff.csv'],
  [
    ...['/admin/token-histories/u1?q=price', 'Token Histories'],
    'GET /admin/employee-token-histories/u1/entries.csv',
    { q: 'price' },
    'token-history-ada@example.com.csv',
  ],
] as [string, string, string, object, string][])(
  'the file of %s is made by the server, with the filters and the order of the list',
  async (page, heading, route, query, name) => {
    server.on(route, () => ({ body: '\uFEFFID\r\nu1\r\n' }));
    if (name.includes('@')) {
      openPage(page);
      await screen.findByRole('combobox', { name: 'User' });
      await waitFor(() =>
        expect(screen.getByRole('combobox', { name: 'User' })).toHaveValue('ada@example.com'),
      );
      await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    } else await exportFrom(page, heading);
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toEqual({ name, text: expect.stringMatching(/ID\r\nu1\r\n$/) as string });
    expect(server.to(route)).toMatchObject([{ query, token: 'Bearer staff-token' }]);
    expect(server.to(route)[0]?.query).toEqual(query);
  },
);

test('the reason is shown when the server makes no file', async () => {
  const msg = '100,001 rows are too many for one file. Please filter the list first.';
  server.on('GET /admin/employees.csv', () => refusal(403, msg));
  await exportFrom('/admin/users', 'Users');
  expect(await screen.findByText(msg)).toBeInTheDocument();
  server.on('GET /admin/employees.csv', () => Promise.reject(new TypeError('The connection was closed.')));
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('Not all rows could be read. Please try again.')).toBeInTheDocument();
  expect(saved).toHaveLength(0);
});
