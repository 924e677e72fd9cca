import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakeServer, ok, refusal } from '../testing/fake-server.ts';
import { currentAddress, currentQuery, openPage, signIn } from '../testing/open-page.tsx';

const route = 'POST /auth/login';
let server: FakeServer;

beforeEach(() => {
  localStorage.clear();
  server = new FakeServer();
});

async function submit(email: string, password: string) {
  const user = userEvent.setup();
  const emailField = await screen.findByLabelText('Email address');
  if (email) await user.type(emailField, email);
  if (password) await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

test.each([
  ['', ''],
  ['ada@example.org', ''],
  ['', 'secret'],
  ['   ', 'secret'],
])(
  "Sign-in: email and password are required; if either is empty the message 'Please fill in all fields.' shows and no request is sent. (%p, %p)",
  async (email, password) => {
    openPage('/login');
    await submit(email, password);
    expect(screen.getByRole('alert')).toHaveTextContent(/^Please fill in all fields\.$/);
    expect(screen.getByLabelText(email.trim() ? 'Password' : 'Email address')).toHaveFocus();
    expect(server.calls).toHaveLength(0);
  },
);

test('The email input is of type email. The fields have autocomplete values, and the password can be shown', async () => {
  openPage('/login');
  const email = await screen.findByLabelText('Email address');
  expect(email).toHaveAttribute('type', 'email');
  expect(email).toHaveAttribute('autocomplete', 'username');
  const password = screen.getByLabelText('Password');
  expect(password).toHaveAttribute('type', 'password');
  expect(password).toHaveAttribute('autocomplete', 'current-password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password).toHaveAttribute('type', 'text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password).toHaveAttribute('type', 'password');
});

test('/login | public | User sign-in. Email address and Password fields and a Sign in button. Stored user (in browser storage under a key for the user): the sign-in or registration response object, including a token field; other fields not shown. Sign-in form: idle, loading, then success (go to /asset/view) or error (message shown). On success the user goes to /asset/view.', async () => {
  const answer = { id: 'u1', token: 'secret', email: 'ada@example.org' };
  server.on(route, () => ok(answer));
  openPage('/login');
  await submit('ada@example.org', 'pass word');
  await waitFor(() => expect(currentAddress()).toBe('/asset/view'));
  expect(server.to(route)[0]?.body).toEqual({ email: 'ada@example.org', password: 'pass word' });
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(answer);
});

describe('a page that requires sign-in', () => {
  test.each([
    ['/asset/upload-1?t=90', '/asset/upload-1', { t: '90' }],
    ['/account', '/account', {}],
  ])(
    'Anonymous visitors who open a protected route are redirected to /login. Regular users who are not authenticated are sent to /login. %s: with the reason, and back after sign-in',
    async (address, path, query) => {
      server.on(route, () => ok({ id: 'u1', token: 'secret' }));
      openPage(address);
      expect(await screen.findByText('Sign in to open the page you requested.')).toBeInTheDocument();
      expect(currentAddress()).toBe('/login');
      await submit('ada@example.org', 'secret');
      await waitFor(() => expect(currentAddress()).toBe(path));
      expect(currentQuery()).toEqual(query);
    },
  );

  test('registering redirects back too', async () => {
    server.on('POST /auth/register', () => ok({ id: 'u1', token: 'secret' }));
    openPage('/asset/upload-1?t=90');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('link', { name: 'Create an account' }));
    await user.type(await screen.findByLabelText('First name'), 'Ada');
    await user.type(screen.getByLabelText('Last name'), 'Lovelace');
    await user.type(screen.getByLabelText('Email address'), 'ada@example.org');
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    await user.type(screen.getByLabelText('Confirm password'), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(currentAddress()).toBe('/asset/upload-1'));
    expect(currentQuery()).toEqual({ t: '90' });
  });
});

test('A spinner shows while the request is pending. The button is busy, and a second click sends nothing', async () => {
  server.on(route, () => new Promise(() => undefined));
  openPage('/login');
  await submit('ada@example.org', 'secret');
  const button = screen.getByRole('button', { name: 'Signing in…' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveFocus();
  expect(button.querySelector('[aria-hidden=true]')).not.toBeNull();
  await userEvent.click(button);
  expect(server.to(route)).toHaveLength(1);
});

test.each([
  [refusal(401, 'That e-mail and password do not match.'), 'That e-mail and password do not match.'],
  [refusal(500), 'An error occurred. Please try again.'],
  [{ status: 401, body: 'Unauthorized' }, 'An error occurred. Please try again.'],
])(
  "Sign-in or registration failure: shows the server response's msg if present, else 'An error occurred. Please try again.'",
  async (answer, message) => {
    server.on(route, () => answer);
    openPage('/login');
    await submit('ada@example.org', 'wrong');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(message));
    expect(localStorage.getItem('user')).toBeNull();
    expect(screen.getByRole('button', { name: 'Sign in' })).toHaveAttribute('aria-disabled', 'false');
  },
);

test('If a stored user with a token already exists, redirect to /asset/view', async () => {
  signIn();
  openPage('/login');
  await waitFor(() => expect(currentAddress()).toBe('/asset/view'));
});

test.each(['{}', 'null', 'no json', '{"id":"u1","token":""}'])(
  'Redirects to /login when there is no stored user with a token. A signed-in user is one with a stored token: not %s',
  async (stored) => {
    localStorage.setItem('user', stored);
    openPage('/asset/view');
    await screen.findByLabelText('Email address');
    expect(currentAddress()).toBe('/login');
  },
);

test('signing in in another tab opens the library in this tab too', async () => {
  openPage('/login');
  await screen.findByLabelText('Email address');
  signIn();
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'user' })));
  await waitFor(() => expect(currentAddress()).toBe('/asset/view'));
});
