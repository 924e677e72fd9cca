import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { PortalRecord, SessionUser, UploadAllowance, VideoRecord } from '@vault/contracts';
import type { Api } from './testing/api/api.ts';
import {
  captionsText,
  intoMiddle,
  isReachable,
  named,
  playForSignals,
  pressNamed,
  signalsFound,
  typeInto,
  valueOf,
} from './testing/browser/engine-page.ts';
import { otherEngines, type EnginePage } from './testing/browser/other-engines.ts';
import type { Product } from './testing/product/product.ts';
import { uploadVideo } from './testing/api/send-file.ts';
import { sharedProduct } from './testing/product/shared-product.ts';
import { flashAndBeep, signalSeconds, talk } from './testing/api/talk.ts';
import { until } from './testing/shared/until.ts';

const media = talk();
/** 200 % of zoom on a window of 1440 × 900. */
const zoomed = { width: 720, height: 450 };

declare const document: {
  querySelector(selectors: string): { currentTime: number; readyState: number } | null;
  body: { innerText: string };
  title: string;
};
declare const localStorage: { setItem(key: string, value: string): void };

/** The first steps of a new user in the engines other than Chromium. */
for (const [name, open] of otherEngines)
  describe(`the product in ${name}`, () => {
    let product: Product;
    let page: EnginePage;
    let api: Api;
    let folder: string;
    let video: VideoRecord;
    const sites: Server[] = [];

    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'vault-engine-'));
      product = await sharedProduct();
      api = product.api();
      const user: SessionUser = await api.register('free');
      page = await open();
      await page.goto(`${product.pageOrigin}/login`);
      await page.run((stored) => localStorage.setItem('user', stored), JSON.stringify(user));
      await page.goto(`${product.pageOrigin}/asset/view`);
      await shows('Your library is empty');
    });
    after(async () => {
      await page.close();
      for (const site of sites) site.close().closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    });

    const shows = (text: string) =>
      until(`the page to show "${text}"`, async () =>
        (await page.run(() => document.body.innerText)).includes(text),
      );
    const press = (control: string) =>
      until(`a control named ${control}`, () => page.run(pressNamed, control), 360_000);

    it('frees the quota slot of a file that is not media, and shows the reason', async () => {
      const text = join(folder, 'notes.mp4');
      writeFileSync(text, 'nothing to see\n'.repeat(1_000));
      await page.chooseFile(text);
      await shows('This is not a video or audio file.');
      await until('its slot to be free', async () => {
        const { used } = await api.ask<UploadAllowance>('POST', '/api/auth/can-upload-video');
        return used === 0;
      });
    });

    it('uploads a talk and shows its chapters', async () => {
      await page.chooseFile(media.path);
      await shows('Upload complete!');
      const [uploaded] = await until('the video', async () => {
        const videos = await api.videos();
        return videos.length > 0 && videos;
      });
      video = await api.untilReady(uploaded!.id);
      await page.goto(`${product.pageOrigin}/asset/${video.uploadId}`);
      await until('the list of chapters', () => page.run(named, 'Expand all'));
      await shows(video.chapters[0]!.title);
    });

    it('plays it', async () => {
      // Browsers start playback only on a user action, once media is loaded.
      await until('the media', () => page.run(() => (document.querySelector('video')?.readyState ?? 0) > 0));
      await page.click('button[aria-label^="Play from"]');
      await until('the playback time to advance', () =>
        page.run(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5),
      );
    });

    it('sets the start and end of a clip by keys, and completes short times', async () => {
      await page.press('i');
      await shows('Press O where the clip ends.');
      await page.press('o');
      await until('the clip dialog', () => page.run(named, 'Cue in'));
      assert.match(await page.run(valueOf, 'Cue out'), /^00:00:\d\d$/);
      assert.equal(await page.run(typeInto, { label: 'Cue in', text: '0:03' }), true);
      await until('the whole time', async () => (await page.run(valueOf, 'Cue in')) === '00:00:03');
      await press('Close');
    });

    it('copies a quote', async () => {
      assert.ok(video.chapters.some(({ quote }) => quote.length > 0));
      await press('Expand all');
      await page.click('button[aria-label^="Copy this quote"]');
      await shows('Quote copied, with its source.');
    });

    it('shows a corrected word in the captions at once', async () => {
      await page.press('c');
      await until('the captions', async () => (await page.run(captionsText)) !== '');
      // The panel follows the player, and its heading covers what WebKit's driver scrolls to the top.
      await page.run(intoMiddle, '[data-line="0"]');
      await page.click('[data-line="0"] [role=button]');
      await page.press('Enter');
      for (const key of 'Zyx') await page.press(key);
      await press('Done');
      await until('the word', async () => (await page.run(captionsText)).startsWith('Zyx'));
    });

    it('zoomed to 200 %, shows every chapter uncovered', async () => {
      await page.resize(zoomed.width, zoomed.height);
      await press('Collapse all');
      for (const { title } of video.chapters)
        await until(`${title} to be reachable`, () => page.run(isReachable, title));
    });

    it('plays picture and sound together when one begins later', async () => {
      await page.resize(1_440, 900);
      const { id } = (await uploadVideo(api, flashAndBeep(), 'Flash and beep')).session;
      const { uploadId } = await api.untilReady(id);
      await page.goto(`${product.pageOrigin}/asset/${uploadId}`);
      await until('the media', () => page.run(() => (document.querySelector('video')?.readyState ?? 0) > 0));
      await page.click('button[aria-label^="Play from"]');
      await page.run(playForSignals, signalSeconds - 3);
      const signals = page.hasSound ? (['flash', 'beep'] as const) : (['flash'] as const);
      for (const signal of signals) {
        const at = await until(`the ${signal}`, async () => (await page.run(signalsFound))[signal]);
        // A busy machine looks late; a lost offset would be 4 s.
        assert.ok(Math.abs(at - signalSeconds) < 1.5, `${signal} at ${String(at)} s`);
      }
    });

    it('plays a video of a portal, and embeds the portal in a page of another origin', async () => {
      const owner = product.api();
      await owner.register('executive');
      const { session } = await uploadVideo(owner, media, 'Growing a company');
      await owner.untilReady(session.id);
      const slug = `talks-${name.toLowerCase()}-${String(process.pid)}`;
      const listen = `<!doctype html><title>Customer</title><script>
        document.addEventListener('ready', () => document.title = 'Ready');
        addEventListener('message', ({ data }) => { if (data.type === 'ready') document.title = 'Ready'; });</script>`;
      const element = `<webinar-vault portal="${slug}" video="${session.id}"></webinar-vault>`;
      const script = `src="${product.pageOrigin}/embed.js"></script>`;
      const address = `${product.pageOrigin}/p/${slug}/${session.id}?embed=1`;
      const bodies: Readonly<Record<string, string>> = {
        '/': `<script async ${script}${element}`,
        '/module': `<script type="module" ${script}${element}`,
        '/isolated': `<script async ${script}${element}`,
        '/policy': `<script nonce="a1" ${script}${element}`,
        '/sandbox': `<iframe sandbox="allow-scripts" src="${address}" width="900" height="700"></iframe>`,
      };
      const policy = `script-src 'nonce-a1'; style-src 'self'; frame-src ${product.pageOrigin}`;
      const site = createServer(({ url = '/' }, response) => {
        if (url === '/isolated')
          response
            .setHeader('cross-origin-embedder-policy', 'require-corp')
            .setHeader('cross-origin-opener-policy', 'same-origin');
        if (url === '/policy') response.setHeader('content-security-policy', policy);
        const page = url === '/policy' ? listen.replace('<script>', '<script nonce="a1">') : listen;
        response.setHeader('content-type', 'text/html').end(`${page}${bodies[url] ?? ''}`);
      });
      sites.push(site);
      await once(site.listen(0, '127.0.0.1'), 'listening');
      const host = `127.0.0.1:${String((site.address() as AddressInfo).port)}`;
      const { id, version } = await owner.ask<PortalRecord>('POST', '/api/portals', { name: 'Talks', slug });
      await owner.ask('PATCH', `/api/portals/${id}`, { version, video_ids: null, domains: [host] });
      await owner.ask('POST', `/api/portals/${id}/publication`, { is_published: true });
      await page.goto(`${product.pageOrigin}/p/${slug}/${session.id}`);
      await page.click('.play');
      await until('the playback time to advance', () =>
        page.run(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5),
      );
      for (const path of Object.keys(bodies)) {
        await page.goto(`http://${host}${path}`);
        await until(`the frame in ${path} to be ready`, () => page.run(() => document.title === 'Ready'));
      }
    });
  });
