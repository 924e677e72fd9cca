import { until } from '@vault/base/testing';
import type { HostAsset, HostEvent, VideoHost } from './video-host.ts';

/** A webhook as it arrived. */
export interface SignedWebhook {
  readonly body: Buffer;
  readonly signature: string;
}

/** How captions end. */
export type CaptionsEnd = 'words' | 'no-speech' | 'failure';

/** A video host with control over what happens at it. */
export interface VideoHostUnderTest {
  readonly host: VideoHost;
  /** Sends a whole file to an upload: a recording, or one that is not media. */
  readonly send: (upload: { uploadId: string; url: string }, file: 'recording' | 'text') => Promise<void>;
  /** How captions end from now on. The words are `Good morning.` */
  readonly endCaptions: (end: CaptionsEnd) => void;
  /** Takes away the file that clips of an asset are cut from. */
  readonly loseSource: (assetId: string) => Promise<void>;
  /** Called before each look at the host: a scripted host continues its work here. */
  readonly work: () => void;
  /** All webhooks so far. */
  readonly webhooks: readonly SignedWebhook[];
  readonly close: () => Promise<void>;
}

const unknownId = 'f'.repeat(40);

/** The contract of every video host. */
export function describeVideoHost(name: string, open: () => Promise<VideoHostUnderTest>): void {
  describe(`${name} as a video host`, () => {
    let tested: VideoHostUnderTest;
    let host: VideoHost;
    beforeAll(async () => {
      tested = await open();
      ({ host } = tested);
    });
    afterAll(() => tested.close());

    const openUpload = () => host.createUpload({ passthrough: 'video-1', ownerKey: 'owner' });
    const look = (assetId: string) => {
      tested.work();
      return host.getAsset(assetId);
    };
    const isDone = (asset: HostAsset | null) =>
      asset?.status === 'errored' ||
      (asset?.downloadName !== undefined &&
        asset.status === 'ready' &&
        asset.captions.status !== 'preparing');

    /** The asset of a new recording, with captions that have ended and a file to download. */
    async function record(end: CaptionsEnd = 'words'): Promise<HostAsset & { readonly playbackId: string }> {
      tested.endCaptions(end);
      const upload = await openUpload();
      await tested.send(upload, 'recording');
      const { assetId = '' } = (await host.getUpload(upload.uploadId)) ?? {};
      const asset = await until(() => look(assetId), isDone);
      if (asset?.playbackId === undefined) throw new Error(`${assetId} is not playable.`);
      return { ...asset, playbackId: asset.playbackId };
    }

    const cut = (assetId: string, passthrough: string) =>
      host.createClip({ assetId, start: 0, end: 2, passthrough });

    async function eventsOf(isWanted: (event: HostEvent) => boolean): Promise<HostEvent[]> {
      const read = () => {
        tested.work();
        return Promise.all(tested.webhooks.map(({ body, signature }) => host.readWebhook(body, signature)));
      };
      return (await until(read, (events) => events.some(isWanted))).filter(isWanted);
    }

    describe('uploads', () => {
      it('wait for their bytes until they are cancelled', async () => {
        const { uploadId, url } = await openUpload();
        expect(URL.canParse(url)).toBe(true);
        expect(await host.getUpload(uploadId)).toMatchObject({ state: 'waiting', assetId: undefined });
        await host.cancelUpload(uploadId);
        await host.cancelUpload(uploadId);
        expect(await host.getUpload(uploadId)).toMatchObject({ state: 'cancelled', assetId: undefined });
      });

      it('become assets with their last byte, and can no longer be cancelled', async () => {
        const upload = await openUpload();
        await tested.send(upload, 'recording');
        await host.cancelUpload(upload.uploadId);
        const { state, assetId } = (await host.getUpload(upload.uploadId)) ?? {};
        expect(state).toBe('asset_created');
        expect(await host.getAsset(assetId ?? '')).toMatchObject({ id: assetId });
      });

      it('of files that are not media fail with a sentence', async () => {
        const upload = await openUpload();
        await tested.send(upload, 'text');
        const ended = await host.getUpload(upload.uploadId);
        expect(ended).toMatchObject({ state: 'errored', assetId: undefined });
        expect(ended?.errorMessage).toMatch(/\.$/);
      });
    });

    describe('assets', () => {
      it('become playable, with captions and a file to download', async () => {
        const { captions, ...asset } = await record();
        expect(asset).toMatchObject({ status: 'ready', percent: 100, clipName: asset.downloadName });
        expect(asset.durationSeconds).toBeGreaterThan(0);
        expect(captions).toMatchObject({ status: 'ready', language: 'en' });
        const text = await host.readTextTrack(asset.playbackId, captions.trackId ?? '');
        expect(text).toMatch(/^WEBVTT\n[^]*Good morning\./);
      });

      it('get another playback id in place of the one that they have', async () => {
        const { id, playbackId } = await record();
        const renewed = await host.renewPlayback(id, playbackId);
        expect(renewed).toMatch(/^[\w-]+$/);
        expect(renewed).not.toBe(playbackId);
        expect(await host.getAsset(id)).toMatchObject({ playbackId: renewed });
        expect(await host.renewPlayback(unknownId, playbackId)).toBeNull();
      });

      it('without speech say so, and that a retry cannot help', async () => {
        const { captions } = await record('no-speech');
        expect(captions).toMatchObject({ status: 'errored', isRetryable: false });
        expect(captions.errorMessage).toMatch(/\.$/);
      });

      it('get captions on request after a failure, once', async () => {
        const { id, captions } = await record('failure');
        expect(captions).toMatchObject({ status: 'errored', isRetryable: true });
        tested.endCaptions('words');
        await host.requestCaptions(id);
        const after = await until(() => look(id), isDone);
        expect(after?.captions).toMatchObject({ status: 'ready' });
        await host.requestCaptions(id);
        expect((await host.getAsset(id))?.captions).toEqual(after?.captions);
      });

      it('are recognised again beside the captions that there are, once for a request', async () => {
        const { id, playbackId, captions } = await record();
        const request = { assetId: id, language: 'de', passthrough: 'again-1' };
        const trackId = await host.recogniseAgain(request);
        expect(trackId).not.toBe(captions.trackId);
        expect(await host.recogniseAgain(request)).toBe(trackId);
        const read = () => {
          tested.work();
          return host.getAsset(id, trackId);
        };
        const captionedAsset = await until(read, (asset) => asset?.captions.status === 'ready');
        expect(captionedAsset?.captions).toMatchObject({ trackId, language: 'de' });
        expect(await host.readTextTrack(playbackId, trackId)).toMatch(/Good morning\./);
        expect((await host.getAsset(id, captions.trackId))?.captions).toEqual(captions);
        await host.deleteCaptions(id, captions.trackId ?? '');
        await host.deleteCaptions(id, captions.trackId ?? '');
        expect((await host.getAsset(id))?.captions.trackId).toBe(trackId);
        expect((await host.getAsset(id, captions.trackId))?.captions).toMatchObject({ status: 'absent' });
      });

      it('are gone after deletion, and may be deleted again', async () => {
        const { id } = await record();
        await host.deleteAsset(id);
        await host.deleteAsset(id);
        expect(await host.getAsset(id)).toBeNull();
      });
    });

    describe('clips', () => {
      it('are assets of their own, found by their passthrough until they are deleted', async () => {
        const video = await record();
        const clip = await cut(video.id, 'clip-1');
        expect(clip.assetId).not.toBe(video.id);
        expect(await host.findClip('clip-1')).toMatchObject(clip);
        const clipAsset = await until(() => look(clip.assetId), isDone);
        expect(clipAsset).toMatchObject({
          status: 'ready',
          playbackId: clip.playbackId,
          downloadName: video.clipName,
          captions: { status: 'absent' },
        });
        await host.deleteAsset(clip.assetId);
        expect(await host.findClip('clip-1')).toBeNull();
        expect(await host.getAsset(video.id)).not.toBeNull();
      });

      it('fail with a sentence when they cannot be cut', async () => {
        const video = await record();
        await tested.loseSource(video.id);
        const { assetId } = await cut(video.id, 'clip-2');
        const failed = await until(() => look(assetId), isDone);
        expect(failed).toMatchObject({ status: 'errored', downloadName: undefined });
        expect(failed?.errorMessage).toMatch(/\.$/);
      });

      it('of videos that were deleted are refused', async () => {
        const { id } = await record();
        await host.deleteAsset(id);
        await expect(cut(id, 'clip-3')).rejects.toMatchObject({ name: 'AppError', code: 'conflict' });
        expect(await host.findClip('clip-3')).toBeNull();
      });
    });

    it('answers for ids that it does not know', async () => {
      expect(await host.getUpload(unknownId)).toBeNull();
      expect(await host.getAsset(unknownId)).toBeNull();
      expect(await host.findClip(unknownId)).toBeNull();
      await host.cancelUpload(unknownId);
      await host.deleteAsset(unknownId);
      const notFound = { name: 'AppError', code: 'not-found' };
      await expect(host.requestCaptions(unknownId)).rejects.toMatchObject(notFound);
      await expect(host.readTextTrack(unknownId, unknownId)).rejects.toMatchObject(notFound);
      await expect(cut(unknownId, 'clip-4')).rejects.toMatchObject({ name: 'AppError', code: 'conflict' });
    });

    describe('webhooks', () => {
      it('name the upload and the asset that changed', async () => {
        const upload = await openUpload();
        const { uploadId } = upload;
        await tested.send(upload, 'recording');
        const { assetId = '' } = (await host.getUpload(uploadId)) ?? {};
        await until(() => look(assetId), isDone);
        await host.deleteAsset(assetId);
        for (const [type, about] of [
          ['video.upload.asset_created', { uploadId, assetId }],
          ['video.asset.ready', { assetId }],
          ['video.asset.track.ready', { assetId }],
          ['video.asset.deleted', { assetId }],
        ] as const) {
          const events = await eventsOf((event) => event.type === type && event.assetId === assetId);
          expect(events[0]).toMatchObject(about);
        }
        const all = await eventsOf(() => true);
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      });

      it('with another body or signature are refused', async () => {
        await eventsOf(() => true);
        const { body, signature } = tested.webhooks[0]!;
        const forged = { name: 'AppError', code: 'unauthenticated' };
        const longer = Buffer.concat([body, Buffer.from(' ')]);
        await expect(host.readWebhook(longer, signature)).rejects.toMatchObject(forged);
        await expect(host.readWebhook(body, signature.replace(/.$/, '?'))).rejects.toMatchObject(forged);
        await expect(host.readWebhook(body, '')).rejects.toMatchObject(forged);
      });
    });
  });
}
