import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getConnectionToken } from '@nestjs/mongoose';
import { createMessage } from '@vault/messaging';
import type { Connection } from 'mongoose';
import { startClip, type ClipUnderTest } from './testing/clip-under-test.ts';

describe('the deletion of a video', () => {
  let clip: ClipUnderTest;
  beforeEach(async () => {
    clip = await startClip();
  });
  afterEach(() => clip.stop());

  const hostHasNoClips = () => clip.eventually(clip.clipsAtHost, ({ length }) => length === 0);
  const isGone = (start = 5) =>
    expect(clip.find('ada', 'v', start)).rejects.toMatchObject({ code: 'not-found' });
  const deletes = () => clip.host.calls.filter((call) => call.startsWith('DELETE')).length;

  it('deletes its clips and no others', async () => {
    const video = clip.addVideo('ada', 'v');
    clip.addVideo('ada', 'w');
    await clip.cut('ada', 'v');
    await clip.cut('ada', 'v', '00:00:06');
    await clip.cut('ada', 'w');
    clip.host.offerDownload(clip.clipsAtHost()[0]!);
    await clip.deleteVideo(video);
    await clip.eventually(clip.clipsAtHost, ({ length }) => length === 1);
    await isGone();
    await isGone(6);
    await clip.find('ada', 'w');
  });

  it('during a request leaves no clip behind', async () => {
    const video = clip.addVideo('ada', 'v');
    clip.host.delayMs = 300;
    const cutting = clip.cut('ada', 'v').catch(() => undefined);
    await clip.eventually(
      () => clip.host.calls.some((call) => call.startsWith('POST')),
      (isRequested) => isRequested,
    );
    await clip.deleteVideo(video);
    await cutting;
    clip.host.delayMs = 0;
    await clip.eventually(
      () => [clip.host.calls.some((call) => call.startsWith('DELETE')), clip.clipsAtHost().length] as const,
      ([isDeleted, count]) => isDeleted && count === 0,
    );
    await isGone();
  });

  it('removes also a clip whose answer was lost', async () => {
    const video = clip.addVideo('ada', 'v');
    clip.host.isLosingAnswers = true;
    const cutting = clip.cut('ada', 'v').catch(() => undefined);
    await clip.eventually(clip.clipsAtHost, ({ length }) => length === 1);
    await clip.deleteVideo(video);
    await cutting;
    await hostHasNoClips();
    await isGone();
  });

  it('refuses a late command', async () => {
    const video = clip.addVideo('ada', 'v');
    await clip.deleteVideo(video);
    await expect(clip.cut('ada', 'v')).rejects.toMatchObject({ code: 'not-found' });
    // Upload still has the video: the event arrived here first.
    clip.addVideo('ada', 'v');
    await clip.eventually(
      () =>
        clip.cut('ada', 'v').then(
          () => 'cut',
          (error: unknown) => (error as { code: string }).code,
        ),
      (code) => code === 'not-found',
    );
    await hostHasNoClips();
  });

  it('removes the clip at the host when that is available again', async () => {
    const video = clip.addVideo('ada', 'v');
    await clip.cut('ada', 'v');
    clip.host.isUnavailable = true;
    await clip.deleteVideo(video);
    await clip.eventually(deletes, (count) => count > 0);
    expect(clip.clipsAtHost()).toHaveLength(1);
    clip.host.isUnavailable = false;
    await hostHasNoClips();
    await isGone();
  });

  it('has no effect when the event is redelivered', async () => {
    const video = clip.addVideo('ada', 'v');
    await clip.cut('ada', 'v');
    await clip.deleteVideo(video);
    await hostHasNoClips();
    await clip.deleteVideo(video);
    const about = { ownerId: 'ada', videoId: 'v', timeIn: '00:00:05', timeOut: '00:00:09' };
    await clip.deliver(
      createMessage({ type: 'clip.cut-clip.v1', source: 'gateway', subject: 'v', data: about }),
    );
    await isGone();
  });
});

