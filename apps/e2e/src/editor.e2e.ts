import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { VideoRecord } from '@vault/contracts';
import type { Browser, Page } from 'playwright-core';
import { choose, menus } from './testing/browser/menus.ts';
import type { Api } from './testing/api/api.ts';
import { WatchedPage } from './testing/browser/browser.ts';
import { readCues, toSeconds } from './testing/shared/cues.ts';
import { EditorPage } from './testing/browser/editor-page.ts';
import { playback } from './testing/browser/in-page.ts';
import { signedInWithVideo } from './testing/browser/signed-in.ts';
import type { Product } from './testing/product/product.ts';
import { proves } from './testing/shared/proves.ts';
import { talk } from './testing/api/talk.ts';
import { until } from './testing/shared/until.ts';
import { quoteText } from './testing/shared/quote-text.ts';

/** Changes the page's title if the product renders it as markup. */
const title = '<img src=x onerror="document.title=1">Three lessons';

describe('the editor of a webinar', () => {
  let product: Product;
  let api: Api;
  let video: VideoRecord;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let editor: EditorPage;

  before(async () => {
    ({ product, api, video, browser, watched, page } = await signedInWithVideo(talk(), title));
    editor = new EditorPage(page);
  });
  after(() => browser.close());

  /** The state of the player, once its media is loaded. */
  const player = () =>
    until('the player to load', async () => {
      const state = await page.locator('video').evaluate(playback);
      return state.isLoaded && state;
    });
  const untilPlaying = (from: number) =>
    until(`it to play from ${String(from)}`, async () => {
      const { isPaused, time } = await player();
      return !isPaused && time >= from && time < from + 10;
    });
  /** Pauses the player. @returns its time */
  const pause = async () => {
    await page.locator('video').evaluate(stop);
    return (await player()).time;
  };
  const stored = async (n: number) => (await api.video(video.id)).chapters[n]!;
  const transcript = () => page.getByRole('region', { name: 'Transcript' });

  it(
    proves(
      'Signed-in users open a processed video, work with automatically generated chapters and quotations, search text and prompts, and cut clips or take screenshots.',
      'Editor: a signed-in user opens one processed webinar video (identified by the asset id) and sees the video with its AI-generated chapters.',
      '/asset/{id} | signed-in | Single video editor (second document)',
    ),
    async () => {
      const requested = page.waitForRequest((request) => request.url().includes('/api/muxvideos/asset/'));
      await page.goto(`/asset/${video.assetId}`);
      assert.equal((await requested).headers()['authorization'], `Bearer ${api.user!.token}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      assert.equal(await page.locator('img[src=x]').count(), 0);
      assert.ok(video.chapters.length >= 2);
      for (const [n, chapter] of video.chapters.entries()) {
        await until(chapter.title, async () => (await editor.title(n).inputValue()) === chapter.title);
      }
      await player();
      await watched.inspect('video');
    },
  );

  const handle = () => page.getByRole('separator');
  const share = async () => {
    const box = await handle().locator('..').boundingBox();
    return Math.round((box!.width / page.viewportSize()!.width) * 100);
  };
  const untilShare = (percent: number) =>
    until(`${String(percent)} %`, async () => Math.abs((await share()) - percent) <= 1);

  it(
    proves(
      'Loaded layout: a video player on the left, with a drag handle that resizes it between 25% and 50% of the width.',
      'Default is 25% on desktop and 100% on mobile.',
      'On screens narrower than 768 it is fixed at 100%.',
      'Video panel width: 25 to 50 percent.',
      'Mobile breakpoint: 768.',
    ),
    async () => {
      for (const width of [1_440, 1_024, 768]) {
        await page.setViewportSize({ width, height: 900 });
        await untilShare(25);
        const box = await handle().locator('..').boundingBox();
        assert.ok(box!.x <= 32, 'on the left');
      }
      await page.setViewportSize({ width: 1_440, height: 900 });
      for (const percent of [40, 50, 25]) {
        // 50 and 25 are the limits: the handle is dragged beyond them.
        const far = { 40: 40, 50: 90, 25: 2 }[percent]!;
        const dx = ((far - (await share())) / 100) * 1_440;
        const box = await handle().boundingBox();
        const [x, y] = [box!.x + box!.width / 2, box!.y + box!.height / 2];
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + dx, y, { steps: 5 });
        await page.mouse.up();
        await untilShare(percent);
      }
      for (const width of [767, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await handle().waitFor({ state: 'hidden' });
        const player = () => page.locator('media-controller').boundingBox();
        await until('the whole width', async () => (await player())?.width === width);
      }
      await page.setViewportSize({ width: 1_440, height: 900 });
    },
  );

  it(proves('Each chapter row shows:', 'a clickable start time that seeks and plays;'), async () => {
    const last = video.chapters.length - 1;
    await editor.play(last).click();
    await untilPlaying(toSeconds(video.chapters[last]!.start));
    // The transcript follows the playback.
    const now = transcript().locator('[aria-current=true]');
    await now.waitFor();
    const announcement = await now.textContent();
    await until(
      'the next line',
      async () => (await now.textContent().catch(() => announcement)) !== announcement,
    );
    await pause();
  });

  it('Player seek offsets: 3 seconds. Its keys: space and k, arrows, j and l, shift and arrows, ?', async () => {
    const starts = video.chapters.map(({ start }) => toSeconds(start));
    const body = page.locator('body');
    /** Playback may continue before the test reads its position: `within` is the tolerance in seconds. */
    const press = async (key: string, to: number, within = 0.9) => {
      await body.press(key);
      const isAt = ({ time }: { time: number }) => time > to - 0.9 && time < to + within;
      await until(`${key} to go to ${String(to)}`, async () => isAt(await player()));
      await page.locator('video').evaluate(stop);
    };
    await editor.play(0).click();
    await untilPlaying(0);
    await page.locator('video').evaluate(stop);
    await page.getByRole('heading', { level: 1 }).click();
    await page.locator('video').evaluate(goTo, 20);
    await press('ArrowRight', 23);
    await press('ArrowLeft', 20);
    await press('l', 30);
    await press('j', 20);
    await press('Shift+ArrowRight', starts[1]!, (starts[2] ?? video.duration) - starts[1]!);
    await page.locator('video').evaluate(goTo, starts[1]);
    await press('Shift+ArrowLeft', 0, starts[1]);
    for (const key of [' ', 'k'])
      for (const isPaused of [false, true]) {
        await body.press(key);
        await until(`${key} once`, async () => (await player()).isPaused === isPaused);
      }
    await body.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await watched.inspectModal('dialog-keys');
    await page.keyboard.press('Escape');
  });

  it('the player shows captions, the chapter and picture of a time on its time line, and speeds', async () => {
    await until('the pictures', async () => (await fetch(new URL(video.storyboardUrl, page.url()))).ok);
    await page.reload();
    await player();
    await editor.play(0).click();
    await untilPlaying(0);
    await pause();
    const captions = page.getByRole('switch', { name: 'closed captions' });
    for (const isOn of ['true', 'false']) {
      await page.getByRole('heading', { level: 1 }).press('c');
      await until(`captions: ${isOn}`, async () => (await captions.getAttribute('aria-checked')) === isOn);
    }
    const line = page.locator('media-time-range');
    const { width } = (await line.boundingBox())!;
    await line.hover({ position: { x: width - 30, y: 5 } });
    await line.getByText(video.chapters.at(-1)!.title).waitFor();
    await until('a picture', () => line.locator('media-preview-thumbnail img').evaluate(isShown));
    await watched.saveScreenshot('player-time-line');
    await page.getByRole('button', { name: /^playback rate/i }).click();
    await page.getByRole('menuitemradio', { name: '1.5x' }).click();
    await until('the speed', async () => (await page.locator('video').evaluate(speedOf)) === 1.5);
    await page.getByRole('heading', { level: 1 }).press('<');
    await until('a lower speed', async () => (await page.locator('video').evaluate(speedOf)) === 1.25);
  });

  it('the transcript can be searched, a line of it seeks and plays, and following can be switched off', async () => {
    const hits = readCues(video.vtt!).filter(({ text }) => /password/i.test(text));
    const field = transcript().getByRole('searchbox');
    await field.fill('nobody said this');
    await transcript().getByText('No match', { exact: true }).waitFor();
    await field.fill('password');
    await transcript()
      .getByText(/^\d+ of \d+$/)
      .waitFor();
    await field.press('Enter');
    const chosen = transcript().locator('mark[data-chosen]');
    await chosen.waitFor();
    await chosen.click();
    await until('it to play the found line', async () => {
      const { time, isPaused } = await player();
      return !isPaused && hits.some(({ start, end }) => time >= start - 0.1 && time < end + 2);
    });
    await pause();
    await field.press('Escape');
    assert.equal(await field.inputValue(), '');
  });

  it(
    proves(
      'a thumbnail taken 5 seconds after the chapter start;',
      'Chapter thumbnail: 5 seconds after the start.',
      'Other requests:',
      'Video thumbnails are loaded from a video streaming service by playback id, at a time in seconds.',
    ),
    async () => {
      await page.getByRole('button', { name: 'Expand all' }).click();
      for (const [n, { start }] of video.chapters.entries()) {
        const picture = editor.row(n).locator('img');
        const url = new URL((await picture.getAttribute('src'))!, product.mediaOrigin);
        assert.ok(url.pathname.includes(video.playback_id));
        assert.equal(url.searchParams.get('time'), String(toSeconds(start) + 5));
        await picture.scrollIntoViewIfNeeded();
        await until('the picture', () => picture.evaluate(isShown));
      }
      await watched.inspect('video-expanded');
      await page.getByRole('button', { name: 'Collapse all' }).click();
      await editor.toggle(0).click();
    },
  );

  it('an edited title and summary are stored, and nothing else changes', async () => {
    const old = await stored(0);
    await editor.title(0).fill('Prices');
    await editor.title(0).press('Enter');
    assert.equal((await editor.untilSaved(0)).passthrough, video.id);
    assert.deepEqual(await stored(0), { ...old, title: 'Prices' });
    await editor.write(editor.summary(0), 'All about prices.');
    await editor.untilSaved(1);
    assert.deepEqual(await stored(0), { ...old, title: 'Prices', summary: 'All about prices.' });
  });

  it('edited quotes and an edited search text are stored; Undo restores them after a generation has replaced them', async () => {
    const { quote: old } = await stored(0);
    assert.ok(old.length >= 2);
    const codes = old.map((each) => (typeof each === 'object' ? each.timecode : ''));
    const lines = ['Not what was said.', ...old.slice(1).map(quoteText), 'One more.'];
    const before = editor.saves.length;
    await editor.writeQuotes(0, lines);
    const { chapters } = await editor.untilSaved(before);
    const expected = lines.map((quote, at) => (codes[at] ? { quote, timecode: codes[at] } : quote));
    assert.deepEqual(chapters![0]!.quote, expected);
    assert.deepEqual((await stored(0)).quote, expected);
    await editor.write(editor.search(0), 'In two\nlines.');
    await editor.untilSaved(before + 1);
    assert.equal((await stored(0)).search, 'In two\nlines.');

    const { chapters: edited } = await api.video(video.id);
    const undo = async (isReplaced: (now: VideoRecord['chapters']) => boolean) => {
      await until('the text to be replaced', async () => isReplaced((await api.video(video.id)).chapters));
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await page.getByRole('button', { name: 'Redo', exact: true }).waitFor();
      assert.deepEqual((await api.video(video.id)).chapters, edited);
    };
    await editor.updateButton(0, 'Update quotes').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await undo(([first]) => !isDeepStrictEqual(first!.quote, expected));
    await editor.quotes(0).getByText('One more.').waitFor();
    await choose(page, menus.chapters, 'Regenerate chapters…');
    await page.getByRole('dialog').getByRole('button', { name: 'Regenerate chapters' }).click();
    await undo(([first]) => first!.title !== 'Prices');
    assert.equal(await editor.title(0).inputValue(), 'Prices');
  });

  it('an edit made offline is reported as not saved, and saved automatically when online', async () => {
    watched.expect(/ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)/);
    await page.context().setOffline(true);
    await editor.write(editor.summary(0), 'Edited offline.');
    await page.getByText('Not saved: 1 edit is only on this page.').waitFor();
    assert.equal(await editor.summary(0).inputValue(), 'Edited offline.');
    await page.context().setOffline(false);
    await until('it to be saved', async () => (await stored(0)).summary === 'Edited offline.');
  });

  it('an edit whose save failed is kept over a reload', async () => {
    watched.expect(/status of 503/);
    const json = { status: 'error', msg: 'Please try again in a minute.' };
    await page.route('**/muxupload/save', (route) => route.fulfill({ status: 503, json }));
    await editor.write(editor.title(0), 'After a reload');
    await page.getByText('Not saved: 1 edit is only on this page.').waitFor();
    await page.reload();
    await page.getByText('1 edit is not saved yet.').waitFor();
    assert.equal(await editor.title(0).inputValue(), 'After a reload');
    await page.unroute('**/muxupload/save');
    await page.getByRole('button', { name: 'Save now' }).click();
    await until('it to be saved', async () => (await stored(0)).title === 'After a reload');
  });

  it('concurrent edits do not overwrite each other: a dialog shows both texts to choose from', async () => {
    const other = await WatchedPage.openAs(api.user!, browser, product);
    other.expect(/status of 409/);
    // Without the stream of changes, so that it does not learn of the other edit in time.
    await other.page.route('**/api/events', () => undefined);
    await other.page.goto(`/asset/${video.id}`);
    const second = new EditorPage(other.page);
    await second.toggle(1).click();
    await editor.write(editor.title(1), 'Mine');
    await until('it to be saved', async () => (await stored(1)).title === 'Mine');
    // Edits of different fields are merged without a question.
    await second.write(second.summary(1), 'Theirs');
    await until('both to be saved', async () => (await stored(1)).summary === 'Theirs');
    assert.equal((await stored(1)).title, 'Mine');
    await editor.write(editor.title(1), 'Mine again');
    await until('it to be saved', async () => (await stored(1)).title === 'Mine again');
    await second.write(second.title(1), 'Theirs again');
    const dialog = other.page.getByRole('dialog', { name: 'Changed in two places' });
    await dialog.getByText('Mine again', { exact: true }).waitFor();
    await other.inspectModal('dialog-conflict');
    await dialog.getByRole('radio', { name: /Theirs again/ }).check();
    assert.equal((await stored(1)).title, 'Mine again');
    await dialog.getByRole('button', { name: 'Keep my choice' }).click();
    await until('the choice', async () => (await stored(1)).title === 'Theirs again');
    other.assertClean();
    await other.page.context().close();
  });

  it('the pages had no errors and sent no request to another origin', () => watched.assertClean());
});

/** Runs inside the page. */
function stop(element: unknown): void {
  (element as { pause(): void }).pause();
}

/** Runs inside the page. */
function goTo(element: unknown, seconds: number): void {
  (element as { currentTime: number }).currentTime = seconds;
}

/** Runs inside the page. */
function speedOf(element: unknown): number {
  return (element as { playbackRate: number }).playbackRate;
}

/** Runs inside the page. */
function isShown(element: unknown): boolean {
  return (element as { naturalWidth: number }).naturalWidth > 0;
}
