import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { VideoRecord } from '@vault/contracts';
import type { Browser, Page } from 'playwright-core';
import { menus } from './testing/browser/menus.ts';
import type { Api } from './testing/api/api.ts';
import { talk } from './testing/api/talk.ts';
import type { WatchedPage } from './testing/browser/browser.ts';
import { EditorPage } from './testing/browser/editor-page.ts';
import { signedInWithVideo } from './testing/browser/signed-in.ts';
import { readCues } from './testing/shared/cues.ts';
import { until } from './testing/shared/until.ts';

/** A press takes longer than a frame, as by hand: menus move the focus in the frame after it. */
const byHand = { delay: 60 };

describe('chapters by hand', () => {
  let api: Api;
  let video: VideoRecord;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let editor: EditorPage;

  before(async () => {
    ({ api, video, browser, watched, page } = await signedInWithVideo(talk(), 'Three lessons'));
    editor = new EditorPage(page);
    await page.goto(`/asset/${video.id}`);
    await page.locator('video').waitFor();
  });
  after(() => browser.close());

  const stored = async () => (await api.video(video.id)).chapters.map(({ start }) => start);
  const untilStored = (what: string, starts: readonly string[]) =>
    until(what, async () => (await stored()).join() === starts.join());
  const choose = async (n: number, entry: RegExp) => {
    await editor
      .row(n)
      .getByRole('button', { name: /^Change .*, at / })
      .click(byHand);
    await page.getByRole('menuitem', { name: entry }).click(byHand);
  };
  const focused = () => page.locator(':focus').getAttribute('aria-label');
  let merged: readonly string[] = [];
  let added = '';

  it('the first chapters are merged; the focus stays in the row', async () => {
    const [first, , ...rest] = await stored();
    merged = [first!, ...rest];
    await choose(0, /^Merge with the next/);
    await untilStored('the merge', merged);
    await until('the focus', async () => (await focused())?.startsWith('Change ') === true);
  });

  it('a key adds a chapter with the spoken line, and its title can be typed at once', async () => {
    const cue = readCues(video.vtt!).find(({ start }) => start >= 12)!;
    await page.locator('video').evaluate(goTo, cue.start + 0.5);
    added = new Date(Math.floor(cue.start) * 1000).toISOString().slice(11, 19);
    await page.getByRole('button', { name: menus.chapters }).click();
    await page
      .getByRole('menuitem', { name: 'Add chapter here' })
      .getByText(`At ${added.slice(3)}, the start`)
      .waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+N');
    await until('the title', async () => (await focused()) === `Title of the chapter at ${added.slice(3)}`);
    await page.keyboard.type('Added by hand');
    await page.keyboard.press('Enter');
    await until('both saves', async () => (await api.video(video.id)).chapters[1]?.title === 'Added by hand');
    assert.deepEqual(await stored(), [...merged, added].sort());
    await watched.inspect('chapters-by-hand');
  });

  it('a start is dragged on the strip, and moved by keys; Escape takes a drag back', async () => {
    const handle = page.getByRole('slider', { name: 'Start of “Added by hand”' });
    const at = async () => Number(await handle.getAttribute('aria-valuenow'));
    const from = await at();
    const drag = async () => {
      const box = (await handle.boundingBox())!;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 60, y, { steps: 5 });
      await until('the preview', async () => (await at()) > from);
    };
    await drag();
    await page.keyboard.press('Escape');
    await until('the old start', async () => (await at()) === from);
    await page.mouse.up();
    assert.ok((await stored()).includes(added));
    await drag();
    await page.mouse.up();
    await until('the new start', async () => !(await stored()).includes(added));
    const dragged = (await stored())[1];
    await handle.focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Enter');
    await until('the start by keys', async () => (await stored())[1] !== dragged);
  });

  it('a chapter is deleted, the focus goes to the one before, and undo restores it', async () => {
    const before = await stored();
    await choose(1, /^Delete chapter/);
    await untilStored('the deletion', merged);
    await until('the focus', async () => (await focused())?.startsWith('Play from 00:00') === true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await untilStored('the undo', before);
  });

  it('the page had no errors', () => watched.assertClean());
});

/** Runs inside the page. */
function goTo(element: unknown, seconds: number): void {
  (element as { currentTime: number }).currentTime = seconds;
}
