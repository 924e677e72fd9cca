import type { HostAsset, HostCaptions, HostUpload } from '@vault/integrations';
import { workStages, type WorkStage } from '@vault/contracts';
import fc from 'fast-check';
import type { Step, OutgoingEvent, VideoProgress } from './video-progress.ts';
import { applyAssetUpdate, afterRetry, applyUploadUpdate } from './video-steps.ts';

const identity = { videoId: 'v', ownerId: 'o' };
const opened: VideoProgress = {
  state: 'uploading',
  stepPercent: 0,
  stepWork: null,
  failure: null,
  assetId: '',
  playbackId: '',
  captionsTrackId: '',
  captionsState: 'pending',
  captionsReason: '',
  contents: [],
  chaptersTrackId: '',
  selection: null,
  tracksProblem: '',
  obsoleteAssetIds: [],
  durationSeconds: 0,
  downloadName: '',
  downloadBytes: 0,
  isPlayable: false,
};
const order = ['uploading', 'processing', 'captioning', 'chaptering', 'ready'];

const percents = fc.integer({ min: -5, max: 130 });
const waits = fc.record(
  {
    stage: fc.constantFrom(...workStages),
    ahead: fc.integer({ min: 0, max: 3 }),
    secondsLeft: fc.integer({ min: 1, max: 900 }),
  },
  { requiredKeys: [] },
);
// Failures are rare: otherwise most sequences would fail at the first steps.
const captions: fc.Arbitrary<HostCaptions> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<HostCaptions>({ status: 'absent' }) },
  {
    weight: 8,
    arbitrary: fc
      .tuple(percents, waits)
      .map(([percent, wait]) => ({ status: 'preparing' as const, percent, ...wait })),
  },
  { weight: 2, arbitrary: fc.constant<HostCaptions>({ status: 'ready', trackId: 't', language: 'en' }) },
  {
    weight: 1,
    arbitrary: fc
      .boolean()
      .map((isRetryable) => ({ status: 'errored' as const, isRetryable, errorMessage: 'No words.' })),
  },
);
const assets: fc.Arbitrary<HostAsset | null> = fc.option(
  fc.record({
    id: fc.constant('a'),
    status: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('preparing' as const, 'ready' as const) },
      { weight: 1, arbitrary: fc.constant('errored' as const) },
    ),
    percent: percents,
    playbackId: fc.constantFrom('p', undefined),
    durationSeconds: fc.constant(60),
    captions,
  }),
  { freq: 15 },
);
const uploads: fc.Arbitrary<HostUpload | null> = fc.option(
  fc.constantFrom<HostUpload>(
    { state: 'waiting' },
    { state: 'asset_created', assetId: 'a' },
    { state: 'asset_created', assetId: 'a' },
    { state: 'asset_created', assetId: 'a' },
    { state: 'errored' },
    { state: 'cancelled' },
    { state: 'timed_out' },
  ),
  { freq: 15 },
);
const updates = fc.oneof(
  { weight: 2, arbitrary: uploads.map((upload) => ({ upload })) },
  {
    weight: 6,
    arbitrary: fc.record({ asset: assets, readAt: fc.integer({ min: 0, max: 50_000 }) }),
  },
);
type HostUpdate = { upload: HostUpload | null } | { asset: HostAsset | null; readAt?: number };

function stepOf(video: VideoProgress, update: HostUpdate): Step | undefined {
  if ('upload' in update) return applyUploadUpdate(video, update.upload);
  return video.assetId ? applyAssetUpdate(video, identity, update.asset, update.readAt ?? 0) : undefined;
}

/** Applies all updates in order. */
function applyAll(items: readonly HostUpdate[], from = opened) {
  const published: OutgoingEvent[] = [];
  const states: VideoProgress[] = [from];
  let video = from;
  for (const update of items) {
    const step = stepOf(video, update);
    if (!step) continue;
    video = { ...video, ...step.change };
    published.push(...step.events);
    states.push(video);
  }
  return { video, published, states };
}

