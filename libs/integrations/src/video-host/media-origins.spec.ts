import { mediaOriginConfig, mediaOriginsOf } from './media-origins.ts';

const engine = 'http://video-engine:5000/media';

describe(mediaOriginsOf, () => {
  it('is empty when the engine is behind this gateway', () => {
    expect(mediaOriginsOf({ VIDEO_ENGINE_URL: engine, VIDEO_ENGINE_PUBLIC_URL: '/media' })).toEqual([]);
  });

  it('contains the public origin of an engine at another origin', () => {
    const elsewhere = 'https://media.example.com/media';
    expect(mediaOriginsOf({ VIDEO_ENGINE_URL: engine, VIDEO_ENGINE_PUBLIC_URL: elsewhere })).toEqual([
      'https://media.example.com',
    ]);
    expect(mediaOriginsOf({ VIDEO_ENGINE_URL: engine })).toEqual(['http://video-engine:5000']);
  });

  it('contains the origin to which the engine redirects', () => {
    const MEDIA_ORIGIN = 'https://media.s3.example.com';
    const addresses = { VIDEO_ENGINE_URL: engine, VIDEO_ENGINE_PUBLIC_URL: '/media', MEDIA_ORIGIN };
    expect(mediaOriginsOf(addresses)).toEqual([MEDIA_ORIGIN]);
    for (const wrong of ['*', 's3.example.com', `${MEDIA_ORIGIN}/`, `${MEDIA_ORIGIN}; script-src *`])
      expect(() => mediaOriginConfig.parse({ MEDIA_ORIGIN: wrong })).toThrow('must be an origin');
  });

  it('contains Mux without an engine', () => expect(mediaOriginsOf({})).toContain('https://*.mux.com'));
});
