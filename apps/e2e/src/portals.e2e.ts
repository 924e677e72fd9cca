import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { PortalRecord, VideoRecord } from '@vault/contracts';
import type { Browser, Page } from 'playwright-core';
import type { Api } from './testing/api/api.ts';
import { talk } from './testing/api/talk.ts';
import { WatchedPage } from './testing/browser/browser.ts';
import { measureFirstLoad } from './testing/browser/first-load.ts';
import { signedInWithVideo } from './testing/browser/signed-in.ts';
import type { Product } from './testing/product/product.ts';
import { until } from './testing/shared/until.ts';

const position = `document.querySelector('video').currentTime`;
const secondsOf = (code: string) => code.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

/** What an embedding page received: names of events, and their details. */
type Received = readonly (readonly [name: string, detail: Readonly<Record<string, unknown>>])[];

describe('portals', () => {
  let product: Product;
  let api: Api;
  let video: VideoRecord;
  let browser: Browser;
  let watched: WatchedPage;
  /** Of a visitor, who is not signed in. */
  let visitor: WatchedPage;
  let page: Page;
  /** A site of a customer, at another origin. */
  let site: Server;
  let siteOrigin: string;
  let embedCode = '';
  let portal: PortalRecord;
  const slug = `talks-${String(process.pid)}`;

  before(async () => {
    ({ product, api, video, browser, watched } = await signedInWithVideo(talk(), 'Growing a company'));
    site = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end(embedCode);
    });
    await once(site.listen(0, '127.0.0.1'), 'listening');
    siteOrigin = `http://127.0.0.1:${String((site.address() as AddressInfo).port)}`;
    visitor = await WatchedPage.open(browser, product);
    ({ page } = visitor);
  });
  after(async () => {
    await browser.close();
    site.close();
  });

  const edit = async (settings: object) => {
    portal = await api.ask<PortalRecord>('PATCH', `/api/portals/${portal.id}`, {
      version: portal.version,
      ...settings,
    });
  };
  const publish = async (isPublished: boolean) => {
    const path = `/api/portals/${portal.id}/publication`;
    portal = await api.ask<PortalRecord>('POST', path, { is_published: isPublished });
  };
  const status = async (path: string, headers = {}) =>
    (await fetch(new URL(path, product.pageOrigin), { headers, redirect: 'manual' })).status;
  const videoPath = () => `/p/${slug}/${video.id}`;

  it('are made, set up and published in the app', async () => {
    // The preview is a frame without scripts, also for those of this test.
    watched.expect(/Blocked script execution in 'about:srcdoc'/);
    await watched.page.goto('/asset/view');
    await watched.page.getByRole('link', { name: 'Portals' }).click();
    await watched.page.getByRole('button', { name: 'New portal' }).click();
    const dialog = watched.page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Acme talks');
    assert.equal(await dialog.getByLabel('Address').inputValue(), 'acme-talks');
    await dialog.getByLabel('Address').fill(slug);
    await watched.inspectModal('portal-new');
    await dialog.getByRole('button', { name: 'Create portal' }).click();
    await watched.page.getByRole('heading', { level: 1, name: 'Acme talks' }).waitFor();
    const preview = watched.page.frameLocator('iframe[title="Preview"]');
    await watched.page.getByRole('button', { name: 'Add Growing a company' }).click();
    await preview.getByRole('heading', { name: 'Growing a company' }).waitFor();
    await watched.page.getByLabel('Introduction').fill('Everything we have shown.');
    await watched.page.getByRole('textbox', { name: 'Domains' }).fill(new URL(siteOrigin).host);
    await preview.getByText('Everything we have shown.').waitFor();
    assert.equal(await status(`/p/${slug}`), 404);
    await watched.page.getByRole('button', { name: 'Save changes' }).click();
    await watched.page.getByText('Everything is saved.').waitFor();
    await watched.page.getByRole('button', { name: 'Publish' }).click();
    await watched.page.getByText('Published', { exact: true }).first().waitFor();
    await watched.inspect('portal-form');
    await until('the page', async () => (await status(`/p/${slug}`)) === 200);
    portal = (await api.ask<{ portals: PortalRecord[] }>('GET', '/api/portals')).portals[0]!;
    watched.assertClean();
  });

  it('show their videos without script, and every chapter and word', async () => {
    const context = await browser.newContext({ baseURL: product.pageOrigin, javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`/p/${slug}`);
    await plain.getByRole('link', { name: 'Growing a company' }).click();
    await plain.getByRole('heading', { level: 1, name: 'Growing a company' }).waitFor();
    for (const { title } of video.chapters)
      assert.ok(await plain.getByRole('link', { name: title }).first().isVisible(), title);
    assert.match(await plain.locator('.transcript').innerText(), /pricing/i);
    await plain.getByRole('searchbox', { name: 'Search all videos' }).fill('pricing');
    await plain.getByRole('button', { name: 'Search' }).first().click();
    await plain.getByText(/^Found in one video/).waitFor();
    assert.ok((await plain.locator('mark').count()) > 0);
    await context.close();
  });

  it('load at most 60 KiB of script before playing, and nothing moves while they load', async () => {
    for (const address of [`/p/${slug}`, videoPath()]) {
      const { scriptBytes, cls } = await measureFirstLoad(browser, product, address);
      assert.ok(scriptBytes > 0 && scriptBytes <= 60 * 1_024, `${address}: ${String(scriptBytes)} bytes`);
      assert.ok(cls <= 0.05, `${address}: layout shift ${String(cls)}`);
    }
  });

  it('play from a chapter, and the words follow', async () => {
    await page.goto(`/p/${slug}`);
    await visitor.inspectOneTheme('portal-home');
    await page.goto(videoPath());
    await visitor.inspectOneTheme('portal-video');
    const last = video.chapters.at(-1)!;
    await page.locator('.chapters a').last().click();
    await until(
      'the chapter to play',
      async () => (await page.evaluate<number>(position)) > secondsOf(last.start),
    );
    await page.locator('.lines [aria-current]').waitFor();
    assert.equal(await page.locator('.chapters li[aria-current] strong').innerText(), last.title);
    const plays = async () =>
      (await api.ask<{ portals: PortalRecord[] }>('GET', '/api/portals')).portals[0]!.plays;
    await until('the play to be counted', async () => (await plays())[video.id] === 1);
    await page.goto(`/p/${slug}/search?q=pricing`);
    await visitor.inspectOneTheme('portal-search');
    visitor.assertClean();
  });

  it('are embedded by pages of their domains, which learn what happens', async () => {
    embedCode = `<!doctype html><title>Customer</title>
      <script>received = []; for (const name of ['ready', 'play', 'chapterchange', 'quote'])
        document.addEventListener(name, ({ detail }) => received.push([name, detail]));</script>
      <script async src="${product.pageOrigin}/embed.js"></script>
      <webinar-vault portal="${slug}" video="${video.id}" theme="dark"></webinar-vault>`;
    const context = await browser.newContext();
    const embedding = await context.newPage();
    await embedding.goto(siteOrigin);
    const frame = embedding.frameLocator('webinar-vault iframe');
    await frame.getByRole('button', { name: 'Play' }).click();
    const received = () => embedding.evaluate<Received>('received');
    await until('the events', async () => (await received()).some(([name]) => name === 'chapterchange'));
    const quote = frame.locator('[data-quote]').first();
    if ((await quote.count()) > 0) await quote.click();
    const names = new Set((await received()).map(([name]) => name));
    for (const name of ['ready', 'play', 'chapterchange']) assert.ok(names.has(name), name);
    const height = `parseInt(document.querySelector('webinar-vault').shadowRoot.querySelector('iframe').style.height)`;
    await until('the height', async () => (await embedding.evaluate<number>(height)) > 0);
    assert.deepEqual(await context.cookies(), []);
    const stored = `localStorage.length + sessionStorage.length`;
    assert.equal(await embedding.frames()[1]!.evaluate<number>(stored), 0);
    // A page that a visitor opens in the frame begins at its top.
    const element = (side: string) =>
      `document.querySelector('webinar-vault').getBoundingClientRect().${side}`;
    await embedding.evaluate(`document.body.style.paddingBottom = '3000px'; scrollTo(0, 600)`);
    assert.ok((await embedding.evaluate<number>(element('top'))) < 0);
    await embedding.frames()[1]!.evaluate(`document.querySelector('.search [name=q]').value = 'pricing';
      document.querySelector('.search').requestSubmit()`);
    await until('its top', async () => (await embedding.evaluate<number>(element('top'))) >= 0);
    // Any other page may not, and shows nothing in its place.
    await edit({ domains: ['www.example.com'] });
    const refusals: string[] = [];
    embedding.on('console', (message) => refusals.push(message.text()));
    await until('the refusal', async () => {
      await embedding.reload({ waitUntil: 'networkidle' });
      return refusals.some((text) => text.includes('frame-ancestors'));
    });
    assert.equal(await frame.locator('.play').count(), 0);
    await until('no empty space', async () => (await embedding.evaluate<number>(element('height'))) === 0);
    await context.close();
  });

  it('do not show or find what is hidden', async () => {
    const [first, second] = video.chapters;
    assert.ok(first && second, 'the talk has two chapters');
    const span = { video_id: video.id, kind: 'chapter', start: 0, end: secondsOf(second.start) };
    await edit({ hidden: [span] });
    const textOf = async (path: string) => (await fetch(new URL(path, product.pageOrigin))).text();
    await until('the page to change', async () => !(await textOf(videoPath())).includes(first.title));
    const captions = await textOf(`${videoPath()}/captions.vtt`);
    assert.doesNotMatch(captions, /Welcome everybody/i);
    assert.match(await textOf(`/p/${slug}/search?q=everybody`), /Nothing was found/);
    await edit({ hidden: [] });
  });

  it('open with a private link alone, until it is ended', async () => {
    await edit({ audience: 'links' });
    await until('the page to close', async () => (await status(`/p/${slug}`)) === 404);
    const body = { label: 'Board', ends_at: Math.floor(Date.now() / 1_000) + 3_600 };
    portal = await api.ask<PortalRecord>('POST', `/api/portals/${portal.id}/links`, body);
    const [link] = portal.links;
    await page.goto(new URL(link!.link, product.pageOrigin).href);
    await page.getByRole('link', { name: 'Growing a company' }).click();
    await page.getByRole('heading', { level: 1, name: 'Growing a company' }).waitFor();
    const stream = await page.locator('video').getAttribute('data-stream');
    portal = await api.ask<PortalRecord>('DELETE', `/api/portals/${portal.id}/links/${link!.id}`);
    await until('its media to end', async () => (await status(stream!)) === 404);
    await until('its page to end', async () => (await status(`/p/${slug}?key=${link!.id}`)) === 404);
    await edit({ audience: 'anyone' });
  });

  it('end with their publication, their media as well', async () => {
    await until('the page', async () => (await status(videoPath())) === 200);
    await page.goto(videoPath());
    const stream = await page.locator('video').getAttribute('data-stream');
    await publish(false);
    await until('its media to end', async () => (await status(stream!)) === 404);
    await until('its page to end', async () => (await status(videoPath())) === 404);
    await api.ask('DELETE', `/api/portals/${portal.id}`);
    assert.deepEqual((await api.ask<{ portals: unknown[] }>('GET', '/api/portals')).portals, []);
  });
});
