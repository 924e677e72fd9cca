import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDashboard } from '../../testing/admin-rows.ts';
import { adminServer } from '../../testing/admin-server.ts';
import { ok, refusal, unauthorized } from '../../testing/fake-server.ts';
import type { FakeServer } from '../../testing/fake-server.ts';
import { currentAddress, loadFirst, openPage } from '../../testing/open-page.tsx';

const loggedOut = 'For security purposes, we have logged you out. Sorry for the inconvenience.';

let server: FakeServer;

loadFirst(
  () => import('../../app/admin-root.tsx'),
  () => import('./admin-login-page.tsx'),
  () => import('./dashboard-page.tsx'),
);

beforeEach(() => {
  server = adminServer().on('GET /admin/dashboard', () => ok(aDashboard()));
});

afterEach(() => jest.useRealTimers());

async function isAt(address: string) {
  await waitFor(() => expect(currentAddress()).toBe(address));
}

describe('without a stored session of staff', () => {
  beforeEach(() => {
    localStorage.clear();
    // A session of a user gives no access to the admin area.
    localStorage.setItem('user', JSON.stringify({ id: 'u1', token: 'users-token' }));
  });

  test.each(['', '/dashboard', '/users', '/videos', '/token-histories/u1', '/audit', '/staff', '/nowhere'])(
    'Admin session: no stored admin session leads to /admin/login. (/admin%s)',
    async (path) => {
      openPage(`/admin${path}`);
      await isAt('/admin/login');
      expect(server.calls.filter(({ route }) => route !== 'GET /admin/sso')).toEqual([]);
    },
  );

  test.each([
    ['', ''],
    ['charles@example.com', ''],
    ['', 'secret'],
  ])(
    'Admin login: email and password are required (message not shown). (%p, %p)',
    async (email, password) => {
      openPage('/admin/login');
      const field = await screen.findByLabelText('Email');
      if (email) await userEvent.type(field, email);
      if (password) await userEvent.type(screen.getByLabelText('Password'), password);
      await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
      expect(screen.getByRole('alert')).toHaveTextContent(/^Please fill in all fields\.$/);
      expect(server.calls.filter(({ route }) => route !== 'GET /admin/sso')).toEqual([]);
    },
  );

  test("/admin/login: fields email and password, button 'Sign in'. Admin session: id, token, email. Kept in local storage under its own key (key name not shown). Admin session key name: not shown. A valid one sets the admin.", async () => {
    const answer = { id: 's1', token: 'staff-token', email: 'charles@example.com' };
    server.on('POST /admin/login', () => ok(answer));
    openPage('/admin/login');
    await userEvent.type(await screen.findByLabelText('Email'), 'charles@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'punched cards');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await isAt('/admin/dashboard');
    expect(server.to('POST /admin/login')[0]?.body).toEqual({
      email: 'charles@example.com',
      password: 'punched cards',
    });
    expect(JSON.parse(localStorage.getItem('admin') ?? '')).toEqual(answer);
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ token: 'users-token' });
    expect(server.to('POST /admin/check')[0]?.token).toBe('Bearer staff-token');
  });

  test('Admin login failure handling: not shown. The message of the server is shown', async () => {
    server.on('POST /admin/login', () => refusal(401, 'That e-mail and password do not match.'));
    openPage('/admin/login');
    await userEvent.type(await screen.findByLabelText('Email'), 'charles@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'wrong');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('That e-mail and password do not match.')).toBeInTheDocument();
    expect(localStorage.getItem('admin')).toBeNull();
  });

  test('Dark mode is forced. There is no theme toggle', async () => {
    localStorage.setItem('theme', 'light');
    openPage('/admin/login');
    await screen.findByLabelText('Email');
    expect(document.documentElement).toHaveClass('dark');
    expect(screen.queryByRole('button', { name: /theme/ })).not.toBeInTheDocument();
    expect(localStorage.getItem('theme')).toBe('light');
  });
});

