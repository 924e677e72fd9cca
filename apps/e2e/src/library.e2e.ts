import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Browser, Page, Response } from 'playwright-core';
import type { Api } from './testing/api/api.ts';
import type { WatchedPage } from './testing/browser/browser.ts';
import { hold } from './testing/browser/page-calls.ts';
import { signedIn } from './testing/browser/signed-in.ts';
import { proves } from './testing/shared/proves.ts';
import { briefTalk } from './testing/api/talk.ts';
import { until } from './testing/shared/until.ts';

const processingMs = 600_000;

describe('the library of a user with one video', () => {
  let browser: Browser;
  let api: Api;
  let watched: WatchedPage;
  let page: Page;
  /** The page's API calls about videos, in order. */
  const calls: { method: string; path: string; body: unknown }[] = [];
  const checks = () => calls.filter(({ path }) => path.includes('/muxvideos/asset/'));
  const card = () => page.getByRole('article');

  before(async () => {
    ({ browser, api, watched, page } = await signedIn('free'));
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (path.startsWith('/api/mux'))
        calls.push({ method: request.method(), path, body: request.postDataJSON() as unknown });
    });
    await page.goto('/asset/view');
  });
  after(() => browser.close());

  it(
    proves(
      'Collapsible left sidebar, 300px wide, holding the uploader.',
      '/asset/view | signed-in | Library page.',
      'A webinar video library (shown in the interface as a webinar vault).',
      'The picker accepts video and audio.',
    ),
    async () => {
      const sidebar = page.locator('#sidebar');
      const picker = sidebar.locator('input[type=file]');
      assert.match((await picker.getAttribute('accept')) ?? '', /^video\/\*,audio\/\*,/);
      const box = await sidebar.boundingBox();
      assert.deepEqual([box?.x, box?.width], [0, 300]);
      await page.getByRole('button', { name: 'Close the uploader' }).click();
      await sidebar.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Open the uploader' }).click();
      await picker.waitFor({ state: 'attached' });
      await page.getByText('Webinar Vault', { exact: true }).waitFor();
    },
  );

  it(
    proves(
      "A card placeholder with a title and type 'uploading' is placed at the top of the list after an upload.",
      'After a successful upload the page saves the video, then checks for the new asset every 1 second until a thumbnail is present; it then replaces the first list item and stops.',
    ),
    async () => {
      const { bytes: buffer, type: mimeType } = briefTalk();
      await page.locator('input[type=file]').setInputFiles({ name: 'brief.mp4', mimeType, buffer });
      await page.getByText('Upload complete!', { exact: true }).waitFor();
      await card().getByRole('progressbar').waitFor();
      const { id } = api.user!;
      const at = calls.findIndex(({ method }) => method === 'PATCH');
      const saved = calls[at]!.body as Record<string, string>;
      assert.deepEqual({ ...saved, passthrough: '' }, { title: 'brief', userId: id, passthrough: '' });
      await card().locator('img').waitFor({ timeout: processingMs });
      const [video] = await api.videos();
      assert.equal(video!.id, saved['passthrough']);
      assert.ok(checks().length > 0 && calls.indexOf(checks()[0]!) > at, 'saved first, then checked');
      assert.equal(await card().count(), 1);
      await card().getByText('1 chapter', { exact: true }).waitFor({ timeout: processingMs });
    },
  );

  it('Each card has actions to delete, regenerate chapters and generate a summary. A description is saved on leaving it', async () => {
    for (const name of ['Delete', 'Regenerate chapters', 'Generate summary'])
      await card().getByRole('button', { name, exact: true }).waitFor();
    const description = card().getByRole('textbox', { name: 'Description' });
    await description.fill('In two sentences');
    await description.blur();
    const stored = async () => (await api.videos())[0]!.description === 'In two sentences';
    await until('the description', stored);
  });

  it('a change that was made elsewhere shows in the library and on the page of the video, without a reload', async () => {
    const [video] = await api.videos();
    const second = await page.context().newPage();
    await second.goto(`/asset/${video!.uploadId}`);
    const shown = (title: string) =>
      until(`"${title}" on both pages`, async () => {
        const inLibrary = await card().getByRole('textbox', { name: 'Title' }).inputValue();
        return inLibrary === title && (await second.title()).includes(title);
      });
    await shown('brief');
    await api.save(video!.id, { title: 'Renamed elsewhere' });
    await shown('Renamed elsewhere');
    await api.save(video!.id, { title: 'brief' });
    await shown('brief');
    await second.close();
  });

  it('Full-screen loading overlay while chapters regenerate.', async () => {
    const heldCall = await hold(page, '**/re-generate-chapter');
    await card().getByRole('button', { name: 'Regenerate chapters' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Regenerate chapters' }).click();
    const overlay = page.locator('[role=dialog][aria-busy=true]');
    const box = await overlay.boundingBox();
    assert.deepEqual([box?.x, box?.y, box?.width, box?.height], [0, 0, 1_440, 900]);
    heldCall.release();
    await overlay.waitFor({ state: 'detached' });
  });

  it("Successes: 'Upload complete!' and 'Omnisearch upload successfully.' (or the server msg when status is success).", async () => {
    await card().getByRole('button', { name: 'More actions' }).click();
    const answer = page.waitForResponse('**/upload-omnisearch');
    await page.getByRole('menuitem', { name: 'Index for search' }).click();
    const { msg = 'Omnisearch upload successfully.' } = (await (await answer).json()) as { msg?: string };
    await page.getByText(msg, { exact: true }).waitFor();
  });

  it(
    proves(
      'popups for quote prompts and search prompts',
      'a clip popup',
      'a screenshot popup',
      'Clip popup: cue in and cue out times in HH:MM:SS, fillable from the current playback time.',
      'Screenshot popup: a single time in HH:MM:SS, fillable from the current playback time.',
    ).concat(': on the card, where the video plays'),
    async () => {
      const choose = async (entry: string) => {
        await card().getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: entry }).click();
      };
      const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
      const send = async (name: string, path: string) => {
        const answer = page.waitForResponse(`**/muxupload/${path}`);
        await dialog(name).getByRole('button', { name: 'Send' }).click();
        assert.equal((await answer).status(), 200);
      };
      const [video] = await api.videos();
      const scripts: Response[] = [];
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') scripts.push(response);
      });
      await card().getByRole('button', { name: 'Play brief here' }).click();
      // A dialog hides the page behind it from assistive technology.
      const player = page.getByRole('article', { includeHidden: true }).locator('video');
      await until('the video to play', async () => (await player.evaluate(positionOf)).seconds > 0);
      const bodies = await Promise.all(scripts.map((script) => script.body()));
      const scriptBytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
      assert.ok(scriptBytes > 0 && scriptBytes <= 200 * 1_024, `the player: ${String(scriptBytes)} bytes`);
      await choose('Cut a clip…');
      const clip = dialog('Cut a clip');
      await clip.getByRole('button', { name: 'Cue in: use current time' }).click();
      const { seconds, isPaused } = await player.evaluate(positionOf);
      assert.ok(isPaused);
      const time = `00:00:0${String(Math.min(Math.floor(seconds), Math.ceil(video!.duration) - 1))}`;
      assert.equal(await clip.getByRole('textbox', { name: 'Cue in' }).inputValue(), time);
      await page.keyboard.press('Escape');
      await choose('Screenshot…');
      assert.equal(await dialog('Screenshot').getByRole('textbox').inputValue(), time);
      await page.keyboard.press('Escape');
      await watched.saveScreenshot('library-playing');
      await card().getByRole('button', { name: 'Stop playing brief here' }).click();
      await card().getByRole('link').waitFor();

      await choose('Update search…');
      await dialog('Update search').getByRole('textbox').fill('What about price?');
      await watched.inspectModal('library-update-search');
      await send('Update search', 'update-search');
      await dialog('AI Search Results Below').getByRole('heading', { name: 'Final Answer' }).waitFor();
      await page.keyboard.press('Escape');
      const { search } = (await api.video(video!.id)).chapters[0]!;
      assert.ok(search !== '');
      await choose('Update quotes…');
      await send('Update quotes', 'update-quote');
      await dialog('Update quotes').waitFor({ state: 'detached' });
      assert.ok((await api.video(video!.id)).chapters[0]!.quote.length > 0);
    },
  );

  it('a full plan says so instead of the uploader, until a video is deleted', async () => {
    await api.openUpload();
    await page.reload();
    const words = 'You have used 2 of 2 videos of your plan. Delete one to upload another.';
    await page.getByText(words, { exact: true }).waitFor();
    await card().waitFor();
    assert.equal(await page.locator('input[type=file]').count(), 0);
    await card().getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Your library is empty').waitFor();
    await page.locator('input[type=file]').waitFor({ state: 'attached' });
  });

  it('the pages had no errors and sent no request to another origin', () => watched.assertClean());
});

/** Runs inside the page. */
function positionOf(element: unknown): { seconds: number; isPaused: boolean } {
  const { currentTime, paused } = element as { currentTime: number; paused: boolean };
  return { seconds: currentTime, isPaused: paused };
}
