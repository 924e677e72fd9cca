import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { VideoRecord } from '@vault/contracts';
import type { Browser, Page } from 'playwright-core';
import { choose, menus } from './testing/browser/menus.ts';
import { briefTalk } from './testing/api/talk.ts';
import { WatchedPage } from './testing/browser/browser.ts';
import { changeAnswers } from './testing/browser/change-answers.ts';
import { EditorPage } from './testing/browser/editor-page.ts';
import { findInvisible, fitsWindow, isInFront } from './testing/browser/in-page.ts';
import { keyCosts, median, p95 } from './testing/browser/key-costs.ts';
import { longVideo, sentence } from './testing/browser/long-video.ts';
import { signedInWithVideo } from './testing/browser/signed-in.ts';
import type { Product } from './testing/product/product.ts';
import { proves } from './testing/shared/proves.ts';
import { until } from './testing/shared/until.ts';

const widths = [390, 768, 1_440];

/** What only a browser with a layout shows: widths, zoom, forced colours, the cost of a key. */
describe('the signed-in pages', () => {
  let product: Product;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let editor: EditorPage;
  let address: string;

  before(async () => {
    const { video, ...person } = await signedInWithVideo(briefTalk(), 'Pricing');
    ({ product, browser, watched, page } = person);
    address = `/asset/${video.assetId}`;
    editor = new EditorPage(page);
  });
  after(() => browser.close());

  const resize = (width: number, height = 900) => page.setViewportSize({ width, height });
  const boxOf = async (name: string) =>
    (await page.getByRole('button', { name, exact: true }).boundingBox())!;
  const shown = '**/api/muxvideos/asset/*';
  const show = async (change: (video: VideoRecord) => VideoRecord) => {
    await page.unroute(shown);
    await changeAnswers(page, shown, change);
    await page.goto(address);
  };

  it('a video that is being processed has no accessibility fault, and shows its progress with forced colours', async () => {
    await show((video) => ({ ...video, chapters: [], state: 'chaptering', progress: 40 }));
    await page.getByRole('progressbar').waitFor();
    await watched.inspect('editor-loading');
    await page.emulateMedia({ forcedColors: 'active' });
    const strips = ['[role=progressbar] > span > span:last-child'];
    assert.deepEqual(await page.evaluate(findInvisible, strips), []);
    await page.emulateMedia({ forcedColors: 'none' });
  });

  describe('with a video of three hours', () => {
    const transcript = () => page.getByRole('region', { name: 'Transcript' });
    const player = () => page.locator('media-controller');

    it('typing stays fast with 60 chapters and 4,000 cues: the p95 of a key is at most 50 ms of the main thread above an empty page', async () => {
      // Without its media, which would be decoded meanwhile.
      await show((video) => ({ ...longVideo(video), streamUrl: '' }));
      await editor.title(59).waitFor();
      await page.getByRole('button', { name: 'Expand all' }).click();
      const lines = transcript().getByRole('listitem');
      assert.ok((await lines.count()) < 200, 'only visible lines are rendered');
      const alone = await page.context().newPage();
      await alone.setContent('<textarea aria-label="Alone"></textarea>');
      const fields = {
        alone: alone.getByRole('textbox'),
        title: editor.title(30),
        summary: editor.summary(30),
        search: editor.search(0),
        quotes: editor.quotes(0).getByRole('textbox').first(),
        line: transcript().getByRole('textbox', { name: /^Words at/ }),
      };
      const rounds = Object.entries(fields).map(([name, field]) => ({ name, field, costs: [] as number[] }));
      // In alternating rounds, so that other load of the machine affects all fields alike.
      for (let round = 0; round < 3; round += 1)
        for (const { name, field, costs } of rounds) {
          // A background tab renders only once a second.
          await field.page().bringToFront();
          if (name === 'quotes') await editor.quotes(0).getByRole('button', { name: 'Edit quotes' }).click();
          if (name === 'line') await lines.nth(2).dblclick();
          costs.push(p95(await keyCosts(field.page(), field, sentence(3).slice(0, 20))));
          // Discards the text, so that it is not saved.
          await field.page().keyboard.press('Escape');
        }
      const costs = Object.fromEntries(rounds.map((each) => [each.name, median(each.costs)]));
      assert.ok(
        Math.max(...Object.values(costs)) <= costs['alone']! + 50,
        JSON.stringify(rounds.map(({ name, costs: all }) => [name, all])),
      );
      assert.equal(editor.saves.length, 0);
      await alone.close();
    });

    it('with forced colours it shows its chapter strips, the playing line and the range of a clip', async () => {
      await show(longVideo);
      await page.emulateMedia({ forcedColors: 'active' });
      await transcript().locator('[role=button][data-now]').waitFor();
      const drawn = [
        '[data-drawn=playhead] button > span',
        '[data-drawn=playhead] > span',
        '[data-drawn=place] > span',
        '[role=button][data-now][aria-current]',
      ];
      assert.deepEqual(await page.evaluate(findInvisible, drawn), []);
      await watched.saveScreenshot('editor-forced-colors');
      await page.getByRole('button', { name: 'Cut a clip…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Cue in' }).fill('00:00:01');
      await dialog.getByRole('textbox', { name: 'Cue out' }).fill('01:00:00');
      await dialog.getByTestId('marked-span').waitFor();
      const strips = ['[data-drawn=chapters] > span', '[data-testid=marked-span]'];
      const ofDialog = strips.map((strip) => `[role=dialog] ${strip}`);
      assert.deepEqual(await page.evaluate(findInvisible, ofDialog), []);
      await page.keyboard.press('Escape');
      await page.emulateMedia({ forcedColors: 'none' });
    });

    it("A transcript panel on the right is titled with the video title, or 'Transcript' if there is none: on the right of the player from 768 px on, at every width of the player", async () => {
      await transcript().getByRole('heading', { name: 'Three hours', exact: true }).waitFor();
      for (const width of [768, 1_024, 1_440]) {
        await resize(width, 1_024);
        for (const share of [25, 37, 50]) {
          await page.evaluate((percent) => localStorage.setItem('player-width', percent), String(share));
          await page.reload();
          await editor.title(0).waitFor();
          const frame = (await player().boundingBox())!;
          const lines = (await transcript().boundingBox())!;
          const list = (await page.getByRole('region', { name: 'Chapters' }).boundingBox())!;
          const where = `${String(width)} px, ${String(share)} %`;
          assert.ok(lines.x >= frame.x + frame.width && lines.width >= 200, where);
          assert.ok(lines.y < frame.y + frame.height, `${where}: beside the player`);
          assert.ok(list.width >= 270, `${where}: ${String(list.width)} px for chapters`);
          const isApart = list.x + list.width <= lines.x || list.y >= lines.y + lines.height;
          assert.ok(isApart, `${where}: chapters and transcript overlap`);
          assert.ok(await page.evaluate(fitsWindow), where);
        }
      }
      await page.evaluate(() => localStorage.removeItem('player-width'));
      await show((video) => ({ ...video, title: '' }));
      await transcript().getByRole('heading', { name: 'Transcript', exact: true }).waitFor();
    });

    it('the tools are one row with the summary of the video below them, and the player has its buttons', async () => {
      await show(longVideo);
      await editor.title(0).waitFor();
      // The controls are shown after the first play.
      await player().evaluate((element) => {
        (element as unknown as { setAttribute(name: string, value: string): void }).setAttribute(
          'mediahasplayed',
          '',
        );
      });
      for (const width of widths) {
        await resize(width);
        const tools = await Promise.all(
          ['Cut a clip…', 'Copy link for anyone', 'Export and more'].map(boxOf),
        );
        assert.equal(new Set(tools.map(({ y }) => y)).size, 1, `${String(width)} px`);
        const summary = (await page.getByRole('region', { name: 'Summary of the video' }).boundingBox())!;
        assert.ok(summary.y >= tools[0]!.y + tools[0]!.height);
        assert.ok(summary.x <= tools[0]!.x, 'in the column of the player');
        const frame = (await player().boundingBox())!;
        for (const name of ['seek-backward', 'seek-forward', 'fullscreen']) {
          const box = (await page.locator(`media-${name}-button`).boundingBox())!;
          const isInside = box.x >= frame.x && box.x + box.width <= frame.x + frame.width;
          assert.ok(isInside, `${name}, ${String(width)} px`);
        }
      }
    });

    it('the export menu is in front of the header, and inside the window', async () => {
      for (const height of [640, 760, 900]) {
        await resize(1_440, height);
        await choose(page, menus.video, 'Export');
        const first = page.getByRole('menuitem').first();
        await first.waitFor();
        const menu = (await page.getByRole('menu').boundingBox())!;
        assert.ok(menu.y >= 0 && menu.y + menu.height <= height, `${String(height)} px`);
        assert.ok(await first.evaluate(isInFront), `${String(height)} px`);
        await page.keyboard.press('Escape');
      }
    });

    it('the check of chapters for YouTube, and a pasted list, have no accessibility fault', async () => {
      await resize(1_440);
      await show((video) => ({ ...longVideo(video), chapters: longVideo(video).chapters.slice(0, 2) }));
      await choose(page, menus.video, 'Export', 'Copy for YouTube');
      await page.getByText(/YouTube requires at least three chapters/).waitFor();
      await watched.inspectModal('youtube-chapters');
      await page.getByRole('button', { name: 'Edit the list' }).click();
      const dialog = page.getByRole('dialog', { name: 'Paste chapters' });
      await dialog.getByRole('textbox').fill('0:00 Hello\nno time here');
      await dialog.getByText(/The line must begin with a time/).waitFor();
      await watched.inspectModal('paste-chapters');
    });

    it('zoomed in to 200 %, the chapters are reachable, and the player does not cover them', async () => {
      await resize(720, 450);
      await page.reload();
      await editor.title(0).waitFor();
      await until('the title to be in front', () => editor.title(0).evaluate(isInFront));
    });
  });

  describe('the library', () => {
    const cards = () => page.getByRole('article');
    const copies = ([video]: readonly VideoRecord[]) =>
      Array.from({ length: 20 }, (_video, n) => {
        const id = `copy-${String(n)}`;
        return { ...video!, id, uploadId: id, title: `Talk ${String(n)}` };
      });
    before(async () => {
      await changeAnswers(page, '**/api/muxvideos?*', copies);
      // The copies have no pages, and a busy machine may miss the deadline of a call.
      watched.expect(/status of (404|503)/);
      await resize(1_440);
    });

    it('has a layout shift of at most 0.1 while it loads', async () => {
      await page.addInitScript(`new PerformanceObserver((list) => {
        for (const { hadRecentInput, value } of list.getEntries())
          if (!hadRecentInput) window.shift = (window.shift ?? 0) + value;
      }).observe({ type: 'layout-shift', buffered: true })`);
      await page.goto('/asset/view');
      await cards().locator('img').first().waitFor();
      const shift = await page.evaluate<number>('window.shift ?? 0');
      assert.ok(shift <= 0.1, String(shift));
    });

    it('restores its scroll position, and the focus of the opened card', async () => {
      const last = page.getByRole('article', { name: 'Talk 19', exact: true });
      await until('the end of the list', async () => {
        await page.keyboard.press('End');
        return (await last.count()) === 1;
      });
      await last.getByRole('link').click();
      await page.waitForURL('**/asset/copy-19');
      await page.goBack();
      await last.getByRole('link').and(page.locator(':focus')).waitFor();
    });

    it(
      proves(
        'Main area: a grid of video cards, 1 column on narrow screens and 2 columns at width 768 and above.',
        'Two-column grid from width 768.',
      ),
      async () => {
        for (const [width, columns] of [
          [360, 1],
          [767, 1],
          [768, 2],
          [1_440, 2],
        ] as const) {
          await resize(width);
          await until(`${String(columns)} columns at ${String(width)}`, async () => {
            const tops = await Promise.all(
              [0, 1].map(async (at) => (await cards().nth(at).boundingBox())?.y),
            );
            return (tops[0] === tops[1]) === (columns === 2);
          });
        }
        await watched.inspect('library-cards');
      },
    );

    it('shows the chapters of a card with forced colours', async () => {
      await page.emulateMedia({ forcedColors: 'active' });
      await page.locator('article [data-drawn=chapters]').first().waitFor();
      const strips = ['article [data-drawn=chapters] > span'];
      assert.deepEqual(await page.evaluate(findInvisible, strips), []);
      await page.emulateMedia({ forcedColors: 'none' });
    });

    it('at 768 px the sidebar is closed at first, and its header has two lines also beside the open sidebar', async () => {
      await resize(768, 1_024);
      await page.reload();
      const open = page.getByRole('button', { name: 'Open the uploader' });
      await open.waitFor();
      assert.equal(await page.locator('#sidebar').count(), 0);
      await open.click();
      await page.locator('#sidebar').waitFor();
      const lineHeight = 64;
      await until('the header to have two lines', async () => {
        const box = (await page.getByRole('banner').boundingBox())!;
        return box.x === 300 && box.height < 2 * lineHeight;
      });
      assert.ok((await boxOf('Log out')).width < lineHeight, 'an icon');
    });

    it('on a phone the uploader is one button, and all controls can be reached', async () => {
      await resize(360, 640);
      await page.reload();
      const button = await boxOf('Upload a webinar');
      const sidebar = (await page.locator('#sidebar').boundingBox())!;
      assert.ok(button.width > 310 && sidebar.height < 2 * button.height);
      const box = (await page.getByPlaceholder('Search webinars...').boundingBox())!;
      for (const { x, width } of [box, await boxOf('Log out')]) assert.ok(x >= 0 && x + width <= 360);
    });
  });

  it('zoomed in to 400 %, no page scrolls sideways', async () => {
    const stranger = (await WatchedPage.open(browser, product)).page;
    for (const [where, path] of [
      [page, '/asset/view'],
      [page, address],
      [page, '/account'],
      [stranger, '/login'],
      [stranger, '/'],
    ] as const) {
      await where.setViewportSize({ width: 320, height: 256 });
      await where.goto(path);
      await where.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
      await until(`${path} to fit`, () => where.evaluate(fitsWindow));
    }
    await stranger.context().close();
    watched.assertClean();
  });
});
