import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { aVideo } from './a-video.ts';
import { FakeServer, ok } from './fake-server.ts';
import { loadFirst, openPage, signIn } from './open-page.tsx';

loadFirst(
  () => import('../app/signed-in-root.tsx'),
  () => import('../pages/library-page.tsx'),
);

/** The fake server of each test; its library has one video. */
export const fixture = {} as { server: FakeServer };

beforeEach(() => {
  localStorage.clear();
  signIn();
  fixture.server = new FakeServer()
    .on('POST /auth/check', () => ok({ id: 'u1' }))
    .on('POST /auth/can-upload-video', () => ok({ canUpload: true, msg: '' }))
    .on('PATCH /muxupload/save', () => ok({}))
    .on('GET /muxvideos', () => ok([aVideo()]));
});

afterEach(() => jest.useRealTimers());

/** Opens the library. @returns the card of its video */
export async function openLibrary() {
  openPage('/asset/view');
  return screen.findByRole('article', { name: 'Retention by cohort' });
}
