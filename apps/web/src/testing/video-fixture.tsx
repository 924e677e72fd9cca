import type { VideoRecord } from '@vault/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aVideo } from './a-video.ts';
import { FakeServer, ok, refusal } from './fake-server.ts';
import { loadFirst, openPage, signIn } from './open-page.tsx';
import './fake-player.tsx';
loadFirst(
  () => import('../app/signed-in-root.tsx'),
  () => import('../pages/video-page.tsx'),
);

/** The fake server of each test, and its video. */
export const fixture = {} as { server: FakeServer; record: VideoRecord };
export const saveRoute = 'PATCH /muxupload/save';

beforeEach(() => {
  localStorage.clear();
  signIn();
  fixture.record = aVideo();
  fixture.server = new FakeServer()
    .on('POST /auth/check', () => ok({ id: 'u1' }))
    .on('POST /auth/can-upload-video', () => ok({ canUpload: true, msg: '' }))
    .on('GET /muxvideos/asset/upload-1', () => ok(fixture.record))
    .on('GET /muxvideos/asset/session-1', () => ok(fixture.record))
    .on(saveRoute, saveChapters);
});

/** Saves chapters like the server does: refuses an outdated version with 409. */
export function saveChapters({ body }: { body: unknown }) {
  const { version, ...saved } = body as Partial<VideoRecord>;
  if (version !== fixture.record.version) return refusal(409, 'The chapters have changed.');
  fixture.record = { ...fixture.record, ...saved, version: fixture.record.version + 1 };
  return ok({ version: fixture.record.version });
}

/** Opens the page of the video. @returns the fake player */
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
/** Shows the details of a row, if it does not. */
export async function expand(row: Row): Promise<void> {
  const button = row.getByRole('button', { name: /^Show details/ });
  if (button.getAttribute('aria-expanded') === 'false') await userEvent.click(button);
}

/** Replaces the text of a field, then presses the keys of `end`. */
export async function write(field: HTMLElement, text: string, end = '{Enter}'): Promise<void> {
  await userEvent.clear(field);
  await userEvent.paste(text);
  if (end) await userEvent.keyboard(end);
}
