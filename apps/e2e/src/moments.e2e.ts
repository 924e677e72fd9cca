import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { MomentRecord, VideoRecord } from '@vault/contracts';
import type { Browser, Page } from 'playwright-core';
import { choose, menus } from './testing/browser/menus.ts';
import type { Api } from './testing/api/api.ts';
import { briefTalk } from './testing/api/talk.ts';
import { WatchedPage } from './testing/browser/browser.ts';
import { signedInWithVideo } from './testing/browser/signed-in.ts';
import type { Product } from './testing/product/product.ts';
import { readCues } from './testing/shared/cues.ts';
import { until } from './testing/shared/until.ts';

const span = { kind: 'span', start: 1, end: 3.5 } as const;
/** Playing stops within a frame of the end, and the last frame may begin before it. */
const toleranceSeconds = 0.15;
const position = `document.querySelector('video').currentTime`;
/** The texts of the captions of the player. */
const captions = `[...document.querySelector('video').textTracks[0].cues].map((cue) => cue.getCueAsHTML().textContent)`;
const isPaused = `document.querySelector('video').paused`;

describe('links to moments', () => {
  let product: Product;
  let api: Api;
  let video: VideoRecord;
  let browser: Browser;
  let watched: WatchedPage;
  /** Of a visitor, who is not signed in. */
  let visitor: WatchedPage;
  let page: Page;

  before(async () => {
    ({ product, api, video, browser, watched } = await signedInWithVideo(briefTalk(), 'Pricing'));
    visitor = await WatchedPage.open(browser, product);
    ({ page } = visitor);
    visitor.expect(/status of 404/);
  });
  after(() => browser.close());

  const share = (body: object = span) =>
    api.ask<MomentRecord>('POST', '/api/moments', { passthrough: video.id, ...body });
  const list = () => api.ask<MomentRecord[]>('GET', `/api/moments?passthrough=${video.id}`);
  const pathOf = ({ link }: MomentRecord) => new URL(link, product.pageOrigin).pathname;

  it('are copied from a chapter, and open for anyone', async () => {
    await watched.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await watched.page.goto(`/asset/${video.id}`);
    await watched.page
      .getByRole('button', { name: /^Copy link for anyone: / })
      .first()
      .click();
    await watched.page.getByText(/^Link to 00:00–.* copied/).waitFor();
    const copied: string = await watched.page.evaluate('navigator.clipboard.readText()');
    const [moment] = await list();
    assert.equal(new URL(copied).pathname, `/m/${moment!.id}`);
    await page.goto(copied);
    const [chapter] = video.chapters;
    await page.getByRole('heading', { level: 1, name: chapter!.title }).waitFor();
    assert.match(await page.locator('main').innerText(), /Pricing/);
    await page.getByRole('heading', { name: 'What was said' }).waitFor();
    await visitor.inspectOneTheme('moment-chapter');
  });

  it('play from their start to their end, and stop', async () => {
    const moment = await share();
    await page.goto(pathOf(moment));
    await page.getByRole('button', { name: /^Play \d/ }).click();
    await until('the end', async () => {
      const seconds = await page.evaluate<number>(position);
      assert.ok(seconds === 0 || seconds >= span.start - toleranceSeconds, `plays at ${String(seconds)}`);
      return (await page.evaluate<boolean>(isPaused)) && seconds > span.end - toleranceSeconds;
    });
    assert.ok((await page.evaluate<number>(position)) <= span.end + toleranceSeconds);
    const said = readCues(video.vtt!).filter(({ start, end }) => start < span.end && end > span.start);
    assert.ok(said.length > 0);
    assert.deepEqual(
      await page.evaluate(captions),
      said.map(({ text }) => text.replace(/<[^>]*>/g, '').trim()),
    );
    await until('the play to be counted', async () =>
      (await list()).some(({ id, plays }) => id === moment.id && plays === 1),
    );
  });

  it('show a quote in the type of quotes, with a picture for other sites', async () => {
    const quoteOf = ({ quote }: VideoRecord['chapters'][number]) =>
      quote.find((each) => typeof each === 'object');
    const quote = video.chapters.map(quoteOf).find((each) => each !== undefined);
    assert.ok(quote, 'the talk has a quote');
    const [hours = 0, minutes = 0, seconds = 0] = quote.timecode.split(':').map(Number);
    const start = hours * 3_600 + minutes * 60 + seconds;
    const moment = await share({ kind: 'quote', start, end: Math.min(start + 8, video.duration) });
    await page.goto(pathOf(moment));
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), `“${quote.quote}”`);
    await visitor.inspectOneTheme('moment-quote');
    const card = await fetch(new URL(`${pathOf(moment)}/card.png`, product.pageOrigin));
    assert.deepEqual([card.status, card.headers.get('content-type')], [200, 'image/png']);
  });

  it('can be ended in the list of links, and then show why nothing plays', async () => {
    const moment = await share({ ...span, end: 3 });
    await page.goto(pathOf(moment));
    const stream = await page.locator('video').getAttribute('data-stream');
    await watched.page.goto(`/asset/${video.id}`);
    await choose(watched.page, menus.video, 'Shared links…');
    const dialog = watched.page.getByRole('dialog', { name: 'Shared links' });
    const count = (await list()).length;
    await until('the list', async () => (await dialog.getByRole('listitem').count()) === count);
    await watched.inspectModal('shared-links');
    const row = dialog.getByRole('listitem').filter({ hasText: /00:01–00:03/ });
    await row
      .getByRole('button', { name: /^Revoke link/ })
      .first()
      .click();
    await watched.page
      .getByRole('alertdialog')
      .or(watched.page.getByRole('dialog'))
      .last()
      .getByRole('button', { name: 'Revoke link' })
      .last()
      .click();
    await until('the link to end', async () => !(await list()).some(({ id }) => id === moment.id));
    await until(
      'its media to end',
      async () => (await fetch(new URL(stream!, product.pageOrigin))).status === 404,
    );
    await until('its page to end', async () => (await page.goto(pathOf(moment)))?.status() === 404);
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  });

  it('the pages had no errors and sent no request to another origin', () => {
    watched.assertClean();
    visitor.assertClean();
  });
});
