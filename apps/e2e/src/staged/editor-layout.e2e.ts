import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, WatchedPage } from '../testing/browser/browser.ts';
import { EditorPage } from '../testing/browser/editor-page.ts';
import { fitsWindow, isInFront } from '../testing/browser/in-page.ts';
import { longVideo } from '../testing/browser/long-video.ts';
import type { Product } from '../testing/product/product.ts';
import { sharedProduct } from '../testing/product/shared-product.ts';
import { StagedApi, succeed } from '../testing/browser/staged-api.ts';

const asset = 'GET /muxvideos/asset/asset-1';

/** Where the parts of the video page stand at the widths of phones, tablets and desktops. */
describe('the layout of the editor', () => {
  let product: Product;
  let browser: Browser;
  let page: Page;
  let staged: StagedApi;
  after(() => browser.close());

  const transcript = () => page.getByRole('region', { name: 'Transcript' });
  const chapters = () => page.getByRole('region', { name: 'Chapters' });
  const setShare = async (percent: number) => {
    await page.evaluate((share) => localStorage.setItem('player-width', share), String(percent));
    await page.reload();
    await new EditorPage(page).title(0).waitFor();
  };

  before(async () => {
    product = await sharedProduct();
    browser = await openBrowser();
    ({ page } = await WatchedPage.openAs({ id: 'staged', token: 'staged' }, browser, product));
    staged = await StagedApi.install(page);
    await page.route('**/media/staged.m3u8*', (route) => route.abort());
    staged.on(asset, succeed({ ...longVideo(), assetId: 'asset-1', streamUrl: '/media/staged.m3u8' }));
    await page.goto('/asset/asset-1');
    await page.locator('media-controller').waitFor();
  });

  it('the transcript is on the right of the player from 768 px on, at every width of the player', async () => {
    for (const width of [768, 1_024, 1_440]) {
      await page.setViewportSize({ width, height: 1_024 });
      for (const share of [25, 37, 50]) {
        await setShare(share);
        const player = (await page.locator('media-controller').boundingBox())!;
        const [lines, list] = [(await transcript().boundingBox())!, (await chapters().boundingBox())!];
        const where = `${String(width)} px, ${String(share)} %`;
        assert.ok(lines.x >= player.x + player.width && lines.width >= 200, where);
        assert.ok(lines.y < player.y + player.height, `${where}: beside the player`);
        assert.ok(list.width >= 270, `${where}: ${String(list.width)} px for chapters`);
        const isApart = list.x + list.width <= lines.x || list.y >= lines.y + lines.height;
        assert.ok(isApart, `${where}: chapters and transcript overlap`);
        assert.ok(await page.evaluate(fitsWindow), where);
      }
    }
    await page.setViewportSize({ width: 1_440, height: 900 });
    await setShare(25);
  });

  it('the tools are one row, and the summary of the video is below them', async () => {
    for (const width of [390, 768, 1_440]) {
      await page.setViewportSize({ width, height: 900 });
      const names = ['Cut a clip…', 'Screenshot…', 'Copy link for anyone', 'Export'];
      const buttons = names.map((name) => page.getByRole('button', { name, exact: true }));
      const boxes = await Promise.all(buttons.map(async (button) => (await button.boundingBox())!));
      assert.equal(new Set(boxes.map(({ y }) => y)).size, 1, `${String(width)} px`);
      const summary = page.getByRole('region', { name: 'Summary of the video' });
      const box = (await summary.boundingBox())!;
      assert.ok(box.y >= boxes[0]!.y + boxes[0]!.height);
      assert.ok(box.x <= boxes[0]!.x, 'in the column of the player');
    }
  });

  it('the player has its seek buttons at every width', async () => {
    const controller = page.locator('media-controller');
    for (const width of [390, 768, 1_440]) {
      await page.setViewportSize({ width, height: 900 });
      // The staged media cannot play; the controls are shown after the first play.
      await controller.evaluate((element) => {
        (element as unknown as { setAttribute(name: string, value: string): void }).setAttribute(
          'mediahasplayed',
          '',
        );
      });
      const frame = (await controller.boundingBox())!;
      for (const name of [
        'media-seek-backward-button',
        'media-seek-forward-button',
        'media-fullscreen-button',
      ]) {
        const box = (await page.locator(name).boundingBox())!;
        assert.ok(
          box.x >= frame.x && box.x + box.width <= frame.x + frame.width,
          `${name}, ${String(width)}`,
        );
      }
    }
    await page.setViewportSize({ width: 1_440, height: 900 });
  });

  it('the export menu is in front of the header, and inside the window', async () => {
    for (const height of [640, 760, 900]) {
      await page.setViewportSize({ width: 1_440, height });
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      const first = page.getByRole('menuitem').first();
      await first.waitFor();
      const menu = (await page.getByRole('menu').boundingBox())!;
      assert.ok(menu.y >= 0 && menu.y + menu.height <= height, `${String(height)} px`);
      assert.ok(await first.evaluate(isInFront), `${String(height)} px`);
      await page.keyboard.press('Escape');
    }
    await page.setViewportSize({ width: 1_440, height: 900 });
  });
});
