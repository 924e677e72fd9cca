import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FakeServer, refusal } from '../testing/fake-server.ts';
import { currentAddress, loadFirst, openPage, signIn } from '../testing/open-page.tsx';
loadFirst(
  () => import('./email-link-page.tsx'),
  () => import('./login-page.tsx'),
);

const token = 'q3bJ0y2sQy6Yw8mJ7m0mZ4b6m1t0Zx9kqT5gk2c3V1A';
const pages = [
  ['/confirm-email', 'POST /auth/confirm-email', 'Use this address'],
  ['/undo-email', 'POST /auth/undo-email', 'Restore my old address'],
] as const;
let server: FakeServer;
beforeEach(() => {
  localStorage.clear();
  server = new FakeServer();
});
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test.each(pages)(
  '%s uses the token of the link after a click, and continues at sign-in',
  async (...about) => {
    const [page, route, button] = about;
    server.on(route, () => ({ body: { status: 'success', msg: 'It was done.' } }));
    openPage(`${page}#${token}`);
    await screen.findByRole('button', { name: button });
    expect(server.calls).toHaveLength(0);
    await press(button);
    await waitFor(() => expect(currentAddress()).toBe('/login'));
    expect(screen.getByText('It was done.')).toBeInTheDocument();
    expect(server.to(route).map(({ body }) => body)).toEqual([{ token }]);
  },
);

test.each(pages)('%s shows why a link is refused', async (page, route, button) => {
  server.on(route, () => refusal(410, 'This link has expired or was already used.'));
  openPage(`${page}#${token}`);
  await press(button);
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('This link has expired or was already used'),
  );
});

test.each(pages)('%s reports a link that is incomplete', async (page) => {
  openPage(`${page}#short`);
  expect(await screen.findByRole('alert')).toHaveTextContent('This link is incomplete.');
});

test('a confirmed address keeps the user signed in, an undone change does not', async () => {
  signIn();
  for (const [, route] of pages)
    server.on(route, () => ({ body: { status: 'success', msg: 'It was done.' } }));
  openPage(`/confirm-email#${token}`);
  await press('Use this address');
  expect(await screen.findByRole('heading', { name: 'It was done.' })).toBeInTheDocument();
  expect(localStorage.getItem('user')).not.toBeNull();
  openPage(`/undo-email#${token}`);
  await press('Restore my old address');
  await waitFor(() => expect(localStorage.getItem('user')).toBeNull());
});
