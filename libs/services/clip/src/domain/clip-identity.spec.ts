import { clipIdOf, passthroughOf } from './clip-identity.ts';

const clip = { ownerId: 'ada', videoId: 'v', start: 1, end: 12 };

describe(clipIdOf, () => {
  it('is equal for equal ranges, and different for different ones', () => {
    const others = [
      { ...clip, ownerId: 'bob' },
      { ...clip, videoId: 'w' },
      { ...clip, start: 11, end: 2 },
      { ...clip, end: 13 },
    ];
    expect(clipIdOf({ ...clip })).toBe(clipIdOf(clip));
    expect(new Set([clip, ...others].map(clipIdOf)).size).toBe(5);
  });

  it('fits into the passthrough field of an asset', () => {
    expect(passthroughOf(clipIdOf(clip))).toMatch(/^clip:[0-9a-f]{64}$/);
  });
});
