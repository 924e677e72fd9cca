import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { SearchAnswer, VideoRecord } from '@vault/contracts';
import type { Api } from './testing/api/api.ts';
import type { Product } from './testing/product/product.ts';
import { proves } from './testing/shared/proves.ts';
import { uploadVideo, type Media } from './testing/api/send-file.ts';
import { sharedProduct } from './testing/product/shared-product.ts';
import { germanTalk, longVideo, silentVideo, spokenAudio } from './testing/api/talk.ts';
import { until } from './testing/shared/until.ts';

const maxSeconds = 3 * 60 * 60;

describe('recordings without English speech or without a picture', () => {
  let product: Product;
  let api: Api;

  before(async () => {
    product = await sharedProduct();
    api = product.api();
    await api.register();
  });

  const upload = async (media: Media, title: string): Promise<VideoRecord> => {
    const { session } = await uploadVideo(api, media, title);
    return api.untilReady(session.uploadId);
  };

  it('a silent video has one chapter, and a reason for its missing captions', async () => {
    const video = await upload(silentVideo(), 'Silence');
    assertUncaptioned(video);
    assert.ok(video.duration > 11 && video.duration < 13, `lasts ${String(video.duration)} s`);
    await assertPicture(api, video);
  });

  it('a video in another language has one chapter, and a reason for its missing captions', async () => {
    const video = await upload(germanTalk(), 'Preise');
    assertUncaptioned(video);
  });

  for (const extension of ['mp3', 'wav'] as const) {
    it(`A signed-in user browses, searches and uploads video or audio assets: an ${extension} file has a stream, a picture of its sound and chapters`, async () => {
      const video = await upload(spokenAudio(extension), extension);
      assert.ok((await api.videos()).some(({ id }) => id === video.id));
      const isFound = async () => {
        const { results } = await api.ask<SearchAnswer>('GET', '/api/search?keyword=PRICING');
        return results.some(({ id }) => id === video.id);
      };
      await until('its words to be found', isFound);
      assert.equal(video.captions, 'ready');
      assert.match(video.vtt!, /pricing/i);
      assert.ok(video.chapters.length >= 1);
      await assertPicture(api, video);
      const stream = await fetch(new URL(video.streamUrl, api.origin));
      assert.equal(stream.status, 200);
      const address = new URL(await api.untilDownload(video.id), api.origin);
      const download = await fetch(address, { headers: { range: 'bytes=0-9' } });
      assert.equal(download.status, 206);
    });
  }

  it(proves('Videos up to 3 hours are supported.', 'Videos up to 3 hours.'), async () => {
    const video = await upload(longVideo(maxSeconds), 'Three hours');
    assert.equal(video.duration, maxSeconds);
    const longer = await uploadVideo(api, longVideo(maxSeconds + 60), 'Longer');
    await assert.rejects(api.untilReady(longer.session.id), /"reason":"[^"]*3 hours/);
  });
});

function assertUncaptioned(video: VideoRecord): void {
  assert.equal(video.captions, 'unavailable');
  assert.ok(video.captionsReason.length > 0);
  assert.equal(video.vtt, '');
  assert.equal(video.captionsUrl, '');
  assert.equal(video.chapters.length, 1);
  assert.equal(video.chapters[0]!.start, '00:00:00');
  assert.ok(video.chapters[0]!.title.length > 0);
  assert.deepEqual(video.chapters[0]!.quote, []);
}

async function assertPicture(api: Api, video: VideoRecord): Promise<void> {
  const picture = await fetch(new URL(video.thumbnail, api.origin));
  assert.equal(picture.headers.get('content-type'), 'image/jpeg');
  assert.ok((await picture.arrayBuffer()).byteLength > 500);
}
