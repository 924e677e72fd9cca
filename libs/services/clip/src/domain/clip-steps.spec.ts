import type { HostAsset } from '@vault/integrations';
import { afterHostNews, failed, nextLook, type ClipProgress } from './clip-steps.ts';

const now = new Date('2026-05-04T10:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const clip: ClipProgress = {
  state: 'making',
  reason: '',
  assetId: 'a',
  playbackId: 'p',
  wasteIds: [],
  percent: 40,
  movedAt: ago(14),
};
const asset: HostAsset = {
  id: 'a',
  status: 'preparing',
  percent: 40,
  durationSeconds: 0,
  captions: { status: 'absent' },
};

describe(afterHostNews, () => {
  it('is ready with its download, not before', () => {
    const playing = { ...asset, status: 'ready' } as const;
    expect(afterHostNews(clip, playing, now).state).toBeUndefined();
    expect(afterHostNews(clip, { ...asset, downloadName: 'highest.mp4' }, now)).toEqual({
      state: 'ready',
      percent: 100,
    });
  });

  it('is given up when it stands still, not when it takes long', () => {
    expect(afterHostNews(clip, asset, now).state).toBeUndefined();
    const still = { ...clip, movedAt: ago(16) };
    expect(afterHostNews(still, asset, now)).toMatchObject({
      state: 'failed',
      reason: 'The clip took too long to make. Please try again.',
    });
    expect(afterHostNews(still, { ...asset, percent: 41 }, now)).toMatchObject({ percent: 41, movedAt: now });
  });

  it('fails with the reason of the host, and leaves nothing there', () => {
    const errored = { ...asset, status: 'errored', errorMessage: 'No space.' } as const;
    expect(afterHostNews(clip, errored, now)).toMatchObject({
      state: 'failed',
      reason: 'No space.',
      assetId: '',
      wasteIds: ['a'],
    });
    expect(afterHostNews(clip, null, now)).toMatchObject({ state: 'failed' });
  });
});

describe(failed, () => {
  it('names each piece of waste once', () => {
    expect(failed({ ...clip, wasteIds: ['old', 'a'] }, 'Why.', now).wasteIds).toEqual(['old', 'a']);
    expect(failed({ ...clip, assetId: '' }, 'Why.', now).wasteIds).toEqual([]);
  });
});

describe(nextLook, () => {
  it('is soon at first, then patient', () => {
    const wait = (movedAt: Date) => nextLook({ movedAt }, now).getTime() - now.getTime();
    expect(wait(now)).toBeLessThan(wait(ago(2)));
  });
});
