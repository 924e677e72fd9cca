import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aVideo } from '../testing/a-video.ts';
import { FakeServer, ok } from '../testing/fake-server.ts';

// As after a deployment that removed the old file of the page.
jest.unstable_mockModule('./video-page.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
const { currentAddress, loadFirst, openPage, signIn } = await import('../testing/open-page.tsx');

loadFirst(
  () => import('../app/signed-in-root.tsx'),
  () => import('./library-page.tsx'),
);
beforeEach(() => {
  localStorage.clear();
  signIn();
  new FakeServer()
    .on('POST /auth/check', () => ok({ id: 'u1' }))
    .on('POST /auth/can-upload-video', () => ok({ canUpload: true, msg: '' }))
    .on('GET /muxupload', () => new Promise(() => undefined))
    .on('GET /muxvideos', () => ok([aVideo()]));
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

test('a page that cannot be loaded is reported and focused; header and navigation still work', async () => {
  openPage('/asset/upload-1');
  const heading = await screen.findByRole('heading', { name: 'Part of this page could not be loaded' });
  expect(heading).toHaveFocus();
  expect(screen.getByRole('alert')).toHaveTextContent('ChunkLoadError');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Log out' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('link', { name: 'Webinar Vault' }));
  await waitFor(() => expect(currentAddress()).toBe('/asset/view'));
  expect(await screen.findByRole('article', { name: 'Retention by cohort' })).toBeInTheDocument();
});

test('a running upload continues meanwhile', async () => {
  openPage('/asset/view');
  await screen.findByRole('article', { name: 'Retention by cohort' });
  const file = new File(['some bytes'], 'talk.mp4', { type: 'video/mp4' });
  await userEvent.upload(screen.getByLabelText('Choose files', { selector: 'input' }), file);
  await userEvent.click(screen.getByRole('link', { name: /^Open Retention by cohort/ }));
  await screen.findByRole('heading', { name: 'Part of this page could not be loaded' });
  expect(screen.getByRole('alert')).toHaveTextContent('your upload continues while this page stays open');
});
