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
])('an empty field is reported without a request (%p, %p)', async (email, password) => {
  openPage('/login');
  await submit(email, password);
  expect(screen.getByRole('alert')).toHaveTextContent(/^Please fill in all fields\.$/);
  expect(screen.getByLabelText(email.trim() ? 'Password' : 'Email address')).toHaveFocus();
  expect(server.calls).toHaveLength(0);
});

test('the fields have types and autocomplete values, and the password can be shown', async () => {
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

test('the answer is stored as the user, and the library opens', async () => {
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
  ])('%s redirects to /login with the reason, and back after sign-in', async (address, path, query) => {
    server.on(route, () => ok({ id: 'u1', token: 'secret' }));
    openPage(address);
    expect(await screen.findByText('Sign in to open the page you requested.')).toBeInTheDocument();
    expect(currentAddress()).toBe('/login');
    await submit('ada@example.org', 'secret');
    await waitFor(() => expect(currentAddress()).toBe(path));
    expect(currentQuery()).toEqual(query);
  });

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

test('during the request the button is busy and a second click sends nothing', async () => {
  server.on(route, () => new Promise(() => undefined));
  openPage('/login');
  await submit('ada@example.org', 'secret');
  const button = screen.getByRole('button', { name: 'Signing in…' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveFocus();
  await userEvent.click(button);
  expect(server.to(route)).toHaveLength(1);
});

test.each([
  [refusal(401, 'That e-mail and password do not match.'), 'That e-mail and password do not match.'],
  [refusal(500), 'An error occurred. Please try again.'],
  [{ status: 401, body: 'Unauthorized' }, 'An error occurred. Please try again.'],
])('a refusal shows the message of the server or a general one', async (answer, message) => {
  server.on(route, () => answer);
  openPage('/login');
  await submit('ada@example.org', 'wrong');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(message));
  expect(localStorage.getItem('user')).toBeNull();
  expect(screen.getByRole('button', { name: 'Sign in' })).toHaveAttribute('aria-disabled', 'false');
});

test('a signed-in user is redirected to the library', async () => {
  signIn();
  openPage('/login');
  await waitFor(() => expect(currentAddress()).toBe('/asset/view'));
});

test.each(['{}', 'null', 'no json', '{"id":"u1","token":""}'])(
  'a stored %s is not a signed-in user',
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
