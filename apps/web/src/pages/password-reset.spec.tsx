import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakeServer, refusal } from '../testing/fake-server.ts';
import { currentAddress, loadFirst, openPage, signIn } from '../testing/open-page.tsx';
loadFirst(
  () => import('./forgot-password-page.tsx'),
  () => import('./reset-password-page.tsx'),
  () => import('./login-page.tsx'),
);

const token = 'q3bJ0y2sQy6Yw8mJ7m0mZ4b6m1t0Zx9kqT5gk2c3V1A';
let server: FakeServer;
beforeEach(() => {
  localStorage.clear();
  server = new FakeServer();
});

describe('a forgotten password', () => {
  const route = 'POST /auth/forgot-password';
  async function send(email: string) {
    const field = await screen.findByLabelText('Email address');
    if (email) await userEvent.type(field, email);
    await userEvent.click(screen.getByRole('button', { name: 'Send the link' }));
  }

  test('is linked from the sign-in page', async () => {
    openPage('/login');
    await userEvent.click(await screen.findByRole('link', { name: 'Set a new one' }));
    expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeInTheDocument();
    expect(currentAddress()).toBe('/forgot-password');
  });

  test('requests a link and shows the message of the server', async () => {
    const msg = 'If an account has this address, we have sent it a link.';
    server.on(route, () => ({ body: { status: 'success', msg } }));
    openPage('/forgot-password');
    await send(' ada@example.org ');
    expect(await screen.findByText(msg)).toBeInTheDocument();
    expect(server.to(route).map(({ body }) => body)).toEqual([{ email: 'ada@example.org' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Use another address' }));
    expect(screen.getByLabelText('Email address')).toHaveValue('');
  });

  test('requires an address, and shows why the request was refused', async () => {
    openPage('/forgot-password');
    await send('');
    expect(screen.getByRole('alert')).toHaveTextContent('Please fill in all fields.');
    server.on(route, () => refusal(429, 'Please wait a minute.'));
    await send('ada@example.org');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Please wait a minute.'));
  });
});

describe('a new password', () => {
  const route = 'POST /auth/reset-password';
  const checkRoute = 'POST /auth/check-reset-link';
  beforeEach(() => server.on(checkRoute, () => ({ body: { status: 'success', data: {} } })));
  async function set(password: string, again = password) {
    await userEvent.type(await screen.findByLabelText('New password'), password);
    await userEvent.type(screen.getByLabelText('Repeat the new password'), again);
    await userEvent.click(screen.getByRole('button', { name: 'Set the password' }));
  }

  test('is set with the token of the link, then redirects to sign-in', async () => {
    server.on(route, () => ({
      body: { status: 'success', msg: 'Your password was changed. Please sign in.' },
    }));
    // The server has ended the session of this browser.
    signIn();
    openPage(`/reset-password#${token}`);
    await set('difference engine');
    expect(await screen.findByText('Your password was changed. Please sign in.')).toBeInTheDocument();
    expect(currentAddress()).toBe('/login');
    expect(server.to(route).map(({ body }) => body)).toEqual([{ token, password: 'difference engine' }]);
    expect(localStorage.getItem('user')).toBeNull();
  });

  test('must be typed twice', async () => {
    openPage(`/reset-password#${token}`);
    await set('difference engine', 'difference engines');
    expect(screen.getByRole('alert')).toHaveTextContent('The passwords do not match.');
    expect(server.to(route)).toEqual([]);
  });

  test('is not asked for when the link was used: another one can be requested', async () => {
    server.on(checkRoute, () => refusal(410, 'This link has expired or was already used.'));
    openPage(`/reset-password#${token}`);
    expect(await screen.findByRole('alert')).toHaveTextContent(/already used, or it has expired/);
    expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Send another link' })).toBeInTheDocument();
    expect(server.to(checkRoute).map(({ body }) => body)).toEqual([{ token }]);
  });

  test('can be tried when the link could not be checked', async () => {
    server.on(checkRoute, () => refusal(429, 'Please wait a minute.'));
    openPage(`/reset-password#${token}`);
    expect(await screen.findByLabelText('New password')).toBeInTheDocument();
  });

  test('cannot be set with a link that was used meanwhile: another one can be requested', async () => {
    server.on(route, () => refusal(410, 'This link has expired or was already used.'));
    openPage(`/reset-password#${token}`);
    await set('difference engine');
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent('This link has expired or was already used'),
    );
    expect(screen.getByRole('link', { name: 'Send another link' })).toHaveAttribute(
      'href',
      '/forgot-password',
    );
  });

  test.each(['', '#', '#short', '#has spaces in it and is long'])(
    'cannot be set with an incomplete link: %p',
    async (hash) => {
      openPage(`/reset-password${hash}`);
      expect(await screen.findByRole('alert')).toHaveTextContent(/link is incomplete/);
      expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
    },
  );
});
