import { mediaOriginsOf } from './media-origins.ts';

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

  it('contains Mux without an engine', () => {
    expect(mediaOriginsOf({})).toContain('https://*.mux.com');
  });
});
