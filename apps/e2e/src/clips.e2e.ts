import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { VideoRecord } from '@vault/contracts';
import type { Browser, Locator, Page } from 'playwright-core';
import { choose, menus } from './testing/browser/menus.ts';
import type { Api } from './testing/api/api.ts';
import type { WatchedPage } from './testing/browser/browser.ts';
import { hold } from './testing/browser/page-calls.ts';
import { signedInWithVideo } from './testing/browser/signed-in.ts';
import { probe } from './testing/api/probe.ts';
import type { Product } from './testing/product/product.ts';
import { proves } from './testing/shared/proves.ts';
import { briefTalk } from './testing/api/talk.ts';
import { until } from './testing/shared/until.ts';

const invalid = 'Both timeIn and timeOut must be valid times in HH:MM:SS format.';
const framesPerSecond = 25;

describe('clips and screenshots', () => {
  let product: Product;
  let api: Api;
  let video: VideoRecord;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let folder: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vault-e2e-clips-'));
    ({ product, api, video, browser, watched, page } = await signedInWithVideo(briefTalk(), 'Pricing'));
    // HEAD checks before the clip is ready.
    watched.expect(/status of 404 .*\.mp4/);
  });
  after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const cut = (timeIn: string, timeOut: string, passthrough = video.assetId, who = api) =>
    who.send('POST', '/api/muxupload/video-cut', { body: { passthrough, timeIn, timeOut } });
  const tooLate = () =>
    `timeOut must be earlier than video duration(${String(Math.floor(video.duration))}s).`;
  const head = (link: string) => fetch(new URL(link, product.mediaOrigin), { method: 'HEAD' });
  async function download(link: string): Promise<string> {
    await until('the clip', async () => (await head(link)).status === 200);
    const file = join(folder, 'clip.mp4');
    const answer = await fetch(new URL(link, product.mediaOrigin));
    writeFileSync(file, new Uint8Array(await answer.arrayBuffer()));
    return file;
  }

  describe('over HTTP', () => {
    let link: string;

    it("Messages: 'Both timeIn and timeOut must be valid times in HH:MM:SS format.', 'timeIn must be earlier than timeOut.', 'timeOut must be earlier than video duration({n}s).' say why nothing is cut", async () => {
      for (const [timeIn, timeOut, msg] of [
        ['', '', invalid],
        ['00:00:01', '3', invalid],
        ['00:00:61', '00:01:10', invalid],
        ['file:/etc', '-ss 1', invalid],
        ['00:00:03', '00:00:03', 'timeIn must be earlier than timeOut.'],
        ['00:00:03', '00:00:01', 'timeIn must be earlier than timeOut.'],
        ['00:00:01', '10:00:00', tooLate()],
      ] as const) {
        const { status, json } = await cut(timeIn, timeOut);
        assert.deepEqual([status, json?.msg], [400, msg], `${timeIn} to ${timeOut}`);
      }
    });

    it(
      proves(
        'POST /muxupload/video-cut | passthrough (asset id), timeIn, timeOut | data.data is the clip link',
        'Clip files are requested with HEAD checks until ready.',
      ),
      async () => {
        const { status, json, text } = await cut('00:00:01', '00:00:03');
        assert.equal(status, 200, text);
        link = json!.data as string;
        assert.equal(typeof link, 'string');
        const { width, height, frames, seconds, format } = probe(await download(link));
        assert.deepEqual([width, height, frames], [1_280, 720, 2 * framesPerSecond]);
        assert.ok(Math.abs(seconds - 2) <= 2 / framesPerSecond, String(seconds));
        assert.match(format, /mp4/);
      },
    );

    it('the same range, also by another id of the video, gives the same clip; another range gives another one', async () => {
      const again = await Promise.all([
        cut('00:00:01', '00:00:03'),
        cut('00:00:01', '00:00:03', video.id),
        cut('00:00:01', '00:00:03', video.uploadId),
      ]);
      assert.deepEqual(
        again.map(({ json }) => json?.data),
        [link, link, link],
      );
      const other = await cut('00:00:00', '00:00:02');
      assert.notEqual(other.json?.data, link);
    });

    it('a clip of another user’s video is refused like one of an unknown video', async () => {
      const stranger = product.api();
      await stranger.register();
      const foreign = await cut('00:00:01', '00:00:03', video.assetId, stranger);
      const none = await cut('00:00:01', '00:00:03', 'nothing', stranger);
      assert.deepEqual([foreign.status, foreign.text], [404, none.text]);
    });
  });

  describe('on its page', () => {
    const player = () => page.locator('video');
    const popup = (name: string) => page.getByRole('dialog', { name, exact: true });
    const field = (name: string) => popup('Cut a clip').getByRole('textbox', { name });
    const say = (text: string) => page.getByText(text, { exact: true }).waitFor();
    const open = (name: RegExp) => page.getByRole('main').getByRole('button', { name }).first().click();
    const press = (button: string) => page.getByRole('dialog').getByRole('button', { name: button }).click();

    before(async () => {
      await page.goto(`/asset/${video.assetId}`);
      await until('the player', () => player().evaluate(isLoaded));
    });

    it(
      proves(
        'Clip popup: cue in and cue out times in HH:MM:SS, fillable from the current playback time.',
        'A clip cutter and a screenshot tool use the video duration, current playback time and playback id.',
      ),
      async () => {
        await player().evaluate(goTo, 3.4);
        await open(/^Cut a clip/);
        await press('Cue out: use current time');
        assert.equal(await field('Cue out').inputValue(), '00:00:03');
        const frame = popup('Cut a clip').locator(`img[src*="${video.playback_id}"]`).first();
        await frame.waitFor();
        await watched.inspectModal('clip');
        await type(field('Cue out'), '001000');
        await press('Cut clip');
        await say(tooLate());
      },
    );

    it(
      proves(
        'Clip cutting shows a busy overlay.',
        'Clip cutting: busy overlay, then success toast, then polling of the clip link until it is ready.',
        "'Video clip successful. It may take a moment before it starts to download.'",
        'The clip is downloaded as clip_{start}-{end}.mp4.',
      ),
      async () => {
        const heldCall = await hold(page, '**/muxupload/video-cut');
        await type(field('Cue in'), '000002');
        await type(field('Cue out'), '000004');
        await press('Cut clip');
        const body = (await heldCall.request()).postDataJSON() as object;
        assert.deepEqual(body, {
          passthrough: video.assetId,
          timeIn: '00:00:02',
          timeOut: '00:00:04',
        });
        await page.locator('[role=dialog][aria-busy=true]').waitFor();
        await watched.saveScreenshot('clip-cutting');
        const checked = page.waitForRequest((request) => request.method() === 'HEAD');
        const download = page.waitForEvent('download');
        heldCall.release();
        await say('Video clip successful. It may take a moment before it starts to download.');
        await checked;
        const file = await download;
        // Browsers replace colons in file names.
        assert.match(file.suggestedFilename(), /^clip_00.00.02-00.00.04\.mp4$/);
        const { frames, width } = probe(await file.path());
        assert.deepEqual([frames, width], [2 * framesPerSecond, 1_280]);
      },
    );

    it(
      proves(
        'Screenshot popup: a single time in HH:MM:SS, fillable from the current playback time.',
        'The image is downloaded as screenshot-{time}.jpg.',
      ),
      async () => {
        await page.keyboard.press('Escape');
        await choose(page, menus.video, 'Screenshot…');
        const time = popup('Screenshot').getByRole('textbox', { name: 'Time' });
        await press('Use current time');
        assert.equal(await time.inputValue(), '00:00:03');
        const download = page.waitForEvent('download');
        await press('Download');
        const file = await download;
        assert.match(file.suggestedFilename(), /^screenshot-00.00.03\.jpg$/);
        const { width, height } = probe(await file.path());
        assert.deepEqual([width, height], [1_280, 720], 'as large as the video');
        await page.keyboard.press('Escape');
      },
    );

    it('selected words become a square clip with their captions in it, which is downloaded, deleted and had back', async () => {
      const dialog = popup('Cut a clip');
      const select = (label: string, option: string) =>
        dialog.getByRole('combobox', { name: label }).selectOption({ label: option });
      const row = dialog.getByRole('listitem').filter({ hasText: 'Square, captions burned in' });
      await selectLine(page.getByRole('region', { name: 'Transcript' }).locator('[data-words]').first());
      await page.getByRole('button', { name: 'Clip these words' }).click();
      await press('Format');
      await select('Frame', 'Square, 1:1');
      await select('Captions', 'Burned in');
      const length = dialog.getByText(/^The clip is .* long\.$/);
      const long = /is ([\d.]+) s long/.exec(await length.innerText())?.[1];
      await watched.inspectModal('clip-words');
      const downloaded = page.waitForEvent('download');
      await press('Cut clip');
      await row.getByRole('button', { name: /^Download the clip/ }).waitFor();
      await downloaded;
      await watched.inspectModal('clip-words-made');
      const saving = page.waitForEvent('download');
      await row.getByRole('button', { name: /^Download the clip/ }).click();
      const file = await saving;
      assert.match(file.suggestedFilename(), /^clip_.*_square_captions\.mp4$/);
      const { width, height, seconds } = probe(await file.path());
      assert.deepEqual([width, height], [720, 720]);
      assert.ok(Math.abs(seconds - Number(long)) <= 0.2, `${String(seconds)} of ${String(long)}`);
      await row.getByRole('button', { name: /^Delete the clip/ }).click();
      await until('the row to go', async () => (await row.count()) === 0);
      await dialog.getByRole('button', { name: 'Undo' }).click();
      await row.getByRole('button', { name: /^Play the clip/ }).click();
      await until('the clip in the list', () => row.locator('video').evaluate(isLoaded));
      await dialog.getByRole('button', { name: 'Close' }).first().click();
    });
  });

  it('the clips of a deleted video are removed, and no new one is cut', async () => {
    // The open page then asks for a video that is gone.
    watched.assertClean();
    const link = (await cut('00:00:01', '00:00:03')).json!.data as string;
    await download(link);
    await api.ask('GET', `/api/muxvideos/delete/${video.id}`);
    assert.equal((await cut('00:00:01', '00:00:03')).status, 404);
    assert.equal((await cut('00:00:00', '00:00:04')).status, 404);
    await until('the clip to be gone', async () => (await head(link)).status === 404);
  });
});

/** Replaces a time by typing, as a person does. */
async function type(field: Locator, digits: string): Promise<void> {
  await field.fill('');
  await field.pressSequentially(digits);
}

/** Selects the words of a line by dragging over them. */
async function selectLine(words: Locator): Promise<void> {
  await words.scrollIntoViewIfNeeded();
  const box = await words.boundingBox();
  assert.ok(box, 'the words are shown');
  const mouse = words.page().mouse;
  const insideBy = 4;
  await mouse.move(box.x + 1, box.y + insideBy);
  await mouse.down();
  await mouse.move(box.x + box.width - 1, box.y + box.height - insideBy, { steps: 5 });
  await mouse.up();
}

/** Runs inside the page. */
function isLoaded(element: unknown): boolean {
  return (element as { readyState: number }).readyState >= 1;
}

/** Runs inside the page. */
function goTo(element: unknown, seconds: number): void {
  (element as { currentTime: number }).currentTime = seconds;
}