describe('with a stored session of staff', () => {
  test.each(['/admin', '/admin/login'])('%s redirects to the dashboard', async (address) => {
    openPage(address);
    await isAt('/admin/dashboard');
  });

  test('nothing is shown before the server has verified the token', async () => {
    let answer: (value: { body: unknown }) => void = () => undefined;
    server.on('POST /admin/check', () => new Promise((resolve) => (answer = resolve)));
    openPage('/admin/dashboard');
    await waitFor(() => expect(server.to('POST /admin/check')).toHaveLength(1));
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    expect(server.to('GET /admin/dashboard')).toHaveLength(0);
    act(() => answer(ok({ id: 's1', email: 'charles@example.com', role: 'owner' })));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeInTheDocument();
    expect(await screen.findByText('1,234')).toBeInTheDocument();
  });

  test.each([
    [401, 'Unauthorized'],
    [403, 'Forbidden'],
  ])(
    "Auth response body 'Unauthorized' or 'Forbidden' (user or admin): toast 'For security purposes, we have logged you out. Sorry for the inconvenience.' After 3 seconds the stored session is removed and the user goes to /login (admin: /admin/login). Admin logout delay: 3 s. (%i %s)",
    async (status, body) => {
      jest.useFakeTimers();
      server.on('POST /admin/check', () => ({ status, body }));
      openPage('/admin/users');
      expect(await screen.findByText(loggedOut)).toBeInTheDocument();
      await act(() => jest.advanceTimersByTimeAsync(2_900));
      expect(localStorage.getItem('admin')).not.toBeNull();
      await act(() => jest.advanceTimersByTimeAsync(200));
      expect(localStorage.getItem('admin')).toBeNull();
      await isAt('/admin/login');
    },
  );

  test('a later refused call ends the session in the same way', async () => {
    jest.useFakeTimers();
    server.on('GET /admin/dashboard', () => unauthorized);
    openPage('/admin/dashboard');
    expect(await screen.findByText(loggedOut)).toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(3_000));
    await isAt('/admin/login');
  });

  test('a failed check logs out at once, with the message of the server', async () => {
    server.on('POST /admin/check', () => refusal(403, 'This account was removed.'));
    openPage('/admin/users');
    // First, because the message closes after 2.5 seconds.
    expect(await screen.findByText('This account was removed.')).toBeInTheDocument();
    await isAt('/admin/login');
    expect(localStorage.getItem('admin')).toBeNull();
  });

  test('when the server cannot be reached, the check can be retried and the session stays', async () => {
    server.on('POST /admin/check', () => refusal(503));
    openPage('/admin/dashboard');
    expect(await screen.findByText('Your sign-in could not be checked')).toBeInTheDocument();
    expect(localStorage.getItem('admin')).not.toBeNull();
    server.on('POST /admin/check', () => ok({ id: 's1', email: 'charles@example.com', role: 'owner' }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeInTheDocument();
  });

  test("The header has an Admin dropdown that shows the admin email ({email}) and 'Sign out'.", async () => {
    openPage('/admin/dashboard');
    await userEvent.click(await screen.findByRole('button', { name: 'Admin' }));
    expect(await screen.findByText('charles@example.com')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }));
    await isAt('/admin/login');
    expect(localStorage.getItem('admin')).toBeNull();
    expect(server.to('POST /admin/logout')[0]?.token).toBe('Bearer staff-token');
  });

  test('signing out in another tab redirects this tab to sign-in', async () => {
    openPage('/admin/dashboard');
    await screen.findByRole('heading', { name: 'Dashboard' });
    localStorage.removeItem('admin');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'admin' })));
    await isAt('/admin/login');
  });

  test('an unknown address is reported inside the layout', async () => {
    openPage('/admin/nowhere');
    expect(await screen.findByText('This page does not exist')).toBeInTheDocument();
    expect(screen.getByRole('navigation', { name: 'Admin' })).toBeInTheDocument();
  });
});
