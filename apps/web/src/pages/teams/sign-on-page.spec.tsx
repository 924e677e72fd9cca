import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { holdReturn, readHeldReturn } from '../../api/session/held-return.ts';
import { readTeam } from '../../api/session/workspace.ts';
import { ok, refusal } from '../../testing/fake-server.ts';
import { currentAddress, currentQuery, loadFirst, openPage } from '../../testing/open-page.tsx';
import { fixture } from '../../testing/team-fixture.ts';

const returned = '?code=c-1&state=s-1&iss=https%3A%2F%2Fid.acme.com';
const finish = 'POST /auth/sso/acme/finish';
const begin = 'POST /auth/sso';
const link = 'POST /auth/sso/link';
const session = { session: { user: { id: 'u2', token: 'new' }, team: 'acme' } };
const offer = { link: { token: 'link-token', email: 'bo@acme.com', team: 'Acme' } };

loadFirst(
  () => import('../../app/signed-in-root.tsx'),
  () => import('../library-page.tsx'),
  () => import('./sign-on-page.tsx'),
);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.location.hash = '';
  fixture.server.on(begin, () => ok({ url: '#provider' })).on('GET /muxvideos', () => ok([]));
});

const sent = (route: string) => fixture.server.to(route).map(({ body }) => body);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const stored = () => JSON.parse(localStorage.getItem('user') ?? 'null') as unknown;

describe('who comes back from the provider', () => {
  test('is signed in once, in the library of the team; the address keeps no code', async () => {
    const answer = Promise.withResolvers<{ body: unknown }>();
    fixture.server.on(finish, () => answer.promise);
    openPage(`/sign-on/acme${returned}`);
    expect(await screen.findByText('Signing in…')).toBeInTheDocument();
    await waitFor(() => expect(sent(finish)).toEqual([{ query: returned.slice(1) }]));
    await waitFor(() => expect(currentQuery()).toEqual({}));
    answer.resolve(ok(session));
    await waitFor(() => expect(currentAddress()).toBe('/asset/view'));
    expect(stored()).toEqual(session.session.user);
    // The list of workspaces says what it is called.
    await waitFor(() => expect(readTeam()).toEqual({ id: 'acme', name: 'Acme' }));
    expect(sent(finish)).toHaveLength(1);
    expect(sent(begin)).toEqual([]);
  });

  test('goes on where they wanted to go before', async () => {
    holdReturn({ to: '/account' });
    fixture.server.on(finish, () => ok(session));
    openPage(`/sign-on/acme${returned}`);
    await waitFor(() => expect(currentAddress()).toBe('/account'));
    expect(readHeldReturn()).toBeNull();
  });

  test('does not go on where somebody else was', async () => {
    holdReturn({ to: '/account', owner: 'u1' });
    fixture.server.on(finish, () => ok(session));
    openPage(`/sign-on/acme${returned}`);
    await waitFor(() => expect(currentAddress()).toBe('/asset/view'));
  });

  test('for a test is signed in nowhere', async () => {
    fixture.server.on(finish, () => ok({ is_tested: true }));
    openPage(`/sign-on/acme${returned}`);
    expect(
      await screen.findByText('The test has ended. Nobody was signed in. You can close this window.'),
    ).toBeInTheDocument();
    expect(stored()).toBeNull();
  });

  test.each([
    ['code=c-1', 409, 'The sign-in took too long. Start again.'],
    [
      'error=access_denied&state=s-1',
      403,
      'Your provider did not confirm bo@acme.com. Ask an admin of Acme.',
    ],
    ['state=s-1', 500, undefined],
  ])('with %s, and is refused, sees why and starts again', async (query, status, msg) => {
    holdReturn({ to: '/account' });
    fixture.server.on(finish, () => refusal(status, msg));
    openPage(`/sign-on/acme?${query}`);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(msg ?? 'The sign-in has failed. Please try again.');
    const { correlationId } = fixture.server.to(finish)[0]!;
    expect(alert).toHaveTextContent(`Reference number: ${correlationId ?? ''}`);
    expect(correlationId).toMatch(/^[0-9a-f]{32}$/);
    await press('Start again');
    await waitFor(() => expect(window.location.hash).toBe('#provider'));
    expect(sent(begin)).toEqual([{ team: 'acme' }]);
    expect(readHeldReturn()?.to).toBe('/account');
  });

  test('and is refused can use the password, and goes on where they wanted', async () => {
    holdReturn({ to: '/account' });
    fixture.server
      .on(finish, () => refusal(403, 'Acme does not let new people in by themselves.'))
      .on('POST /auth/login', () => ok({ id: 'u1', token: 'secret' }));
    openPage(`/sign-on/acme${returned}`);
    await userEvent.click(await screen.findByRole('link', { name: 'Sign in with your password' }));
    await userEvent.type(await screen.findByLabelText('Email address'), 'bo@acme.com');
    await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
    await waitFor(() => expect(currentAddress()).toBe('/account'));
  });
});

