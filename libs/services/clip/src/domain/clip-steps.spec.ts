import type { HostAsset } from '@vault/integrations';
import { applyHostUpdate, failed, nextCheckTime, type ClipProgress } from './clip-steps.ts';

const now = new Date('2026-05-04T10:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const clip: ClipProgress = {
  state: 'making',
  reason: '',
  assetId: 'a',
  playbackId: 'p',
  bytes: 0,
  obsoleteAssetIds: [],
  percent: 40,
  progressedAt: ago(14),
};
const asset: HostAsset = {
  id: 'a',
  status: 'preparing',
  percent: 40,
  durationSeconds: 0,
  captions: { status: 'absent' },
};

describe(applyHostUpdate, () => {
  it('is ready when its download exists, not before', () => {
    const playing = { ...asset, status: 'ready' } as const;
    expect(applyHostUpdate(clip, playing, now).state).toBeUndefined();
    const made = { ...asset, downloadName: 'highest.mp4', downloadBytes: 1_200 };
    expect(applyHostUpdate(clip, made, now)).toEqual({
      state: 'ready',
      reason: '',
      percent: 100,
      bytes: 1_200,
    });
    const lacking = { ...made, warnings: ['It lacks a sign.'] };
    expect(applyHostUpdate(clip, lacking, now)).toMatchObject({ state: 'ready', reason: 'It lacks a sign.' });
  });

  it('fails without progress, not because it takes long', () => {
    expect(applyHostUpdate(clip, asset, now).state).toBeUndefined();
    const stalled = { ...clip, progressedAt: ago(16) };
    expect(applyHostUpdate(stalled, asset, now)).toMatchObject({
      state: 'failed',
      reason: 'The clip took too long to make. Please try again.',
    });
    expect(applyHostUpdate(stalled, { ...asset, percent: 41 }, now)).toMatchObject({
      percent: 41,
      progressedAt: now,
    });
  });

  it('fails with the reason of the host, and marks its asset as obsolete', () => {
    const errored = { ...asset, status: 'errored', errorMessage: 'No space.' } as const;
    expect(applyHostUpdate(clip, errored, now)).toMatchObject({
      state: 'failed',
      reason: 'No space.',
      assetId: '',
      obsoleteAssetIds: ['a'],
    });
    expect(applyHostUpdate(clip, null, now)).toMatchObject({ state: 'failed' });
  });
});

describe(failed, () => {
  it('lists each obsolete asset once', () => {
    expect(failed({ ...clip, obsoleteAssetIds: ['old', 'a'] }, 'Why.', now).obsoleteAssetIds).toEqual([
      'old',
      'a',
    ]);
    expect(failed({ ...clip, assetId: '' }, 'Why.', now).obsoleteAssetIds).toEqual([]);
  });
});

describe(nextCheckTime, () => {
  it('checks often at first, then less often', () => {
    const wait = (progressedAt: Date) => nextCheckTime({ progressedAt }, now).getTime() - now.getTime();
    expect(wait(now)).toBeLessThan(wait(ago(2)));
  });
});
