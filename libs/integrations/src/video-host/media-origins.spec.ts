import { mediaOriginsOf, serverAddressOf } from './media-origins.ts';

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

describe(serverAddressOf, () => {
  it.each(['/media', 'https://vault.example.com/media'])(
    'is the origin of the engine in place of %s',
    (address) => {
      const config = { VIDEO_ENGINE_URL: engine, VIDEO_ENGINE_PUBLIC_URL: address };
      expect(serverAddressOf(`${address}/stream/p/highest.mp4`, config)).toBe(
        `${engine}/stream/p/highest.mp4`,
      );
    },
  );

  it('is the same for Mux, and for an engine without another address', () => {
    const mux = 'https://stream.mux.com/p/highest.mp4';
    expect(serverAddressOf(mux, {})).toBe(mux);
    const own = `${engine}/stream/p/highest.mp4`;
    expect(serverAddressOf(own, { VIDEO_ENGINE_URL: engine })).toBe(own);
  });
});