describe('the steps of a video, for any host states in any order', () => {
  const anyUpdates = fc.array(updates, { maxLength: 25, size: 'max' });

  it('publish each event at most once, and only one outcome of the captions', () => {
    fc.assert(
      fc.property(anyUpdates, (items) => {
        const types = applyAll(items).published.map(({ type }) => type);
        expect(types.filter((type) => type === 'upload.video-ready.v1').length).toBeLessThan(2);
        expect(types.filter((type) => type !== 'upload.video-ready.v1').length).toBeLessThan(2);
      }),
    );
  });

  it('never reduce the step, nor show an older report of it; its percent stays within 0 to 100', () => {
    fc.assert(
      fc.property(anyUpdates, (items) => {
        const { states } = applyAll(items);
        for (const [index, after] of states.entries()) {
          const before = states[index - 1];
          expect(after.stepPercent).toBeGreaterThanOrEqual(0);
          expect(after.stepPercent).toBeLessThanOrEqual(100);
          if (!before || after.state === 'failed') continue;
          expect(order.indexOf(after.state)).toBeGreaterThanOrEqual(order.indexOf(before.state));
          const times = [before, after].map(({ stepWork }) => stepWork?.readAt ?? 0);
          if (before.state === after.state) expect(times[1]).toBeGreaterThanOrEqual(times[0]!);
        }
      }),
    );
  });

  it('change nothing when the same update is applied again', () => {
    fc.assert(
      fc.property(anyUpdates, updates, (items, update) => {
        const once = applyAll([...items, update]).video;
        const twice = applyAll([update], once);
        expect(twice.video).toEqual(once);
        expect(twice.published).toEqual([]);
      }),
    );
  });

  it('keep a failure, with its reason, until a person retries', () => {
    fc.assert(
      fc.property(anyUpdates, anyUpdates, (items, later) => {
        const { video } = applyAll(items);
        fc.pre(video.state === 'failed');
        expect(video.failure?.reason).toMatch(/\w/);
        expect(applyAll(later, video).video).toEqual(video);
        const retried = afterRetry(video, identity);
        expect(retried !== undefined).toBe(video.failure?.isRetryable);
        if (retried) expect(retried.change).toMatchObject({ failure: null, state: video.failure?.step });
      }),
    );
  });

  it('reach the final state of the host after any earlier updates, unless a step failed', () => {
    const last: HostAsset = {
      id: 'a',
      status: 'ready',
      percent: 100,
      playbackId: 'p',
      durationSeconds: 60,
      captions: { status: 'ready', trackId: 't' },
    };
    fc.assert(
      fc.property(anyUpdates, (items) => {
        const { video, published } = applyAll([
          ...items,
          { upload: { state: 'asset_created', assetId: 'a' } },
          { asset: last },
        ]);
        if (video.state === 'failed') return;
        expect(video).toMatchObject({ state: 'chaptering', isPlayable: true, playbackId: 'p' });
        expect(published.map(({ type }) => type).sort()).toEqual([
          expect.stringMatching(/^upload\.(captions-unavailable|transcript-ready)\.v1$/),
          'upload.video-ready.v1',
        ]);
      }),
    );
  });
});

describe('a step', () => {
  const asset = (stage: WorkStage | undefined, percent: number, readAt: number, ahead?: number) => ({
    asset: {
      ...{ id: 'a', status: 'preparing' as const, stage, percent, ahead, durationSeconds: 0 },
      captions: { status: 'absent' as const },
    },
    readAt,
  });
  const shown = (updates: HostUpdate[]): unknown[] =>
    applyAll([{ upload: { state: 'asset_created', assetId: 'a' } }, ...updates])
      .states.slice(2)
      .map(({ stepPercent, stepWork }) => [stepWork?.stage ?? stepWork?.ahead, stepPercent]);

  it('shows the percent of its stage, which begins again with each one', () => {
    const reports = [
      asset('checking', 0, 1),
      asset('copying', 30.9, 2),
      asset('copying', 300, 3),
      asset(undefined, 0, 4, 1),
      asset('encoding', 0, 5),
      asset('encoding', 1, 6),
    ];
    expect(shown(reports)).toEqual([
      ['checking', 0],
      ['copying', 30],
      ['copying', 100],
      [1, 0],
      ['encoding', 0],
      ['encoding', 1],
    ]);
  });

  it('shows that the host works on it again after a restart', () => {
    const reports = [asset('encoding', 60, 1), asset('checking', 0, 2), asset('encoding', 3, 3)];
    expect(shown(reports)).toEqual([
      ['encoding', 60],
      ['checking', 0],
      ['encoding', 3],
    ]);
  });

  it('ignores a report that was requested before the last one, unless the clock was set back', () => {
    const reports = [asset('encoding', 60, 9_000), asset('encoding', 59, 8_000)];
    expect(shown(reports)).toEqual([['encoding', 60]]);
    const hour = 3_600_000;
    expect(shown([asset('encoding', 60, hour), asset('encoding', 61, 0)])).toEqual([
      ['encoding', 60],
      ['encoding', 61],
    ]);
  });
});

