import { jest } from '@jest/globals';
import type { VideoRecord } from '@vault/contracts';
import { screen } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { clearToasts } from '../components/ui/toasts/toasts.ts';
import { aVideo } from './a-video.ts';
import { choose } from './choose.ts';
import { FakeServer, ok } from './fake-server.ts';
import { openPage, signIn } from './open-page.tsx';
import './fake-player.tsx';

const read = 'GET /muxvideos/asset/upload-1';
export const save = 'PATCH /muxupload/save';
/** The saved files. */
export const files: { readonly name: string; readonly type: string; readonly blob: Blob }[] = [];
export const writeText = jest.fn<(text: string) => Promise<void>>();
/** The fake server of each test, and its video. */
export const fixture = {} as { server: FakeServer; record: VideoRecord };

beforeEach(() => {
  localStorage.clear();
  clearToasts();
  signIn();
  files.length = 0;
  writeText.mockReset().mockResolvedValue();
  fixture.record = aVideo();
  let last: Blob | undefined;
  URL.createObjectURL = (blob) => {
    last = blob as Blob;
    return 'blob:file';
  };
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = function click() {
    if (last && this.href === 'blob:file') files.push({ name: this.download, type: last.type, blob: last });
  };
  fixture.server = new FakeServer()
    .on('POST /auth/can-upload-video', () => ok({ canUpload: true, msg: '' }))
    .on('GET /muxvideos/asset/session-1', () => ok(fixture.record))
    .on(read, () => ok(fixture.record))
    .on(save, ({ body }) => {
      fixture.record = { ...fixture.record, ...(body as object), version: fixture.record.version + 1 };
      return ok(fixture.record);
    });
});

/** The button of the menu with the exports. */
export const exportMenu = 'Export and more';

/** Opens the export menu of the video. @returns the user who opened it */
export async function openMenu() {
  // The pointer check is off: it does not see that toasts accept pointer events inside a container that does not.
  // A press takes longer than a frame, as by hand: the menu moves the focus in the frame after it.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never, delay: 20 });
  // After `setup`, which installs a fake clipboard.
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  openPage('/asset/upload-1');
  await screen.findByRole('button', { name: exportMenu });
  await openExport();
  return user;
}
/** Opens it once more. */
export const openExport = () => choose(exportMenu, 'Export');
export const entry = (name: string) => screen.getByRole('menuitem', { name });
export const textOf = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(blob);
  });
