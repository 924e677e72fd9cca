import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDashboard } from '../../testing/admin-rows.ts';
import { adminServer } from '../../testing/admin-server.ts';
import { ok, refusal } from '../../testing/fake-server.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { currentAddress, currentQuery, loadFirst, openPage } from '../../testing/open-page.tsx';

const button = 'Continue with single sign-on';
const returned = '?code=c-1&state=s-1&iss=https%3A%2F%2Fid.example.com';

let server: FakeServer;

loadFirst(
  () => import('../../app/admin-root.tsx'),
  () => import('./admin-login-page.tsx'),
  () => import('./dashboard-page.tsx'),
);

beforeEach(() => {
  server = adminServer()
    .on('GET /admin/dashboard', () => ok(aDashboard()))
    .on('GET /admin/sso', () => ok({ is_offered: true }));
  localStorage.clear();
});

const finished = () => server.to('POST /admin/sso/finish').map(({ body }) => body);

test('single sign-on is offered only where the installation has a provider', async () => {
  server.on('GET /admin/sso', () => ok({ is_offered: false }));
  openPage('/admin/login');
  await waitFor(() => expect(server.to('GET /admin/sso')).toHaveLength(1));
  expect(screen.queryByRole('button', { name: button })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeInTheDocument();
});

test('it leads to the provider', async () => {
  server.on('POST /admin/sso', () => ok({ url: '#provider' }));
  openPage('/admin/login');
  await userEvent.click(await screen.findByRole('button', { name: button }));
  await waitFor(() => expect(window.location.hash).toBe('#provider'));
});

test('a provider that cannot be reached is said', async () => {
  const msg = 'The provider cannot be reached. Try again in a minute.';
  server.on('POST /admin/sso', () => refusal(503, msg));
  openPage('/admin/login');
  await userEvent.click(await screen.findByRole('button', { name: button }));
  expect(await screen.findByText(msg)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: button })).toBeEnabled();
});

test('who comes back is signed in once, and the address keeps no code', async () => {
  const answer = Promise.withResolvers<{ body: unknown }>();
  server.on('POST /admin/sso/finish', () => answer.promise);
  openPage(`/admin/login${returned}`);
  expect(await screen.findByText('Signing in…')).toBeInTheDocument();
  expect(currentQuery()).toEqual({});
  answer.resolve(ok({ id: 's1', token: 'staff-token', email: 'charles@example.com' }));
  await waitFor(() => expect(currentAddress()).toBe('/admin/dashboard'));
  expect(finished()).toEqual([{ query: returned.slice(1) }]);
});

test('who is refused sees why, and can start again or use the password', async () => {
  const msg = 'eve@example.com is not a member of staff. Ask an owner.';
  server.on('POST /admin/sso/finish', () => refusal(403, msg));
  openPage(`/admin/login${returned}`);
  const main = within(await screen.findByRole('main'));
  expect(await main.findByText(msg)).toBeInTheDocument();
  expect(main.getByRole('button', { name: button })).toBeInTheDocument();
  expect(main.getByLabelText('Email')).toBeInTheDocument();
});
