import { withCorrelation } from '@vault/platform';
import { ScriptedVideoHost } from '../testing/scripted-video-host.ts';
import { MuxVideoHost } from './mux-video-host.ts';
import { engineOptionsOf, engineSettings, videoHostSecrets } from './own-engine.ts';
import { videoHostConfig } from './video-host.config.ts';

describe('our own video engine', () => {
  it('accepts only origins of other pages', () => {
    const env = { MUX_TOKEN_ID: 'id', MUX_TOKEN_SECRET: 'one', MUX_WEBHOOK_SECRET: 'two' };
    const secrets = videoHostSecrets.parse(env);
    const read = (UPLOAD_ORIGINS?: string) =>
      engineOptionsOf(engineSettings.parse({ UPLOAD_ORIGINS }), secrets, 'http://127.0.0.1:9/hook');
    expect(read().uploadOrigins).toEqual([]);
    expect(read('https://a.example, http://localhost:3000').uploadOrigins).toEqual([
      'https://a.example',
      'http://localhost:3000',
    ]);
    for (const wrong of ['*', 'a.example', 'https://a.example/path'])
      expect(() => read(wrong)).toThrow('must be origins');
  });

  it('gets the current correlation id', async () => {
    const scripted = await ScriptedVideoHost.start();
    const host = new MuxVideoHost(videoHostConfig.parse(scripted.env));
    await withCorrelation('of-the-request', () => host.createUpload({ passthrough: 'a', ownerKey: 'b' }));
    expect(scripted.lastHeaders['x-correlation-id']).toBe('of-the-request');
    await scripted.stop();
  });
});