it('keeps what the file contains, and its events name the chapters of the file', () => {
  const contents = [{ kind: 'chapters', language: '', title: '', isUsed: true, count: 3 }] as const;
  const asset = (captions: HostCaptions): HostAsset => ({
    ...{ id: 'a', status: 'ready', percent: 100, playbackId: 'p', durationSeconds: 60 },
    ...{ captions, contents, chaptersTrackId: 'c' },
  });
  for (const [captions, type] of [
    [{ status: 'ready', trackId: 't' }, 'upload.transcript-ready.v1'],
    [{ status: 'errored', isRetryable: false }, 'upload.captions-unavailable.v1'],
  ] as const) {
    const arrived: HostUpdate = { upload: { state: 'asset_created', assetId: 'a' } };
    const { video, published } = applyAll([arrived, { asset: asset(captions) }]);
    expect(video).toMatchObject({ contents, chaptersTrackId: 'c' });
    const event = published.find((one) => one.type === type);
    expect(event?.data).toMatchObject({ playbackId: 'p', chaptersTrackId: 'c' });
  }
});

it('a step shows its queue position, then its remaining time, until the next step begins', () => {
  const asset = (captions: HostCaptions): { asset: HostAsset } => ({
    asset: { id: 'a', status: 'ready', percent: 100, durationSeconds: 60, playbackId: 'p', captions },
  });
  const preparing = { status: 'preparing', trackId: 't' } as const;
  const { states } = applyAll([
    { upload: { state: 'asset_created', assetId: 'a' } },
    asset({ ...preparing, percent: 0, ahead: 2 }),
    asset({ ...preparing, percent: 0, ahead: 1 }),
    asset({ ...preparing, percent: 0 }),
    asset({ ...preparing, percent: 40, secondsLeft: 90 }),
    asset({ status: 'ready', trackId: 't' }),
  ]);
  const readAt = 0;
  const waits = [{ ahead: 2, readAt }, { ahead: 1, readAt }, { readAt }, { secondsLeft: 90, readAt }, null];
  expect(states.map(({ stepWork }) => stepWork).slice(-5)).toStrictEqual(waits);
});

describe(afterRetry, () => {
  const failure = { step: 'chaptering', reason: 'No.', isRetryable: true } as const;
  const failed = { ...opened, state: 'failed' as const, failure, durationSeconds: 60 };

  it('publishes again that the transcript is ready', () => {
    const video = { ...failed, captionsState: 'ready' as const, playbackId: 'p', captionsTrackId: 't' };
    expect(afterRetry(video, identity)?.events).toEqual([
      {
        type: 'upload.transcript-ready.v1',
        data: { ...identity, playbackId: 'p', trackId: 't', language: 'en', durationSeconds: 60 },
      },
    ]);
  });

  it('publishes again that there are no captions', () => {
    const without = { captionsState: 'unavailable' as const, captionsReason: 'Nobody speaks.' };
    const video = { ...failed, ...without, playbackId: 'p', chaptersTrackId: 'c' };
    expect(afterRetry(video, identity)?.events).toEqual([
      {
        type: 'upload.captions-unavailable.v1',
        data: {
          ...{ ...identity, durationSeconds: 60, reason: 'Nobody speaks.' },
          ...{ playbackId: 'p', chaptersTrackId: 'c' },
        },
      },
    ]);
  });

  it('changes nothing for a video that did not fail', () => {
    expect(afterRetry(opened, identity)).toBeUndefined();
  });
});
