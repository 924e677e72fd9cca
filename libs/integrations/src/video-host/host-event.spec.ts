import { isSignedJustNow, toHostEvent } from './host-event.ts';

const now = 1_800_000_000_000;

describe(isSignedJustNow, () => {
  it.each([
    ['t=1800000000,v1=ab', true],
    ['v1=ab,t=1799999700', true],
    ['t=1799999699,v1=ab', false],
    ['t=1800000301,v1=ab', false],
    ['t=NaN,v1=ab', false],
    ['t=99999999999999,v1=ab', false],
    ['v1=ab', false],
    ['', false],
  ])('%j: %s', (signature, isRecent) => expect(isSignedJustNow(signature, now)).toBe(isRecent));
});

describe(toHostEvent, () => {
  it('distinguishes uploads, assets and tracks', () => {
    const event = (type: string, data: object) => toHostEvent({ id: 'e', type, data });
    expect(event('video.upload.asset_created', { id: 'u', asset_id: 'a' })).toMatchObject({
      uploadId: 'u',
      assetId: 'a',
    });
    expect(event('video.asset.ready', { id: 'a', upload_id: 'u' })).toMatchObject({
      uploadId: 'u',
      assetId: 'a',
    });
    expect(event('video.asset.track.ready', { id: 't', asset_id: 'a' })).toMatchObject({
      assetId: 'a',
      uploadId: undefined,
    });
  });

  it.each([
    null,
    [],
    {},
    'text',
    { id: 'e', type: 'video.asset.ready' },
    { id: 'e', type: 7, data: {} },
    { id: 'e', type: 'x', data: { id: {} } },
  ])('%j is not an event', (event) => expect(() => toHostEvent(event)).toThrow(/not an event/));
});
