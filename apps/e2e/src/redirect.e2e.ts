import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { PutBucketCorsCommand, S3Client, type CORSConfiguration } from '@aws-sdk/client-s3';
import type { MomentRecord, VideoRecord } from '@vault/contracts';
import type { Browser, Page } from 'playwright-core';
import { startVersitygw } from '../../../tools/servers/versitygw.mjs';
import type { Api } from './testing/api/api.ts';
import { uploadVideo } from './testing/api/send-file.ts';
import { shortTalk } from './testing/api/talk.ts';
import { openBrowser, WatchedPage } from './testing/browser/browser.ts';
import type { Product } from './testing/product/product.ts';
import { startProduct } from './testing/product/start-product.ts';
import { until } from './testing/shared/until.ts';

const position = `document.querySelector('video').currentTime`;
const laterSeconds = 20;

/** The rule for CORS that the guide gives. */
const corsFile = join(import.meta.dirname, '../../../deploy/bucket-cors.json');

describe('media that the bucket sends', () => {
  let bucket: Awaited<ReturnType<typeof startVersitygw>>;
  let publicOrigin: string;
  let product: Product;
  let api: Api;
  let video: VideoRecord;
  let browser: Browser;
  /** Answers of the bucket to pages: status and name of the object. */
  const answers: string[] = [];

  before(async () => {
    bucket = await startVersitygw();
    const { endpoint, region, credentials } = bucket;
    // Another name of this machine, and so another origin for browsers.
    publicOrigin = endpoint.replace('127.0.0.1', 'localhost');
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
    const CORSConfiguration = JSON.parse(readFileSync(corsFile, 'utf8')) as CORSConfiguration;
    await client.send(new PutBucketCorsCommand({ Bucket: bucket.bucket, CORSConfiguration }));
    client.destroy();
    product = await startProduct({
      env: {
        ...{ MEDIA_BUCKET: bucket.bucket, MEDIA_ENDPOINT: endpoint, MEDIA_PATH_STYLE: 'true' },
        ...{
          MEDIA_ACCESS_KEY_ID: credentials.accessKeyId,
          MEDIA_SECRET_ACCESS_KEY: credentials.secretAccessKey,
        },
        ...{ MEDIA_DELIVERY: 'redirect', MEDIA_PUBLIC_ENDPOINT: publicOrigin },
      },
      // One process knows it.
      envOf: { gateway: { MEDIA_ORIGIN: publicOrigin } },
    });
    api = product.api();
    await api.register();
    const { session } = await uploadVideo(api, shortTalk(), 'Pricing');
    video = await api.untilReady(session.id);
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await product.end();
    await bucket.stop();
  });

  function watch(watched: WatchedPage): Page {
    const { page } = watched;
    watched.expect(new RegExp(`^request to another origin: ${publicOrigin}/`));
    page.on('response', (response) => {
      const { origin, pathname } = new URL(response.url());
      const name = pathname.split('/').at(-1) ?? '';
      if (origin === publicOrigin) answers.push(`${String(response.status())} ${name.replace(/^\d+-/, '')}`);
    });
    return page;
  }

  const plays = (page: Page, from: number) =>
    until('the playback time to advance', async () => (await page.evaluate<number>(position)) > from + 1);

  it('plays in the editor, from the start and from a later time, with pictures of the storyboard', async () => {
    const watched = await WatchedPage.openAs(api.user!, browser, product);
    const page = watch(watched);
    await page.goto(`/asset/${video.uploadId}`);
    await until('the media', () => page.evaluate<boolean>(`document.querySelector('video')?.readyState > 0`));
    await page.click('button[aria-label^="Play from"]');
    await plays(page, 0);
    await page.evaluate(`${position} = ${String(laterSeconds)}`);
    await plays(page, laterSeconds);
    const picture = video.storyboardUrl.replace('storyboard.vtt', 'storyboard.jpg');
    const width = await page.evaluate<number>(`new Promise((resolve, reject) => {
      const image = new Image();
      image.onload = () => resolve(image.naturalWidth);
      image.onerror = () => reject(new Error('the picture does not load'));
      image.src = ${JSON.stringify(picture)};
    })`);
    assert.ok(width > 0);
    assert.deepEqual([...new Set(answers)].sort(), ['200 start', '200 storyboard', '206 media']);
    watched.assertClean();
  });

  it('plays on the page of a moment', async () => {
    const body = { passthrough: video.id, kind: 'span', start: 1, end: 9 };
    const { link } = await api.ask<MomentRecord>('POST', '/api/moments', body);
    const watched = await WatchedPage.open(browser, product);
    const page = watch(watched);
    answers.length = 0;
    await page.goto(new URL(link, product.pageOrigin).pathname);
    await page.click('.play');
    await plays(page, 1);
    assert.ok(answers.includes('206 media'), answers.join(', '));
    watched.assertClean();
  });

  it('is in an export, which the gateway reads', async () => {
    const headers = { authorization: `Bearer ${api.user!.token}` };
    const answer = await fetch(`${product.origin}/api/account/export?content=all`, { headers });
    const zip = Buffer.from(await answer.arrayBuffer());
    assert.ok(zip.includes('/recording.mp4'));
    assert.ok(!zip.includes('missing-files'));
  });
});