describe('the deletion of an account', () => {
  let clip: ClipUnderTest;
  beforeEach(async () => {
    clip = await startClip();
  });
  afterEach(() => clip.stop());

  const records = (ownerId: string) =>
    clip.running
      .get<Connection>(getConnectionToken('clip') as never)
      .model('Clip')
      .countDocuments({ ownerId });

  it('deletes its clips here and at the host, and no others; a redelivered event has no effect', async () => {
    for (const id of ['v', 'w']) clip.addVideo('ada', id);
    clip.addVideo('eve', 'x');
    await clip.cut('ada', 'v');
    await clip.cut('ada', 'v', '00:00:06');
    await clip.cut('ada', 'w');
    await clip.cut('eve', 'x');
    clip.host.offerDownload(clip.clipsAtHost()[0]!);
    await clip.deleteAccount('ada');
    await clip.deleteAccount('ada');
    await clip.eventually(clip.clipsAtHost, ({ length }) => length === 1);
    await clip.eventually(
      () => records('ada'),
      (count) => count === 0,
    );
    await clip.find('eve', 'x');
    await expect(clip.find('ada', 'v')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('leaves no clip behind during a request, and refuses late commands', async () => {
    clip.addVideo('ada', 'v');
    clip.host.delayMs = 300;
    const cutting = clip.cut('ada', 'v').catch(() => undefined);
    await clip.eventually(
      () => clip.host.calls.some((call) => call.startsWith('POST')),
      (isRequested) => isRequested,
    );
    await clip.deleteAccount('ada');
    await cutting;
    clip.host.delayMs = 0;
    await clip.eventually(
      () => [clip.host.calls.some((call) => call.startsWith('DELETE')), clip.clipsAtHost().length] as const,
      ([isDeleted, count]) => isDeleted && count === 0,
    );
    // Upload still has the video.
    await expect(clip.cut('ada', 'v', '00:00:07')).rejects.toMatchObject({ code: 'not-found' });
    await clip.eventually(
      () => records('ada'),
      (count) => count === 0,
    );
    expect(clip.clipsAtHost()).toEqual([]);
  });
});

/** The host makes a clip, its answer is lost, and later calls fail. */
async function cutWithoutAnswer(clip: ClipUnderTest): Promise<void> {
  clip.host.isLosingAnswers = true;
  const cutting = clip.cut('ada', 'v');
  const failing = expect(cutting).rejects.toMatchObject({ code: 'unavailable' });
  await clip.eventually(
    () => clip.clipsAtHost().length,
    (count) => count > 0,
  );
  clip.host.isUnavailable = true;
  await failing;
}

describe('after a crash', () => {
  it('a clip without an answer is found at the host and adopted', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'vault-clip-'));
    let clip = await startClip({ dataDir });
    try {
      const { asset } = clip.addVideo('ada', 'v');
      await cutWithoutAnswer(clip);
      const assets = [...clip.host.assets];
      await clip.stop();
      clip = await startClip({ dataDir });
      for (const [id, each] of assets) clip.host.assets.set(id, each);
      clip.clock.passSeconds(90);
      const found = await clip.eventually(
        () => clip.find('ada', 'v'),
        ({ link }) => link !== '',
      );
      expect(found.state).toBe('making');
      expect(clip.clipsAtHost()).toHaveLength(1);
      expect(clip.clipsAtHost()[0]?.input?.url).toContain(asset.id);
      expect(clip.host.calls.some((call) => call.startsWith('POST'))).toBe(false);
    } finally {
      await clip.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  }, 60_000);

  it('a clip that the host never made fails', async () => {
    const clip = await startClip();
    try {
      clip.addVideo('ada', 'v');
      await cutWithoutAnswer(clip);
      for (const { id } of clip.clipsAtHost()) clip.host.assets.delete(id);
      clip.host.isUnavailable = false;
      clip.clock.passSeconds(90);
      const found = await clip.eventually(
        () => clip.find('ada', 'v'),
        ({ state }) => state === 'failed',
      );
      expect(found.reason).toBe('The video host did not answer. Please cut the clip again.');
    } finally {
      await clip.stop();
    }
  }, 60_000);
});
