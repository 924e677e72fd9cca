import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { MomentRecord, PortalRecord } from '@vault/contracts';
import type { Browser, Frame } from 'playwright-core';
import { uploadVideo } from './testing/api/send-file.ts';
import { talk } from './testing/api/talk.ts';
import { openBrowser } from './testing/browser/browser.ts';
import type { Product } from './testing/product/product.ts';
import { sharedProduct } from './testing/product/shared-product.ts';
import { isFullRun } from './testing/shared/random.ts';
import { until } from './testing/shared/until.ts';

const position = `document.querySelector('video')?.currentTime ?? 0`;

interface Site {
  readonly body: string;
  readonly head?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A file of the site. */
  readonly script?: string;
}

/** Pages that embed a portal as content systems, optimisers and careful sites do. */
describe('sites of others', () => {
  let product: Product;
  let browser: Browser;
  let server: Server;
  let origin: string;
  let site: Site = { body: '' };
  let src: string;
  let moment: string;
  /** The attributes of the element. */
  let attributes: string;
  const slug = `embedded-${String(process.pid)}`;

  before(async () => {
    product = await sharedProduct();
    const api = product.api();
    await api.register('executive');
    const { session } = await uploadVideo(api, talk(), 'Growing a company');
    const video = await api.untilReady(session.id);
    server = createServer(({ url }, response) => {
      if (url === '/site.js') response.setHeader('content-type', 'text/javascript').end(site.script ?? '');
      else
        response
          .setHeaders(new Map(Object.entries({ 'content-type': 'text/html', ...site.headers })))
          .end(
            `<!doctype html><html lang="en"><head><title>Site</title>${site.head ?? ''}</head><body>${site.body}</body></html>`,
          );
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    origin = `http://${host}`;
    const { id, version } = await api.ask<PortalRecord>('POST', '/api/portals', { name: 'Talks', slug });
    await api.ask('PATCH', `/api/portals/${id}`, { version, video_ids: null, domains: [`${origin}/talks/`] });
    await api.ask('POST', `/api/portals/${id}/publication`, { is_published: true });
    const span = { passthrough: video.id, kind: 'span', start: 2, end: 8 };
    const { link } = await api.ask<MomentRecord>('POST', '/api/moments', span);
    moment = new URL(link, product.pageOrigin).href;
    src = `${product.pageOrigin}/p/${slug}/${video.id}?embed=1`;
    attributes = `portal="${slug}" video="${video.id}"`;
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    server.close().closeAllConnections();
  });

  /** Opens the page of a site, and plays every frame of the product in it. */
  async function plays(shown: Site, name: string, frames = 1, look?: (frame: Frame) => Promise<void>) {
    site = shown;
    const context = await browser.newContext();
    const page = await context.newPage();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', ({ message }) => said.push(message));
    await page.goto(origin);
    const found = await until(`frames; the page says: ${said.join(' | ')}`, () => {
      const own = page.frames().filter((frame) => frame.url().startsWith(product.pageOrigin));
      return own.length === frames && own;
    });
    for (const frame of found) {
      await frame.locator('.play').click();
      await until('the playback time to advance', async () => (await frame.evaluate<number>(position)) > 0.2);
      await look?.(frame);
      await frame.evaluate(`document.querySelector('video').pause()`);
    }
    if (isFullRun) await page.screenshot({ path: `apps/e2e/screenshots/embeds-${name}.png` });
    assert.deepEqual(
      said.filter((text) => /CORS|blocked|refused|violates|SyntaxError|TypeError/i.test(text)),
      [],
    );
    await context.close();
  }
  const element = () => `<webinar-vault ${attributes}></webinar-vault>`;
  const embed = () => `${product.pageOrigin}/embed.js`;

  it('with a sandbox around frames, as WordPress has for sites that it does not know', async () => {
    const frame = `<iframe sandbox="allow-scripts" security="restricted" data-secret="a1" src="${src}#?secret=a1" width="900" height="700"></iframe>`;
    await plays({ body: frame }, 'sandbox');
    await plays(
      { body: `<iframe sandbox="allow-scripts" src="${moment}?embed=1" width="900" height="700"></iframe>` },
      'moment',
    );
  });

  it('whose search works in a sandbox that forbids forms', async () => {
    site = { body: `<iframe sandbox="allow-scripts" src="${src}" width="900" height="700"></iframe>` };
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(origin);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('searchbox').first().fill('pricing');
    await frame.getByRole('searchbox').first().press('Enter');
    await frame.getByText(/^Found in one video/).waitFor();
    await context.close();
  });

  it('that load the script as a module, or import it', async () => {
    const module = `<script type="module" src="${embed()}"></script>`;
    await plays({ body: element(), head: module }, 'module');
    await plays({ body: `${element()}<script type="module">await import('${embed()}')</script>` }, 'import');
  });

  it('that join it with others in a file of their own, twice', async () => {
    const script = await (await fetch(embed())).text();
    const joined = `var first = function () {}\n${script}\n${script}\nconst origin = 1, events = 2, name = 3`;
    await plays(
      { body: element(), head: '<script defer src="/site.js"></script>', script: joined },
      'joined',
    );
  });

  it('that keep only plain elements, and add parts later', async () => {
    const marks = attributes.replace('portal=', 'data-webinar-vault=').replace('video=', 'data-video=');
    const later = `<script>setTimeout(() => {
      document.body.insertAdjacentHTML('beforeend', \`<div ${marks} data-height="50vh"></div>\`);
    }, 200)</script>`;
    const body = `<p ${marks}>Our talks</p><script async src="${embed()}" ${marks}></script>${later}`;
    await plays({ body }, 'plain', 3);
  });

  it('with a strict policy of content', async () => {
    const policy = `default-src 'none'; script-src 'nonce-a1'; style-src 'self'; frame-src ${product.pageOrigin}; base-uri 'none'; require-trusted-types-for 'script'`;
    await plays(
      {
        body: element(),
        head: `<script nonce="a1" src="${embed()}"></script>`,
        headers: { 'content-security-policy': policy },
      },
      'policy',
    );
  });

  for (const policy of ['require-corp', 'credentialless'])
    it(`that are isolated from other origins (${policy})`, async () => {
      const headers = {
        'cross-origin-embedder-policy': policy,
        'cross-origin-opener-policy': 'same-origin',
      };
      await plays({ body: element(), head: `<script async src="${embed()}"></script>`, headers }, policy);
    });

  it('that send no referrer, and learn what happens in a plain frame', async () => {
    const listen = `<script>received = []; addEventListener('message', ({ data }) => received.push(data.type))</script>`;
    site = {
      body: `${listen}<iframe referrerpolicy="no-referrer" src="${src}" width="900" height="700"></iframe>`,
    };
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(origin);
    await page.frameLocator('iframe').locator('.play').click();
    await until('the events', async () => {
      const received = await page.evaluate<string[]>('received');
      return ['ready', 'height', 'play'].every((type) => received.includes(type));
    });
    await context.close();
  });

  it('that ask how to embed a link, and show its picture', async () => {
    const link = src.replace('?embed=1', '?t=0m5s&theme=dark&utm_source=mail');
    const answer = await fetch(`${product.pageOrigin}/oembed?url=${encodeURIComponent(link)}`);
    const { html, thumbnail_url: picture } = (await answer.json()) as Record<
      'html' | 'thumbnail_url',
      string
    >;
    await plays({ body: `${html}<img src="${picture}" alt="" width="300">` }, 'oembed', 1, async (frame) => {
      assert.equal(await frame.evaluate('document.documentElement.dataset.theme'), 'dark');
      assert.equal(await frame.locator('video').getAttribute('data-start'), '5');
      assert.ok((await frame.evaluate<number>(position)) >= 4.9, 'the time of the link');
    });
  });

  it('that give the element a height of its own', async () => {
    const heights = ['500', '500px', '100%', '50vh', 'auto', ''];
    const boxes = heights.map(
      (height) =>
        `<div style="height:700px"><webinar-vault ${attributes} height="${height}"></webinar-vault></div>`,
    );
    const open = `<div><webinar-vault ${attributes} height="100%"></webinar-vault></div>`;
    site = { body: [...boxes, open].join(''), head: `<script src="${embed()}"></script>` };
    const context = await browser.newContext({ viewport: { width: 1_000, height: 800 } });
    const page = await context.newPage();
    await page.goto(origin);
    const measured = await page.evaluate<number[]>(
      `[...document.querySelectorAll('webinar-vault')].map((one) => one.shadowRoot.querySelector('iframe').clientHeight)`,
    );
    assert.deepEqual(measured.slice(0, 4), [500, 500, 700, 400]);
    for (const height of measured.slice(4)) assert.ok(height >= 300, String(measured));
    await context.close();
  });
});
