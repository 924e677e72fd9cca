import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakeServer, ok, refusal } from '../testing/fake-server.ts';
import { loadFirst, openPage } from '../testing/open-page.tsx';
import { readHeldReturn } from '../api/session/held-return.ts';

const route = 'POST /auth/sso';
const open = 'Continue with single sign-on';
const none = 'No single sign-on for this address. Sign in with your password.';
const required = 'acme.com signs in with single sign-on.';
let server: FakeServer;

loadFirst(
  () => import('./login-page.tsx'),
  () => import('./register-page.tsx'),
  () => import('./forgot-password-page.tsx'),
);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.location.hash = '';
  server = new FakeServer().on(route, () => ok({ url: '#provider' }));
});

const begun = () => server.to(route).map(({ body }) => body);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const field = () => screen.getByLabelText('Email address at work');
const type = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text);
const part = () => within(screen.getByRole('form', { name: 'Single sign-on' }));

describe('the sign-in page', () => {
  test('asks for an address, which the form may have already, and leads to the provider', async () => {
    openPage('/login');
    await type('Email address', 'bo@acme.com');
    expect(begun()).toEqual([]);
    await press(open);
    expect(field()).toHaveValue('bo@acme.com');
    expect(field()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(window.location.hash).toBe('#provider'));
    expect(begun()).toEqual([{ email: 'bo@acme.com' }]);
    expect(part().getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true');
    await press('Continue');
    expect(begun()).toHaveLength(1);
  });

  test('whoever comes back with the button of the browser can begin again', async () => {
    openPage('/login');
    await press(open);
    await userEvent.type(field(), 'bo@acme.com{Enter}');
    await waitFor(() => expect(window.location.hash).toBe('#provider'));
    fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));
    await press('Continue');
    await waitFor(() => expect(begun()).toHaveLength(2));
  });

  test('an address is necessary', async () => {
    openPage('/login');
    await press(open);
    await press('Continue');
    expect(part().getByRole('alert')).toHaveTextContent('Please fill in all fields.');
    expect(field()).toHaveFocus();
    expect(begun()).toEqual([]);
  });

  test.each([
    [refusal(404, none), none],
    [
      refusal(503, 'The provider cannot be reached. Try again in a minute.'),
      'The provider cannot be reached.',
    ],
    [refusal(500), 'The sign-in has failed. Please try again.'],
  ])('says why it does not begin, and keeps the address', async (answer, text) => {
    server.on(route, () => answer);
    openPage('/login');
    await press(open);
    await userEvent.type(field(), 'bo@gmail.com{Enter}');
    await waitFor(() => expect(part().getByRole('alert')).toHaveTextContent(text));
    expect(field()).toHaveValue('bo@gmail.com');
    expect(part().getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'false');
  });

  test('no address but that of a web page is opened', async () => {
    server.on(route, () => ok({ url: 'javascript:location.hash="script"' }));
    openPage('/login');
    await press(open);
    await userEvent.type(field(), 'bo@acme.com{Enter}');
    await waitFor(() => expect(part().getByRole('alert')).toHaveTextContent('The sign-in has failed.'));
    expect(window.location.hash).toBe('');
  });

  test('the page that was asked for is kept meanwhile', async () => {
    openPage('/asset/upload-1?t=90');
    await press(open);
    await userEvent.type(field(), 'bo@acme.com{Enter}');
    await waitFor(() => expect(readHeldReturn()?.to).toBe('/asset/upload-1?t=90'));
  });
});

describe('a domain that requires single sign-on', () => {
  const forms: readonly (readonly [string, string, string, readonly (readonly [string, string])[]])[] = [
    ['/login', 'POST /auth/login', 'Sign in', [['Password', 'secret']]],
    ['/forgot-password', 'POST /auth/forgot-password', 'Send the link', []],
    [
      ...(['/register', 'POST /auth/register', 'Create account'] as const),
      [
        ['First name', 'Bo'],
        ['Last name', 'Diaz'],
        ['Password', 'correct horse'],
        ['Confirm password', 'correct horse'],
      ],
    ],
  ];

  test.each(forms)('%s leads on with the address of the form', async (address, call, button, fields) => {
    server.on(call, () => refusal(403, required));
    openPage(address);
    await type('Email address', 'bo@acme.com');
    for (const [label, text] of fields) await type(label, text);
    expect(screen.queryByRole('button', { name: 'Continue' })).not.toBeInTheDocument();
    await press(button);
    expect(await screen.findByText(required)).toBeInTheDocument();
    await press('Continue');
    await waitFor(() => expect(window.location.hash).toBe('#provider'));
    expect(begun()).toEqual([{ email: 'bo@acme.com' }]);
  });

  test('is not what another refusal says', async () => {
    server.on('POST /auth/login', () => refusal(403, 'This account is switched off.'));
    openPage('/login');
    await type('Email address', 'bo@acme.com');
    await type('Password', 'secret');
    await press('Sign in');
    expect(await screen.findByText('This account is switched off.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Continue' })).not.toBeInTheDocument();
  });

  test('the offer ends with the next try, and says why it does not begin', async () => {
    server.on('POST /auth/login', () => refusal(403, required));
    server.on(route, () => refusal(503, 'The provider cannot be reached.'));
    openPage('/login');
    await type('Email address', 'bo@acme.com');
    await type('Password', 'secret');
    await press('Sign in');
    await press('Continue');
    expect(await screen.findByText('The provider cannot be reached.')).toBeInTheDocument();
    await userEvent.clear(screen.getByLabelText('Password'));
    await press('Sign in');
    expect(screen.getByRole('alert')).toHaveTextContent('Please fill in all fields.');
    expect(screen.queryByRole('button', { name: 'Continue' })).not.toBeInTheDocument();
  });
});
