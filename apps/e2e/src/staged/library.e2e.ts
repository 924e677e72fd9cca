import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { openBrowser, WatchedPage } from '../testing/browser/browser.ts';
import { findInvisible } from '../testing/browser/in-page.ts';
import { chooseFile, observeShifts, totalShift } from '../testing/browser/library-page.ts';
import type { Product } from '../testing/product/product.ts';
import { proves } from '../testing/shared/proves.ts';
import { sharedProduct } from '../testing/product/shared-product.ts';
import { refuse, stagedAccount, StagedApi, stagedVideo, succeed } from '../testing/browser/staged-api.ts';
import { until } from '../testing/shared/until.ts';

const kb = 1_024;
const stagedUser = { id: 'staged', token: 'staged' };

/** The library with staged answers: long lists, and states that a real server cannot produce on demand. */
describe('the library', () => {
  let product: Product;
  let browser: Browser;
  before(async () => {
    product = await sharedProduct();
    browser = await openBrowser();
  });
  after(() => browser.close());

  describe('its layout and scrolling', () => {
    let watched: WatchedPage;
    let page: Page;
    let staged: StagedApi;
    before(async () => {
      watched = await WatchedPage.openAs(stagedUser, browser, product);
      page = watched.page;
      staged = await StagedApi.install(page);
      const now = Math.floor(Date.now() / 1_000);
      const ages = [30, 300, 7_200, 3 * 86_400, 15 * 86_400, 70 * 86_400, 800 * 86_400];
      const aged = ages.map((age, n) =>
        stagedVideo(n, { created_at: now - age, duration: n < 4 ? 754 : 3_725 }),
      );
      const rest = Array.from({ length: 253 }, (_video, n) => stagedVideo(n + 7, { created_at: n + 7 }));
      staged.videos.push(...aged, ...rest);
    });

    it('has a layout shift of at most 0.1 while it loads', async () => {
      await page.addInitScript(observeShifts);
      await page.goto('/asset/view');
      await page.locator('article img').first().waitFor();
      const shift = await page.evaluate(totalShift);
      assert.ok(shift <= 0.1, `totalShift by ${String(shift)}`);
    });

    it(
      proves(
        "Relative age shows with units s, min, h, d, w, m and y followed by 'ago'.",
        'Duration shows as mm:ss, or hh:mm:ss at an hour or more.',
      ),
      async () => {
        const age = /^(3\d s|5 min|2 h|3 d|2 w|2 m|2 y) ago$/;
        const shown = page.getByRole('article').getByText(/^\d+ \w+ ago$/);
        for (const text of (await shown.allTextContents()).slice(0, 7)) assert.match(text, age);
        await page.getByText('12:34', { exact: true }).first().waitFor();
        await page.getByText('01:02:05', { exact: true }).first().waitFor();
      },
    );

    it(
      proves(
        'Main area: a grid of video cards, 1 column on narrow screens and 2 columns at width 768 and above.',
        'Two-column grid from width 768.',
      ),
      async () => {
        for (const [width, columns] of [
          [360, 1],
          [390, 1],
          [767, 1],
          [768, 2],
          [1_440, 2],
        ] as const) {
          await page.setViewportSize({ width, height: 900 });
          const hasColumns = async () => {
            const tops = await Promise.all(
              [0, 1].map(async (at) => (await page.getByRole('article').nth(at).boundingBox())?.y),
            );
            return (tops[0] === tops[1]) === (columns === 2);
          };
          await until(`${String(columns)} columns at ${String(width)}`, hasColumns);
        }
        await watched.inspect('library-cards');
      },
    );

    it('at 768 px the sidebar is closed at first, and its header has two lines also beside the open sidebar', async () => {
      await page.setViewportSize({ width: 768, height: 1_024 });
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
      const logOut = (await page.getByRole('button', { name: 'Log out' }).boundingBox())!;
      assert.ok(logOut.width < lineHeight, 'an icon');
    });

    it('on a phone the uploader is one button', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.reload();
      const button = (await page.getByRole('button', { name: 'Upload a webinar' }).boundingBox())!;
      const sidebar = (await page.locator('#sidebar').boundingBox())!;
      assert.ok(button.width > 340 && sidebar.height < 2 * button.height);
      await page.setViewportSize({ width: 1_440, height: 900 });
      await page.reload();
    });

    it('shows the chapters of a card with forced colours', async () => {
      await page.emulateMedia({ forcedColors: 'active' });
      await page.locator('article [data-drawn=chapters]').first().waitFor();
      const strips = ['article [data-drawn=chapters] > span'];
      assert.deepEqual(await page.evaluate(findInvisible, strips), []);
      await page.emulateMedia({ forcedColors: 'none' });
    });

    it('Library page size 100. A long list loads on scrolling, renders only visible cards, and restores its scroll position', async () => {
      await page.getByText('260 videos').waitFor();
      const end = page.getByRole('article', { name: 'Talk 259', exact: true });
      await until('the end of the list', async () => {
        await page.keyboard.press('End');
        return (await end.count()) === 1;
      });
      assert.ok((await page.getByRole('article').count()) < 40);
      // The first part is also polled.
      const parts = staged
        .requestsTo('GET /muxvideos')
        .map(({ query }) => `${query.get('limit') ?? ''} after ${query.get('after') ?? 'the start'}`);
      assert.deepEqual([...new Set(parts)], ['100 after the start', '100 after 100_x', '100 after 200_x']);
      await end.getByRole('link').click();
      await page.waitForURL('**/asset/upload-259');
      await page.goBack();
      await end.getByRole('link').and(page.locator(':focus')).waitFor();
      assert.equal(await end.getAttribute('aria-setsize'), '260');
    });
  });

  describe('its uploader', () => {
    let page: Page;
    let staged: StagedApi;
    const size = 300 * kb;
    const ranges = () => staged.requestsTo('PUT').map(({ headers }) => headers['content-range'] ?? '');
    const chunks = () => ranges().filter((range) => !range.startsWith('bytes */'));
    const say = (text: string) => page.getByText(text, { exact: true }).waitFor();
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const reply = (status: number, held?: number) => (route: Route) =>
      route.fulfill({
        status,
        headers: {
          'access-control-allow-origin': '*',
          'access-control-expose-headers': 'Range',
          ...(held === undefined ? {} : { range: `bytes=0-${String(held - 1)}` }),
        },
      });
    const send = async (bytes: number, name = 'talk.mp4') => {
      staged.requests.length = 0;
      await page.locator('input[type=file]').evaluate(chooseFile, { bytes, name });
    };

    before(async () => {
      ({ page } = await WatchedPage.openAs(stagedUser, browser, product));
      await page.clock.install();
      staged = await StagedApi.install(page);
      const url = '/media/uploads/staged';
      let count = 0;
      staged.on('GET /muxupload', (route) => {
        const n = String((count += 1));
        return succeed({ id: `new-${n}`, uploadId: `up-${n}`, url })(route);
      });
      await page.goto('/asset/view');
      await page.locator('input[type=file]').waitFor({ state: 'attached' });
      // From here on only the tests advance the clock.
      await page.clock.pauseAt(Date.now() + 3_600_000);
    });

    it(
      proves(
        'Success statuses: 200, 201, 202, 204, 308.',
        'Upload: file chosen or dropped, upload starts, progress from 0 to 100, then success or error.',
      ),
      async () => {
        for (const status of [200, 201, 202, 204, 308]) {
          staged.on('PUT', reply(status, status === 308 ? size : undefined));
          await send(size, `${String(status)}.mp4`);
          await page.getByRole('article', { name: String(status), exact: true }).waitFor();
          assert.deepEqual(chunks(), [`bytes 0-${String(size - 1)}/${String(size)}`]);
        }
      },
    );

    it(
      proves(
        'After a successful upload the page saves the video, then checks for the new asset every 1 second until a thumbnail is present; it then replaces the first list item and stops.',
        'Asset check every 1000 ms.',
      ),
      async () => {
        staged.on('PUT', reply(200));
        await send(size, 'checked.mp4');
        const first = page.getByRole('article').first();
        await first.and(page.getByRole('article', { name: 'checked', exact: true })).waitFor();
        const { passthrough: id } = staged.requestsTo('PATCH /muxupload/save').at(-1)!.body as {
          passthrough: string;
        };
        const uploadId = id.replace('new', 'up');
        const checks = `/muxvideos/asset/${uploadId}`;
        const record = stagedVideo(0, { id, uploadId, title: 'checked' });
        staged.on(`GET ${checks}`, succeed({ ...record, thumbnail: '', state: 'processing' }));
        for (let count = 1; count <= 4; count += 1) {
          await page.clock.fastForward(900);
          assert.equal(
            staged.requestsTo(`GET ${checks}`).length,
            count - 1,
            'not before a second has passed',
          );
          if (count === 4) staged.on(`GET ${checks}`, succeed(record));
          const answer = page.waitForResponse(`**/api${checks}`);
          await page.clock.fastForward(100);
          await (await answer).finished();
          // Lets the page read the answer and start its next wait.
          await page.evaluate('0');
        }
        await first.getByRole('link', { name: 'Open checked, 10:00' }).locator('img').waitFor();
        await page.clock.fastForward(30_000);
        assert.equal(staged.requestsTo(`GET ${checks}`).length, 4);
      },
    );

    it(
      proves(
        'Chunk retry: up to 5 attempts, 1 second apart, on statuses 408, 502, 503 and 504.',
        'Retry 5 attempts, 1 s apart.',
        "On error a 'Try again' control resets it.",
        "A server error during upload gives 'Server responded with {status}. Stopping upload.'",
        "Upload widget errors: the messages in section 5, with a 'Try again' control.",
      ),
      async () => {
        for (const status of [408, 502, 503, 504]) {
          staged.on('PUT', reply(status));
          await send(size, `retry-${String(status)}.mp4`);
          await until('the first attempt', () => ranges().length === 1);
          for (let attempt = 2; attempt <= 5; attempt += 1) {
            let passedMs = 0;
            await until(`attempt ${String(attempt)}`, async () => {
              if (ranges().length === attempt) return true;
              await page.clock.runFor(500);
              passedMs += 500;
              return false;
            });
            assert.ok(passedMs >= 1_000, 'not before a second has passed');
          }
          await say(`Server responded with ${String(status)}. Stopping upload.`);
          assert.equal(ranges().length, 5);
          staged.on('PUT', reply(200));
          await press('Try again');
          await page.getByRole('article', { name: `retry-${String(status)}` }).waitFor();
        }
        staged.on('PUT', reply(500));
        await send(size, 'stopped.mp4');
        await say('Server responded with 500. Stopping upload.');
        assert.equal(ranges().length, 1);
        await press('Cancel the upload of stopped.mp4');
      },
    );

    it(
      proves(
        'With dynamic chunk sizing the size doubles if a chunk takes under 10 seconds and halves if over 30 seconds, rounded to multiples of 256.',
        'Upload chunk size default 30720 KB, minimum 256, maximum 512000, multiple of 256.',
        "Chunk size must be a positive multiple of 256 KB between 256 and 512000, else a type error 'chunkSize must be a positive number in multiples of 256, between min and max'.",
        'Resize thresholds 10 s and 30 s.',
        "The widget can be paused: Pause, then 'Pausing...', then Resume; pausing takes effect after the current chunk finishes.",
      ),
      async () => {
        const total = (30_720 + 15_360 + 30_720) * kb;
        const heldRoutes: Route[] = [];
        staged.on('PUT', (route) => Promise.resolve(void heldRoutes.push(route)));
        const next = () => until('the next chunk', () => heldRoutes.shift());
        await send(total, 'sizes.mp4');
        const slow = await next();
        await page.clock.fastForward(31_000);
        await reply(308, 30_720 * kb)(slow);
        const quick = await next();
        await press('Pause');
        await page.getByRole('button', { name: 'Pausing...', exact: true }).waitFor();
        await reply(308, 46_080 * kb)(quick);
        await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
        assert.equal(chunks().length, 2);
        await press('Resume');
        await reply(200)(await next());
        await page.getByRole('article', { name: 'sizes', exact: true }).waitFor();
        const sizes = chunks().map((range) => {
          const [from, to] = /(\d+)-(\d+)/.exec(range)!.slice(1).map(Number);
          return (to! - from! + 1) / kb;
        });
        assert.deepEqual(sizes, [30_720, 15_360, 30_720]);
      },
    );

    it("When the device goes offline the message is 'Currently offline. Upload will resume automatically when online.'", async () => {
      const heldRoutes: Route[] = [];
      staged.on('PUT', (route) => Promise.resolve(void heldRoutes.push(route)));
      await send(size, 'offline.mp4');
      const first = await until('the chunk', () => heldRoutes.shift());
      await page.context().setOffline(true);
      await say('Currently offline. Upload will resume automatically when online.');
      staged.on('PUT', reply(200));
      await first.abort().catch(() => undefined);
      await page.context().setOffline(false);
      await page.getByRole('article', { name: 'offline', exact: true }).waitFor();
    });

    it(
      proves(
        'The file must be a file.',
        "An oversize file gives 'file size exceeds maximum'.",
        "An unreadable file gives 'Unable to read file of size {n} bytes. Try loading from another browser.'",
        "Upload: an endpoint is required, otherwise 'No url or endpoint specified -- cannot handleUpload'.",
      ),
      async () => {
        await send(10, 'notes.txt');
        await page.getByText('notes.txt is neither video nor audio.').waitFor();
        await send(-1, 'large.mp4');
        await say('file size exceeds maximum');
        await press('Cancel the upload of large.mp4');
        await send(0, 'empty.mp4');
        await say('Unable to read file of size 0 bytes. Try loading from another browser.');
        await press('Cancel the upload of empty.mp4');
        staged.on('GET /muxupload', succeed({ id: 'no-url', uploadId: 'no-url', url: '' }));
        await send(size, 'nowhere.mp4');
        await say('No url or endpoint specified -- cannot handleUpload');
        await press('Cancel the upload of nowhere.mp4');
      },
    );

    it('Toast auto-close 2500 ms on the library page, 5000 ms by default.', async () => {
      const stays = async (text: string, ms: number) => {
        const toast = page.getByText(text, { exact: true });
        await toast.waitFor();
        await page.clock.fastForward(ms - 100);
        assert.equal(await toast.count(), 1);
        await page.clock.fastForward(100);
        await toast.waitFor({ state: 'detached' });
      };
      /** Opens a page and pauses its clock this many hours from now. */
      const stopAt = async (address: string, shown: Locator, hours: number) => {
        await page.clock.resume();
        await page.goto(address);
        await shown.waitFor();
        await page.clock.pauseAt(Date.now() + hours * 3_600_000);
      };
      staged.videos.push(stagedVideo(1));
      staged.on('GET /muxvideos/delete/session-1', refuse(503, 'Please try again in a minute.'));
      const card = page.getByRole('article', { name: 'Talk 1', exact: true });
      await stopAt('/asset/view', card, 2);
      await card.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await stays('Please try again in a minute.', 2_500);
      await card.waitFor();

      staged.on('GET /account', succeed(stagedAccount));
      staged.on('POST /account/upgrade-request', refuse(503, 'Please try again in an hour.'));
      const upgrade = page.getByRole('button', { name: 'Ask for an upgrade' });
      await stopAt('/account', upgrade, 3);
      await upgrade.click();
      await stays('Please try again in an hour.', 5_000);
    });
  });
});