describe('without an answer of the provider', () => {
  test.each(['', '?iss=https%3A%2F%2Fid.acme.com&login_hint=bo%40acme.com'])(
    'a sign-in begins at once: %s',
    async (query) => {
      holdReturn({ to: '/account' });
      openPage(`/sign-on/acme${query}`);
      expect(await screen.findByText('Signing in…')).toBeInTheDocument();
      await waitFor(() => expect(window.location.hash).toBe('#provider'));
      expect(sent(begin)).toEqual([{ team: 'acme' }]);
      expect(sent(finish)).toEqual([]);
      await waitFor(() => expect(currentQuery()).toEqual({}));
      expect(readHeldReturn()).toBeNull();
    },
  );

  test('that it cannot begin is said', async () => {
    fixture.server.on(begin, () => refusal(404, 'There is no single sign-on here.'));
    openPage('/sign-on/nobody');
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no single sign-on here.');
    fixture.server.on(begin, () => ok({ url: '#provider' }));
    await press('Start again');
    await waitFor(() => expect(window.location.hash).toBe('#provider'));
  });
});

describe('an account that is not joined yet', () => {
  beforeEach(() => fixture.server.on(finish, () => ok(offer)));
  const join = async (password: string) => {
    await userEvent.type(await screen.findByLabelText('Password'), password);
    await userEvent.keyboard('{Enter}');
  };

  test('is joined by its password, once', async () => {
    fixture.server.on(link, () => ok(session));
    openPage(`/sign-on/acme${returned}`);
    expect(
      await screen.findByText("There is an account bo@acme.com. Join it with Acme's sign-on?"),
    ).toBeInTheDocument();
    expect(screen.getByText('Enter its password once.')).toBeInTheDocument();
    expect(screen.getByLabelText('Password')).toHaveFocus();
    expect(stored()).toBeNull();
    await join('analytical engine');
    await waitFor(() => expect(currentAddress()).toBe('/asset/view'));
    expect(sent(link)).toEqual([{ token: 'link-token', password: 'analytical engine' }]);
    expect(readTeam()).toEqual({ id: 'acme', name: 'Acme' });
  });

  test.each([
    [401, 'The password is wrong.'],
    [429, 'Too many tries. Try again in 15 minutes.'],
    [503, 'Please try again in a minute.'],
  ])('and %i: the form stays', async (status, msg) => {
    fixture.server.on(link, () => refusal(status, msg));
    openPage(`/sign-on/acme${returned}`);
    await join('wrong');
    expect(await screen.findByText(msg)).toBeInTheDocument();
    fixture.server.on(link, () => ok(session));
    await userEvent.clear(screen.getByLabelText('Password'));
    await join('analytical engine');
    await waitFor(() => expect(currentAddress()).toBe('/asset/view'));
  });

  test.each([
    [409, 'The sign-in took too long. Start again.'],
    [403, 'Your account is switched off.'],
  ])('and %i: it starts again', async (status, msg) => {
    fixture.server.on(link, () => refusal(status, msg));
    openPage(`/sign-on/acme${returned}`);
    await join('analytical engine');
    expect(await screen.findByRole('alert')).toHaveTextContent(`${msg}Reference number: `);
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
    await press('Start again');
    await waitFor(() => expect(sent(begin)).toEqual([{ team: 'acme' }]));
  });

  test('whose password is forgotten gets another one', async () => {
    openPage(`/sign-on/acme${returned}`);
    await userEvent.click(await screen.findByRole('link', { name: 'Forgot password' }));
    expect(await screen.findByRole('button', { name: 'Send the link' })).toBeInTheDocument();
  });
});
