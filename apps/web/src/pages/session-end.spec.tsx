import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aVideo } from '../testing/a-video.ts';
import { FakeServer, ok, unauthorized } from '../testing/fake-server.ts';
import { currentAddress, currentQuery, loadFirst, openPage, signIn } from '../testing/open-page.tsx';
import '../testing/fake-player.tsx';
loadFirst(
  () => import('../app/signed-in-root.tsx'),
  () => import('./video-page.tsx'),
  () => import('./login-page.tsx'),
);

const videoRoute = 'GET /muxvideos/asset/upload-1';
const saveRoute = 'PATCH /muxupload/save';
const reason = 'You were signed out. Sign in to continue where you were. Your chapter edits are kept.';
let server: FakeServer;

beforeEach(() => {
  localStorage.clear();
  signIn();
  server = new FakeServer()
    .on('POST /auth/check', () => ok({ id: 'u1' }))
    .on('POST /auth/can-upload-video', () => ok({ canUpload: true, msg: '' }))
    .on(videoRoute, () => ok(aVideo()));
});

const title = () => screen.findByRole('textbox', { name: 'Title of the chapter at 05:00' });

async function editUntilRefused() {
  openPage('/asset/upload-1?t=90');
  const field = await title();
  server.on(saveRoute, () => unauthorized).on(videoRoute, () => unauthorized);
  await userEvent.clear(field);
  await userEvent.paste('Four numbers');
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'You have been signed out' });
}

async function signInAs(id: string) {
  server
    .on('POST /auth/login', () => ok({ id, token: 'newer' }))
    .on(saveRoute, () => new Promise(() => undefined))
    .on(videoRoute, () => ok(aVideo()))
    .on('GET /muxvideos', () => ok([]));
  await userEvent.type(await screen.findByLabelText('Email address'), 'ada@example.org');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

test('a session that ends during an edit is reported, and actions that need a session are hidden', async () => {
  window.history.replaceState(null, '', '/asset/upload-1');
  await editUntilRefused();
  window.history.replaceState(null, '', '/');
  const message = screen.getByText(/we have logged you out/);
  expect(message.closest('[role=status]')).toHaveStyle({ position: 'fixed', top: '76px' });
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Log out' })).not.toBeInTheDocument();
  expect(currentAddress()).toBe('/asset/upload-1');
});

test('signing in again returns to the same address with the typed text', async () => {
  await editUntilRefused();
  expect(await screen.findByText(reason)).toBeInTheDocument();
  await signInAs('u1');
  expect(await title()).toHaveValue('Four numbers');
  expect(currentAddress()).toBe('/asset/upload-1');
  expect(currentQuery()).toEqual({ t: '90' });
});

test('another user who signs in starts in their own library', async () => {
  await editUntilRefused();
  expect(await screen.findByText(reason)).toBeInTheDocument();
  await signInAs('u2');
  await waitFor(() => expect(currentAddress()).toBe('/asset/view'));
});

test('a reload meanwhile redirects to sign-in at once', async () => {
  await editUntilRefused();
  cleanup();
  openPage('/asset/upload-1?t=90');
  expect(await screen.findByText(reason)).toBeInTheDocument();
  expect(localStorage.getItem('user')).toBeNull();
});
