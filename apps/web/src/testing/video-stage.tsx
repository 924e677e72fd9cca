import { jest } from '@jest/globals';
import type { VideoRecord } from '@vault/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aVideo } from './a-video.ts';
import { FakeServer, ok, refusal } from './fake-server.ts';
import { loadFirst, openPage, signIn } from './open-page.tsx';
import './stand-in-player.tsx';

// Only a hang ends a test: the machine may be busy.
jest.setTimeout(60_000);
loadFirst(
  () => import('../app/signed-in-root.tsx'),
  () => import('../pages/video-page.tsx'),
);

/** The server of each test, and the video it has. */
export const stage = {} as { server: FakeServer; record: VideoRecord };
export const saveRoute = 'PATCH /muxupload/save';

beforeEach(() => {
  localStorage.clear();
  signIn();
  stage.record = aVideo();
  stage.server = new FakeServer()
    .on('POST /auth/check', () => ok({ id: 'u1' }))
    .on('POST /auth/can-upload-video', () => ok({ canUpload: true, msg: '' }))
    .on('GET /muxvideos/asset/upload-1', () => ok(stage.record))
    .on('GET /muxvideos/asset/session-1', () => ok(stage.record))
    .on(saveRoute, keep);
});

/** Keeps chapters the way the product does: refused when they have changed since. */
export function keep({ body }: { body: unknown }) {
  const { version, ...saved } = body as Partial<VideoRecord>;
  if (version !== stage.record.version) return refusal(409, 'The chapters have changed.');
  stage.record = { ...stage.record, ...saved, version: stage.record.version + 1 };
  return ok(stage.record);
}

/** Opens the page of the video. @returns what stands in for its player */
export async function openVideo(): Promise<HTMLVideoElement> {
  openPage('/asset/upload-1');
  await screen.findByRole('region', { name: 'Chapters' });
  return screen.findByTestId<HTMLVideoElement>('media');
}

/** Opens the page of the video. @returns the row of its second chapter */
export async function openRow() {
  openPage('/asset/upload-1');
  const heading = await screen.findByRole('heading', { name: 'Three numbers' });
  return within(heading.closest('li')!);
}
export type Row = Awaited<ReturnType<typeof openRow>>;
export const titleIn = (row: Row) => row.getByRole('textbox', { name: 'Title of the chapter at 05:00' });
export const expand = (row: Row) => userEvent.click(row.getByRole('button', { name: /^Show details/ }));

/** Writes into a text, and leaves it by the keys of `end`. */
export async function write(field: HTMLElement, text: string, end = '{Enter}'): Promise<void> {
  await userEvent.clear(field);
  await userEvent.paste(text);
  if (end) await userEvent.keyboard(end);
}
