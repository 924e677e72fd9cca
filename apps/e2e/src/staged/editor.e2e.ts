import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { EditorPage } from '../testing/browser/editor-page.ts';
import { openBrowser, WatchedPage } from '../testing/browser/browser.ts';
import { fitsWindow, isInFront, findInvisible } from '../testing/browser/in-page.ts';
import { keyCosts, median, p95 } from '../testing/browser/key-costs.ts';
import { longVideo, sentence } from '../testing/browser/long-video.ts';
import type { Product } from '../testing/product/product.ts';
import { proves } from '../testing/shared/proves.ts';
import { sharedProduct } from '../testing/product/shared-product.ts';
import { refuse, StagedApi, stagedVideo, succeed } from '../testing/browser/staged-api.ts';
import { until } from '../testing/shared/until.ts';

const loading =
  "If this page doesn't load, it may mean the video hasn't yet been processed. Try again in a few minutes.";
const loggedOut = 'For security purposes, we have logged you out. Sorry for the inconvenience.';

/** The page of one video with staged answers, for states that a real server cannot produce on demand. */
describe('the editor', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let watched: WatchedPage;
  let staged: StagedApi;
  const asset = 'GET /muxvideos/asset/asset-1';

  before(async () => {
    product = await sharedProduct();
    browser = await openBrowser();
  });
  after(() => browser.close());

  async function openPage(): Promise<void> {
    watched = await WatchedPage.open(browser, product);
    page = watched.page;
    const user = JSON.stringify({ id: 'staged', token: 'staged' });
    await page.addInitScript((stored) => {
      if (!sessionStorage.getItem('seen')) localStorage.setItem('user', stored);
      sessionStorage.setItem('seen', 'once');
    }, user);
    staged = await StagedApi.install(page);
  }

  describe('while it loads', () => {
    before(async () => {
      await openPage();
      await page.clock.install();
    });

    it('Regular users who are not authenticated are sent to /login.', async () => {
      const stranger = (await WatchedPage.open(browser, product)).page;
      await stranger.goto('/asset/asset-1');
      await stranger.waitForURL('**/login');
      await stranger.context().close();
    });

    it(
      proves(
        "Loading state: shows the text 'If this page doesn't load, it may mean the video hasn't yet been processed. Try again in a few minutes.'",
        'The asset is polled every 1 second until it has chapters.',
        'Editor: loading, then loaded once the asset has chapters.',
        'Asset polling interval: 1000 ms.',
      ),
      async () => {
        staged.on(asset, succeed(stagedVideo(1, { chapters: [], state: 'chaptering', progress: 40 })));
        await page.goto('/asset/asset-1');
        await page.getByText(loading, { exact: true }).waitFor();
        await watched.inspect('editor-loading');
        await page.clock.pauseAt(Date.now() + 60_000);
        const advanceUntil = async (what: string, isDone: () => Promise<boolean> | boolean) => {
          let passedMs = 0;
          await until(what, async () => {
            if (await isDone()) return true;
            await page.clock.runFor(250);
            passedMs += 250;
            return false;
          });
          return passedMs;
        };
        const nextPoll = () => {
          const count = staged.requestsTo(asset).length;
          return advanceUntil('the next poll', () => staged.requestsTo(asset).length > count);
        };
        // The clock may have stopped between two polls.
        await nextPoll();
        for (let round = 0; round < 4; round += 1) {
          const passedMs = await nextPoll();
          assert.ok(passedMs >= 750 && passedMs <= 1_500, String(passedMs));
        }
        staged.on(asset, succeed(stagedVideo(1)));
        const chapter = page.getByText('From 00:04:00', { exact: true }).first();
        await advanceUntil('the chapters', () => chapter.isVisible());
        assert.equal(await page.getByText(loading, { exact: true }).count(), 0);
        const polls = staged.requestsTo(asset).length;
        await page.clock.runFor(10_000);
        assert.equal(staged.requestsTo(asset).length, polls, 'polled after it was loaded');
      },
    );

    it(
      proves(
        "Auth response body 'Unauthorized' or 'Forbidden' (user or admin): toast 'For security purposes, we have logged you out. Sorry for the inconvenience.'",
        'After 3 seconds the stored session is removed and the user goes to /login (admin: /admin/login).',
      ),
      async () => {
        for (const [status, body] of [
          [401, 'Unauthorized'],
          [403, 'Forbidden'],
        ] as const) {
          await page.close();
          await openPage();
          await page.clock.install();
          watched.expect(new RegExp(`status of ${String(status)}`));
          staged.on(asset, (route) => route.fulfill({ status, contentType: 'text/plain', body }));
          await page.goto('/asset/asset-1');
          await page.getByText(loggedOut, { exact: true }).waitFor();
          assert.equal(new URL(page.url()).pathname, '/asset/asset-1');
          assert.ok(
            await page.evaluate(() => localStorage.getItem('user')),
            'the user stays stored while the message is shown',
          );
          await page.clock.fastForward(3_000);
          await page.waitForURL('**/login');
          assert.equal(await page.evaluate(() => localStorage.getItem('user')), null);
        }
      },
    );
  });

  describe('with a video of three hours', () => {
    let editor: EditorPage;

    before(async () => {
      await openPage();
      editor = new EditorPage(page);
      staged.on(asset, succeed(longVideo()));
      staged.on('PATCH /muxupload/save', succeed({ version: 2 }));
      await page.goto('/asset/asset-1');
      await editor.title(59).waitFor();
    });

    it("A transcript panel on the right is titled with the video title, or 'Transcript' if there is none.", async () => {
      const panel = page.getByRole('region', { name: 'Transcript' });
      await panel.getByRole('heading', { name: 'Three hours', exact: true }).waitFor();
      const [left, right] = [await editor.title(0).boundingBox(), await panel.boundingBox()];
      assert.ok(right!.x >= left!.x + left!.width);
      staged.on(asset, succeed({ ...longVideo(), title: '' }));
      await page.reload();
      await panel.getByRole('heading', { name: 'Transcript', exact: true }).waitFor();
    });

    it('typing stays fast with 60 chapters and 4,000 cues: the p95 of a key is at most 50 ms of the main thread above an empty page', async () => {
      await page.getByRole('button', { name: 'Expand all' }).click();
      const panel = page.getByRole('region', { name: 'Transcript' });
      const lines = panel.getByRole('listitem');
      assert.ok((await lines.count()) < 200, 'only visible lines are rendered');
      const alone = await page.context().newPage();
      await alone.setContent('<textarea aria-label="Alone"></textarea>');
      const fields = {
        alone: alone.getByRole('textbox'),
        title: editor.title(30),
        summary: editor.summary(30),
        search: editor.search(0),
        quotes: editor.quotes(0).getByRole('textbox').first(),
        line: panel.getByRole('textbox', { name: /^Words at/ }),
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
  });

  describe('with forced colours', () => {
    before(async () => {
      await openPage();
      await page.emulateMedia({ forcedColors: 'active' });
    });

    it('shows the progress of a video', async () => {
      staged.on(asset, succeed(stagedVideo(1, { chapters: [], state: 'chaptering', progress: 40 })));
      await page.goto('/asset/asset-1');
      await page.getByRole('progressbar').waitFor();
      const strips = ['[role=progressbar] > span > span:last-child'];
      assert.deepEqual(await page.evaluate(findInvisible, strips), []);
    });

    it('shows its chapter strips, its switch, the playing line and the range of a clip', async () => {
      // A clip needs a stream address; the stream itself is not loaded.
      const stream = { assetId: 'asset-1', streamUrl: '/media/staged.m3u8' };
      await page.route('**/media/staged.m3u8*', (route) => route.abort());
      staged.on(asset, succeed({ ...longVideo(), ...stream }));
      await page.reload();
      await page.getByRole('region', { name: 'Transcript' }).locator('[role=button][data-now]').waitFor();
      const drawn = [
        '[data-drawn=playhead] button > span',
        '[data-drawn=playhead] > span',
        '[data-drawn=place] > span',
        '[data-drawn=switch]',
        '[role=button][data-now][aria-current]',
      ];
      assert.deepEqual(await page.evaluate(findInvisible, drawn), []);
      await watched.saveScreenshot('editor-forced-colors');
      await page.getByRole('button', { name: 'Cut a clip…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Cue in' }).fill('00:00:01');
      await dialog.getByRole('textbox', { name: 'Cue out' }).fill('01:00:00');
      await dialog.getByTestId('marked-span').waitFor();
      const strips = [
        '[role=dialog] [data-drawn=chapters] > span',
        '[role=dialog] [data-testid=marked-span]',
      ];
      assert.deepEqual(await page.evaluate(findInvisible, strips), []);
    });
  });

  describe('zoomed in', () => {
    before(async () => {
      await openPage();
      // The player is shown although the staged media does not exist.
      staged.on(asset, succeed(stagedVideo(1, { streamUrl: '/media/1/stream.m3u8' })));
      staged.videos.push(...[1, 2, 3].map((n) => stagedVideo(n)));
    });

    it('to 200 % the chapters are reachable, and the player does not cover them', async () => {
      await page.setViewportSize({ width: 720, height: 450 });
      await page.goto('/asset/asset-1');
      await page
        .getByRole('alert')
        .getByText(/^This video is not available/)
        .waitFor();
      await until('the title to be in front', () => new EditorPage(page).title(0).evaluate(isInFront));
    });

    it('to 400 % no page scrolls sideways', async () => {
      const small = { width: 320, height: 256 };
      const api = product.api();
      await api.register();
      const own = (await WatchedPage.openAs(api.user!, browser, product)).page;
      const stranger = (await WatchedPage.open(browser, product)).page;
      for (const [where, path, heading] of [
        [page, '/asset/view', /./],
        [page, '/asset/asset-1', /Talk 1/],
        [own, '/account', /./],
        [stranger, '/login', /./],
        [stranger, '/', /./],
      ] as const) {
        await where.setViewportSize(small);
        await where.goto(path);
        await where.getByRole('heading', { level: 1, name: heading }).first().waitFor({ state: 'attached' });
        await until(`${path} to fit`, () => where.evaluate(fitsWindow));
      }
      await own.context().close();
      await stranger.context().close();
    });
  });

  describe('its dialogs', () => {
    let editor: EditorPage;
    const record = stagedVideo(1, {
      summary: 'On prices.',
      searchSummary: 'On prices, for searches.',
      chapters: ['00:00:00', '00:04:00'].map((start) => ({
        start,
        title: `From ${start}`,
        summary: 'What prices do.',
        search: 'They rise.',
        searchQuotes: 'What searches are given.',
        quote: [{ quote: 'Prices rise.', timecode: '00:00:02' }, 'Nobody knows when.'],
      })),
    });
    const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
    const close = async (name: string) => {
      await page.keyboard.press('Escape');
      await dialog(name).waitFor({ state: 'detached' });
    };

    before(async () => {
      await openPage();
      editor = new EditorPage(page);
      staged.on(asset, succeed(record));
      const settings = { custom_prompt: 'Prefer numbers.', quote_ct: 3, base_search_prompt: 'Be brief.' };
      staged.on('POST /auth/', succeed(settings));
      await page.goto('/asset/asset-1');
      await editor.title(0).waitFor();
    });

    it('popups for prompts and screenshots have no serious accessibility fault, in both themes', async () => {
      await editor.updateButton(0, 'Update quotes').click();
      await dialog('Update quotes').getByRole('textbox').fill('About prices');
      await watched.inspectModal('dialog-update-quotes');
      await close('Update quotes');
      await page.getByRole('button', { name: 'Screenshot…' }).click();
      await dialog('Screenshot').getByRole('textbox', { name: 'Time' }).fill('00:00:01');
      await dialog('Screenshot').getByRole('img', { name: 'The frame at 00:00:01' }).waitFor();
      await watched.inspectModal('dialog-screenshot');
      await close('Screenshot');
      await page.getByRole('heading', { level: 1 }).click();
      await page.keyboard.press('?');
      await watched.inspectModal('dialog-keys');
      await close('Keyboard shortcuts');
    });

    it("the modal 'AI Search Results Below' and its popup have none", async () => {
      const messages = { system_message: 'Be brief.', user_message: 'About prices' };
      const operation = {
        id: 'operation-1',
        kind: 'search',
        state: 'done',
        progress: 100,
        ...messages,
      };
      const fields = { chapters: record.chapters, ...messages };
      staged.on(
        'POST /muxupload/update-search',
        succeed(record, {
          ...fields,
          operation: { ...operation, chapterStart: '00:00:00', msg: '', result: 'They rise.' },
        }),
      );
      await editor.updateButton(0, 'Update search').click();
      await dialog('Update search').getByRole('textbox').fill('About prices');
      await watched.inspectModal('dialog-update-search');
      await dialog('Update search').getByRole('button', { name: 'Send' }).click();
      await dialog('AI Search Results Below').getByText('They rise.', { exact: true }).waitFor();
      await watched.inspectModal('dialog-answer');
      await close('AI Search Results Below');
    });

    it('the search-prompt modal has none, and resets the quotes for searches to those of the chapter', async () => {
      staged.on('PATCH /muxupload/save', succeed({ version: 2 }));
      await page.getByRole('button', { name: 'Prompts' }).click();
      await page.getByRole('menuitem', { name: 'Search prompt…' }).click();
      const modal = dialog('Chapter-specific Search Base Prompt');
      const quotes = modal.getByRole('region', { name: 'Chapter-specific Quotes' });
      const reset = quotes.getByRole('button', { name: 'Use the quotes of the chapter again' });
      await reset.waitFor();
      await watched.inspectModal('dialog-search-prompt');
      await reset.click();
      await page.getByText('Updated custom search prompt successfully', { exact: true }).waitFor();
      assert.equal(editor.saves[0]!.chapters![0]!.searchQuotes, '');
      assert.equal(await quotes.getByRole('textbox').inputValue(), 'Prices rise.\nNobody knows when.');
      await reset.waitFor({ state: 'detached' });
      await close('Chapter-specific Search Base Prompt');
    });

    it('the dialog for an edit conflict has none', async () => {
      watched.expect(/status of 409/);
      staged.on('PATCH /muxupload/save', refuse(409, 'The chapters have changed.'));
      const chapters = record.chapters.map((chapter) => ({
        ...chapter,
        title: 'Theirs',
        quote: ['Theirs.'],
      }));
      staged.on('GET /muxvideos/asset/session-1', succeed({ ...record, chapters, version: 3 }));
      await editor.write(editor.title(0), 'Mine');
      await dialog('Changed in two places').getByText('Theirs', { exact: true }).waitFor();
      await watched.inspectModal('dialog-conflict');
      await page.getByRole('button', { name: 'Decide later' }).click();
      await page.getByRole('button', { name: 'Choose', exact: true }).waitFor();
      watched.assertClean();
    });
  });

  describe('when a call fails', () => {
    let editor: EditorPage;
    const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
    const send = async (popup: 'Update quotes' | 'Update search', text: string) => {
      await editor.updateButton(0, popup).click();
      await dialog(popup).getByRole('textbox').fill(text);
      await dialog(popup).getByRole('button', { name: 'Send' }).click();
    };

    before(async () => {
      await openPage();
      await page.clock.install();
      editor = new EditorPage(page);
      staged.on(asset, succeed(stagedVideo(1)));
      const settings = { custom_prompt: 'Prefer numbers.', quote_ct: 3, base_search_prompt: 'Be brief.' };
      staged.on('POST /auth/', succeed(settings));
      await page.goto('/asset/asset-1');
      await editor.title(0).waitFor();
    });

    /** Asserts that a toast is at the top centre and lasts 3 seconds. */
    async function assertToast(text: string): Promise<void> {
      const toast = page.getByText(text, { exact: true });
      await toast.waitFor();
      const { x, y, width } = (await toast.boundingBox())!;
      assert.ok(y < 200, `${text} at ${String(y)}`);
      assert.ok(Math.abs(x + width / 2 - 720) < 80, `${text} at ${String(x)}`);
      await page.mouse.move(0, 890);
      // The clock of the page keeps running, on a busy machine by up to a second.
      await page.clock.fastForward(1_500);
      assert.ok(await toast.isVisible(), 'not before 3 seconds');
      await page.clock.fastForward(1_500);
      await toast.waitFor({ state: 'detached' });
    }

    it(
      proves(
        "Quote update failure: msg or 'Error to update quote'.",
        "Search update failure: msg or 'Error to update search'.",
        'Editor toasts show for 3 seconds at the top centre.',
      ),
      async () => {
        for (const [popup, path, fallback] of [
          ['Update quotes', 'update-quote', 'Error to update quote'],
          ['Update search', 'update-search', 'Error to update search'],
        ] as const) {
          for (const msg of ['There are no tokens left this month.', undefined]) {
            staged.on(`POST /muxupload/${path}`, refuse(403, msg));
            await send(popup, 'About prices');
            await assertToast(msg ?? fallback);
            // The typed text is kept, so that it can be sent again.
            if (!(await dialog(popup).isVisible())) await editor.updateButton(0, popup).click();
            assert.equal(await dialog(popup).getByRole('textbox').inputValue(), 'About prices');
            await page.keyboard.press('Escape');
            await dialog(popup).waitFor({ state: 'detached' });
          }
          const { body } = staged.requestsTo(`POST /muxupload/${path}`).at(-1)!;
          const common = { passthrough: 'session-1', selIndex: 0 };
          assert.deepEqual(
            body,
            path === 'update-quote'
              ? { ...common, start: '00:00:00', end: '00:04:00', newQuotePrompt: 'About prices' }
              : { ...common, newSearchPrompt: 'About prices' },
          );
        }
      },
    );

    it(
      proves(
        "Custom prompt save failure: 'Error to update custom prompt'.",
        "Base search prompt failure: 'Error updating base search prompt'.",
      ),
      async () => {
        for (const [entry, title, path, text] of [
          [
            'Quote prompt…',
            'Chapter-specific Quotations Base Prompt',
            'custom',
            'Error to update custom prompt',
          ],
          [
            'Search prompt…',
            'Chapter-specific Search Base Prompt',
            'base-search',
            'Error updating base search prompt',
          ],
        ] as const) {
          staged.on(`POST /muxupload/update-${path}-prompt`, refuse(500));
          await page.getByRole('button', { name: 'Prompts' }).click();
          await page.getByRole('menuitem', { name: entry }).click();
          const part = dialog(title);
          await part.getByRole('button', { name: 'Edit' }).first().click();
          await part.getByRole('textbox').first().fill('Something else.');
          await part.getByRole('button', { name: 'Save' }).first().click();
          await assertToast(text);
          assert.equal(await part.getByRole('textbox').first().inputValue(), 'Something else.');
          await part.getByRole('button', { name: 'Cancel' }).first().click();
          await part.getByRole('button', { name: 'Edit' }).first().waitFor();
          await page.keyboard.press('Escape');
          await part.waitFor({ state: 'detached' });
        }
      },
    );
  });
});
