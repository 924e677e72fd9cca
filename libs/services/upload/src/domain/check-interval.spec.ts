import fc from 'fast-check';
import { isLostUpload, isSetBefore, nextCheck } from './check-interval.ts';

const createdAt = new Date('2026-11-20T09:00:00Z');
const after = (ms: number) => new Date(createdAt.getTime() + ms);
const minuteMs = 60_000;
const failure = { reason: 'No.', isRetryable: false } as const;

describe(nextCheck, () => {
  it('checks once a second for 15 minutes while the host works, then every five seconds', () => {
    const video = { state: 'captioning', failure: null, createdAt };
    expect(nextCheck(video, after(minuteMs))).toEqual(after(minuteMs + 1_000));
    expect(nextCheck(video, after(15 * minuteMs))).toEqual(after(15 * minuteMs + 5_000));
  });

  it('checks every 30 seconds while bytes arrive: a webhook reports the end', () => {
    const video = { state: 'uploading', failure: null, createdAt };
    expect(nextCheck(video, after(0))).toEqual(after(30_000));
  });

  it.each(['chaptering', 'ready'])('does not check the host in the state %s', (state) => {
    expect(nextCheck({ state, failure: null, createdAt }, after(0))).toBeUndefined();
  });

  it('checks a lost upload at once, and no other failure', () => {
    const lost = { state: 'failed', failure: { ...failure, step: 'uploading' as const }, createdAt };
    expect(isLostUpload(lost)).toBe(true);
    expect(nextCheck(lost, after(5))).toEqual(after(5));
    const broken = { state: 'failed', failure: { ...failure, step: 'processing' as const }, createdAt };
    expect(isLostUpload(broken)).toBe(false);
    expect(nextCheck(broken, after(5))).toBeUndefined();
  });

  it('is always in the future while the host works', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('uploading', 'processing', 'captioning'),
        fc.nat(),
        fc.integer({ min: -minuteMs, max: minuteMs }),
        (state, age, skew) => {
          const now = after(age + skew);
          const check = nextCheck({ state, failure: null, createdAt }, now);
          expect(check?.getTime()).toBeGreaterThan(now.getTime());
        },
      ),
    );
  });

  it.each(['ready', 'chaptering'])(
    'checks every 30 seconds, for a day, while the download of a %s video is made',
    (state) => {
      const video = { state, failure: null, createdAt, isDownloadAwaited: true };
      expect(nextCheck(video, after(minuteMs))).toEqual(after(minuteMs + 30_000));
      expect(nextCheck(video, after(24 * 60 * minuteMs))).toBeUndefined();
    },
  );
});

describe(isSetBefore, () => {
  const now = after(0);
  const next = after(1_000);

  it.each([
    ['an earlier check', after(400), true],
    ['the same check', next, true],
    ['the lease of a running check', after(20_000), false],
    ['a check that is due', now, false],
    ['no check', undefined, false],
  ])('compares with %s', (_name, set, expected) => expect(isSetBefore(next, set, now)).toBe(expected));
});
