import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OfferedInvitation } from '@vault/contracts';
import { ok, refusal } from '../../testing/fake-server.ts';
import { lastToast } from '../../testing/last-toast.ts';
import { currentAddress, loadFirst, openPage } from '../../testing/open-page.tsx';
import { aTeam, fixture, own } from '../../testing/team-fixture.ts';

loadFirst(
  () => import('./join-page.tsx'),
  () => import('../login-page.tsx'),
  () => import('../register-page.tsx'),
  () => import('../../app/signed-in-root.tsx'),
  () => import('../library-page.tsx'),
);

const token = 'q3bJ0y2sQy6Yw8mJ7m0mZ4b6m1t0Zx9kqT5gk2c3V1A';
const offer: OfferedInvitation = {
  ...{ team: 'Acme', invited_by: 'Ann Lee', email: 'bo@acme.com' },
  ...{ role: 'editor', expires_at: 1_798_675_200 },
};
const headline = { level: 1, name: 'Ann Lee invites you to Acme' };
const open = () => openPage(`/join#${token}`);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const follow = async (name: string) => userEvent.click(await screen.findByRole('link', { name }));
const signInAs = (email: string) =>
  localStorage.setItem('user', JSON.stringify({ id: 'u1', token: 'secret', email }));
const accepted = () => fixture.server.to('POST /workspaces/accept');

async function seeLibraryOfTeam() {
  await waitFor(() => expect(currentAddress()).toBe('/asset/view'));
  expect(await screen.findByRole('button', { name: 'Workspace: Acme. Change' })).toBeInTheDocument();
  expect(lastToast()?.text).toBe('You joined Acme.');
  expect(accepted().map(({ body, token: caller }) => [body, caller])).toEqual([[{ token }, 'Bearer secret']]);
  expect(sessionStorage.getItem('invitation')).toBeNull();
}

beforeEach(() => {
  localStorage.clear();
  fixture.server
    .on('POST /auth/invitation', () => ok(offer))
    .on('POST /workspaces/of-invitation', () => refusal(404))
    .on('POST /workspaces/accept', () => ok(aTeam({ role: 'editor' })))
    .on('GET /workspaces', () => ok([own, aTeam({ role: 'editor' })]))
    .on('GET /muxvideos', () => ok([]));
});

test('whoever is signed in by the invited address joins, and sees the library of the team', async () => {
  signInAs('bo@acme.com');
  open();
  expect(await screen.findByRole('heading', headline)).toBeInTheDocument();
  expect(screen.getByText('As Editor, for bo@acme.com.')).toBeInTheDocument();
  expect(fixture.server.to('POST /auth/invitation').map(({ body }) => body)).toEqual([{ token }]);
  // Nobody who looks at the address bar or the history gets the token.
  await waitFor(() => expect(screen.getByTestId('hash')).toBeEmptyDOMElement());
  await press('Join Acme');
  await seeLibraryOfTeam();
});

test('a visitor signs in, and comes back to the invitation', async () => {
  fixture.server.on('POST /auth/login', () => ok({ id: 'u1', token: 'secret', email: 'bo@acme.com' }));
  open();
  await follow('Sign in');
  await userEvent.type(await screen.findByLabelText('Email address'), 'bo@acme.com');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
  await press('Sign in');
  await press('Join Acme');
  await seeLibraryOfTeam();
});

test('a visitor creates an account for the invited address, and no other', async () => {
  fixture.server.on('POST /auth/register', () => ok({ id: 'u1', token: 'secret', email: 'bo@acme.com' }));
  open();
  await follow('Create an account');
  const address = await screen.findByLabelText('Email address');
  expect(address).toHaveValue('bo@acme.com');
  expect(address).toHaveAttribute('readonly');
  await userEvent.type(screen.getByLabelText('First name'), 'Bo');
  await userEvent.type(screen.getByLabelText('Last name'), 'Diaz');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
  await userEvent.type(screen.getByLabelText('Confirm password'), 'correct horse');
  await press('Create account');
  expect(await screen.findByRole('heading', headline)).toBeInTheDocument();
  expect(fixture.server.to('POST /auth/register')[0]?.body).toMatchObject({ email: 'bo@acme.com' });
  await press('Join Acme');
  await seeLibraryOfTeam();
});

test('the address of another account is named, and another one can be used', async () => {
  signInAs('bo@gmail.com');
  localStorage.setItem('uploads:u1', '[]');
  open();
  expect(
    await screen.findByText('You are signed in as bo@gmail.com. The invitation is for bo@acme.com.'),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Join Acme' })).not.toBeInTheDocument();
  await press('Use another account');
  await waitFor(() => expect(currentAddress()).toBe('/login'));
  expect(fixture.server.to('POST /auth/logout').map((call) => call.token)).toEqual(['Bearer secret']);
  expect([localStorage.getItem('user'), localStorage.getItem('uploads:u1')]).toEqual([null, null]);
});

test('an invitation that has ended says why; one that was not read is asked for again', async () => {
  fixture.server.on('POST /auth/invitation', () => refusal(503));
  open();
  await screen.findByRole('button', { name: 'Try again' });
  fixture.server.on('POST /auth/invitation', () => refusal(410, 'This invitation has ended.'));
  await press('Try again');
  expect(await screen.findByText('This invitation has ended.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

test('why somebody cannot join is said, and a session that has ended is signed in again', async () => {
  signInAs('bo@acme.com');
  fixture.server.on('POST /workspaces/accept', () => refusal(403, 'The team has no seat left.'));
  open();
  await press('Join Acme');
  expect(await screen.findByText('The team has no seat left.')).toBeInTheDocument();
  fixture.server.on('POST /workspaces/accept', () => ({ status: 401, body: 'Unauthorized' }));
  await press('Join Acme');
  expect(await screen.findByRole('link', { name: 'Sign in' })).toBeInTheDocument();
  expect(localStorage.getItem('user')).toBeNull();
});

test('an incomplete link is reported', async () => {
  openPage('/join#short');
  expect(await screen.findByRole('alert')).toHaveTextContent('This link is incomplete.');
  expect(fixture.server.calls).toEqual([]);
});

test('a member opens the team, also by a link that they have used', async () => {
  signInAs('bo@gmail.com');
  fixture.server
    .on('POST /auth/invitation', () => refusal(410, 'This invitation has ended.'))
    .on('POST /workspaces/of-invitation', () => ok(aTeam({ role: 'editor' })));
  open();
  expect(await screen.findByRole('heading', { name: 'You are a member of Acme.' })).toBeInTheDocument();
  expect(screen.queryByText('This invitation has ended.')).not.toBeInTheDocument();
  const asked = fixture.server.to('POST /workspaces/of-invitation');
  expect(asked.map(({ body, token: caller }) => [body, caller])).toEqual([[{ token }, 'Bearer secret']]);
  await follow('Open Acme');
  await waitFor(() => expect(currentAddress()).toBe('/asset/view'));
  expect(await screen.findByRole('button', { name: 'Workspace: Acme. Change' })).toBeInTheDocument();
  expect([accepted(), sessionStorage.getItem('invitation')]).toEqual([[], null]);
});

test('whoever does not join now goes to their own library', async () => {
  signInAs('bo@acme.com');
  open();
  await follow('Not now');
  await waitFor(() => expect(currentAddress()).toBe('/asset/view'));
  expect(accepted()).toEqual([]);
});
