import { ScriptedVideoHost } from '../testing/scripted-video-host.ts';
import { MuxVideoHost } from './mux-video-host.ts';
import { videoHostConfig } from './video-host.config.ts';

describe('clips of the video host', () => {
  let scripted: ScriptedVideoHost;
  let host: MuxVideoHost;
  beforeEach(async () => {
    scripted = await ScriptedVideoHost.start();
    host = new MuxVideoHost(videoHostConfig.parse(scripted.env));
  });
  afterEach(() => scripted.stop());

  const span = { start: 5, end: 9, passthrough: 'clip:a' };

  function readyVideo(): string {
    const asset = scripted.addAsset();
    scripted.finish(asset);
    return asset.id;
  }

  it('are cut from an asset that is ready, and found by their passthrough', async () => {
    const assetId = readyVideo();
    const clip = await host.createClip({ assetId, ...span });
    const input = { url: `mux://assets/${assetId}`, start_time: 5, end_time: 9 };
    expect(scripted.assets.get(clip.assetId)).toMatchObject({ passthrough: 'clip:a', input });
    expect(await host.findClip('clip:a')).toMatchObject({ ...clip, status: 'preparing' });
    expect(await host.findClip('clip:b')).toBeNull();
  });

  it('of an unplayable asset are refused', async () => {
    const { id } = scripted.addAsset();
    await expect(host.createClip({ assetId: id, ...span })).rejects.toMatchObject({ code: 'conflict' });
    await expect(host.createClip({ assetId: 'gone', ...span })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('are requested only once, even without an answer, and found afterwards', async () => {
    const assetId = readyVideo();
    scripted.isLosingAnswers = true;
    await expect(host.createClip({ assetId, ...span })).rejects.toMatchObject({ code: 'unavailable' });
    expect(scripted.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1);
    expect(await host.findClip('clip:a')).not.toBeNull();
  });

  it('are searched among the newest assets only', async () => {
    const assetId = readyVideo();
    await host.createClip({ assetId, ...span });
    for (let count = 0; count < 150; count += 1) scripted.addAsset();
    expect(await host.findClip('clip:a')).not.toBeNull();
    for (let count = 0; count < 400; count += 1) scripted.addAsset();
    expect(await host.findClip('clip:a')).toBeNull();
    expect(scripted.calls.filter((call) => call.startsWith('GET'))).toHaveLength(2 + 5);
  });
});
