import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMessage, STORE } from '@vault/platform';
import type { Connection } from 'mongoose';
import { startClip, type ClipUnderTest } from './testing/clip-under-test.ts';

describe('the end of a video', () => {
  let clip: ClipUnderTest;
  beforeEach(async () => {
    clip = await startClip();
  });
  afterEach(() => clip.stop());

  const nothingIsLeft = () => clip.inTime(clip.clipsAtHost, ({ length }) => length === 0);
  const isGone = (start = 5) =>
    expect(clip.find('ada', 'v', start)).rejects.toMatchObject({ code: 'not-found' });
  const deletes = () => clip.host.calls.filter((call) => call.startsWith('DELETE')).length;

  it('is the end of its clips, and of no others', async () => {
    const video = clip.addVideo('ada', 'v');
    clip.addVideo('ada', 'w');
    await clip.cut('ada', 'v');
    await clip.cut('ada', 'v', '00:00:06');
    await clip.cut('ada', 'w');
    clip.host.offerDownload(clip.clipsAtHost()[0]!);
    await clip.deleteVideo(video);
    await clip.inTime(clip.clipsAtHost, ({ length }) => length === 1);
    await isGone();
    await isGone(6);
    await clip.find('ada', 'w');
  });

  it('is heard while a clip is being asked for: nothing is left behind', async () => {
    const video = clip.addVideo('ada', 'v');
    clip.host.delayMs = 300;
    const cutting = clip.cut('ada', 'v').catch(() => undefined);
    await clip.inTime(
      () => clip.host.calls.some((call) => call.startsWith('POST')),
      (isAsked) => isAsked,
    );
    await clip.deleteVideo(video);
    await cutting;
    clip.host.delayMs = 0;
    await clip.inTime(
      () => [clip.host.calls.some((call) => call.startsWith('DELETE')), clip.clipsAtHost().length] as const,
      ([isDeleted, count]) => isDeleted && count === 0,
    );
    await isGone();
  });

  it('removes also what was made without an answer', async () => {
    const video = clip.addVideo('ada', 'v');
    clip.host.isLosingAnswers = true;
    const cutting = clip.cut('ada', 'v').catch(() => undefined);
    await clip.inTime(clip.clipsAtHost, ({ length }) => length === 1);
    await clip.deleteVideo(video);
    await cutting;
    await nothingIsLeft();
    await isGone();
  });

  it('refuses a command that comes late', async () => {
    const video = clip.addVideo('ada', 'v');
    await clip.deleteVideo(video);
    await expect(clip.cut('ada', 'v')).rejects.toMatchObject({ code: 'not-found' });
    // Upload has not heard of it, or answers from before: the news came here first.
    clip.addVideo('ada', 'v');
    await clip.inTime(
      () =>
        clip.cut('ada', 'v').then(
          () => 'cut',
          (error: unknown) => (error as { code: string }).code,
        ),
      (code) => code === 'not-found',
    );
    await nothingIsLeft();
  });

  it('reaches the host when it is there again', async () => {
    const video = clip.addVideo('ada', 'v');
    await clip.cut('ada', 'v');
    clip.host.isAway = true;
    await clip.deleteVideo(video);
    await clip.inTime(deletes, (count) => count > 0);
    expect(clip.clipsAtHost()).toHaveLength(1);
    clip.host.isAway = false;
    await nothingIsLeft();
    await isGone();
  });

  it('may be told twice', async () => {
    const video = clip.addVideo('ada', 'v');
    await clip.cut('ada', 'v');
    await clip.deleteVideo(video);
    await nothingIsLeft();
    await clip.deleteVideo(video);
    const about = { ownerId: 'ada', videoId: 'v', timeIn: '00:00:05', timeOut: '00:00:09' };
    await clip.deliver(
      createMessage({ type: 'clip.cut-clip.v1', source: 'gateway', subject: 'v', data: about }),
    );
    await isGone();
  });
});

describe('the end of an account', () => {
  let clip: ClipUnderTest;
  beforeEach(async () => {
    clip = await startClip();
  });
  afterEach(() => clip.stop());

  const records = (ownerId: string) =>
    clip.running
      .get<Connection>(STORE as never)
      .model('Clip')
      .countDocuments({ ownerId });

  it('is the end of its clips, here and at the host, and of no others; it may be told twice', async () => {
    for (const id of ['v', 'w']) clip.addVideo('ada', id);
    clip.addVideo('eve', 'x');
    await clip.cut('ada', 'v');
    await clip.cut('ada', 'v', '00:00:06');
    await clip.cut('ada', 'w');
    await clip.cut('eve', 'x');
    clip.host.offerDownload(clip.clipsAtHost()[0]!);
    await clip.deleteAccount('ada');
    await clip.deleteAccount('ada');
    await clip.inTime(clip.clipsAtHost, ({ length }) => length === 1);
    await clip.inTime(
      () => records('ada'),
      (count) => count === 0,
    );
    await clip.find('eve', 'x');
    await expect(clip.find('ada', 'v')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is heard while a clip is being asked for, and by commands that come late', async () => {
    clip.addVideo('ada', 'v');
    clip.host.delayMs = 300;
    const cutting = clip.cut('ada', 'v').catch(() => undefined);
    await clip.inTime(
      () => clip.host.calls.some((call) => call.startsWith('POST')),
      (isAsked) => isAsked,
    );
    await clip.deleteAccount('ada');
    await cutting;
    clip.host.delayMs = 0;
    await clip.inTime(
      () => [clip.host.calls.some((call) => call.startsWith('DELETE')), clip.clipsAtHost().length] as const,
      ([isDeleted, count]) => isDeleted && count === 0,
    );
    // Upload has not heard of it yet.
    await expect(clip.cut('ada', 'v', '00:00:07')).rejects.toMatchObject({ code: 'not-found' });
    await clip.inTime(
      () => records('ada'),
      (count) => count === 0,
    );
    expect(clip.clipsAtHost()).toEqual([]);
  });
});

/** The host makes a clip, and neither the answer nor any later question reaches anybody. */
async function cutWithoutAnswer(clip: ClipUnderTest): Promise<void> {
  clip.host.isLosingAnswers = true;
  const cutting = clip.cut('ada', 'v');
  const failing = expect(cutting).rejects.toMatchObject({ code: 'unavailable' });
  await clip.inTime(
    () => clip.clipsAtHost().length,
    (count) => count > 0,
  );
  clip.host.isAway = true;
  await failing;
}

describe('after a crash', () => {
  it('what was asked for and never answered is found at the host, and kept', async () => {
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
      const found = await clip.inTime(
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

  it('what the host never heard of is told to have failed', async () => {
    const clip = await startClip();
    try {
      clip.addVideo('ada', 'v');
      await cutWithoutAnswer(clip);
      for (const { id } of clip.clipsAtHost()) clip.host.assets.delete(id);
      clip.host.isAway = false;
      clip.clock.passSeconds(90);
      const found = await clip.inTime(
        () => clip.find('ada', 'v'),
        ({ state }) => state === 'failed',
      );
      expect(found.reason).toBe('The video host did not answer. Please cut the clip again.');
    } finally {
      await clip.stop();
    }
  }, 60_000);
});
