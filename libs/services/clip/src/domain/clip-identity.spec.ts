import { clipIdOf, earlierClipIdOf, passthroughOf, plainLook, possibleIdsOf } from './clip-identity.ts';

const clip = { videoId: 'v', start: 1, end: 12, ...plainLook, words: '' };

describe(clipIdOf, () => {
  it('is equal for equal clips, and different for different ones', () => {
    const burned = { ...clip, captions: 'burned', words: 'Good morning.' } as const;
    const square = { ...clip, frame: 'square' } as const;
    const all = [
      clip,
      { ...clip, videoId: 'w' },
      { ...clip, start: 11, end: 2 },
      { ...clip, end: 13 },
      { ...clip, captions: 'beside' } as const,
      square,
      { ...square, frame: 'portrait' } as const,
      { ...square, centre: 0.4 },
      { ...square, fit: 'bars' } as const,
      burned,
      { ...burned, words: 'Good evening.' },
    ];
    expect(clipIdOf({ ...clip })).toBe(clipIdOf(clip));
    expect(new Set(all.map(clipIdOf)).size).toBe(all.length);
  });

  it('fits into the passthrough field of an asset', () => {
    expect(passthroughOf(clipIdOf(clip))).toMatch(/^clip:[0-9a-f]{64}$/);
  });
});

describe(earlierClipIdOf, () => {
  it('does not change: clips are stored with it', () => {
    expect(earlierClipIdOf('ada', clip)).toBe(
      '15b1cf6924b7c65e51c1be3bb62b370c930e5f602fdcf0581c39113f76c73294',
    );
    expect(earlierClipIdOf('ada', { ...clip, frame: 'square' })).toBe(
      'fa1acafa4bc6ed8b4111168d959940b1d95376e2d408dc3dc02aece6681eb7c3',
    );
  });
});

describe(possibleIdsOf, () => {
  it('are those of each version and owner', () => {
    const ids = possibleIdsOf(clip, ['ada', 'bob', 'ada']);
    expect([...ids]).toEqual([clipIdOf(clip), earlierClipIdOf('ada', clip), earlierClipIdOf('bob', clip)]);
    expect(ids.size).toBe(3);
  });
});
