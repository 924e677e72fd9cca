import { ScriptedVideoHost, type ScriptedAsset } from '../testing/scripted-video-host.ts';
import { MuxVideoHost } from './mux-video-host.ts';
import { videoHostConfig } from './video-host.config.ts';
import {
  describeVideoHost,
  type CaptionsEnd,
  type SignedWebhook,
  type VideoHostUnderTest,
} from './video-host.contract.ts';

const captionEnds = {
  words: { vtt: 'WEBVTT\n\n00:00.000 --> 00:01.500\nGood morning.\n' },
  'no-speech': { error: 'no-speech', message: 'No speech was found.' },
  failure: { error: 'internal_error', message: 'The captions could not be made.' },
} as const;

/** The script does nothing on its own: all open work ends at the next look. */
async function open(): Promise<VideoHostUnderTest> {
  const scripted = await ScriptedVideoHost.start();
  const webhooks: SignedWebhook[] = [];
  const lost = new Set<string>();
  const assetIds = new Set<string>();
  let end: CaptionsEnd = 'words';
  const tell = (type: string, data: Record<string, unknown>) =>
    webhooks.push(scripted.webhook(`video.${type}`, data));

  function finish(asset: ScriptedAsset): void {
    const source = asset.input?.url.replace('mux://assets/', '');
    if (source !== undefined && lost.has(source)) {
      asset.status = 'errored';
      asset.errors = { type: 'invalid_input', messages: ['The source video was deleted.'] };
    } else {
      scripted.finish(asset);
      scripted.offerDownload(asset);
    }
    tell(`asset.${asset.status}`, { id: asset.id });
  }

  function work(): void {
    for (const asset of scripted.assets.values()) {
      assetIds.add(asset.id);
      if (asset.status === 'preparing') finish(asset);
      const track = asset.tracks.find(({ type, status }) => type === 'text' && status === 'preparing');
      if (!track) continue;
      scripted.caption(asset, captionEnds[end]);
      tell(`asset.track.${track.status}`, { id: track.id, asset_id: asset.id });
    }
    for (const id of assetIds) {
      if (scripted.assets.has(id)) continue;
      assetIds.delete(id);
      tell('asset.deleted', { id });
    }
  }

  return {
    host: new MuxVideoHost(videoHostConfig.parse({ ...scripted.env, SPEECH_BASE_URL: scripted.url })),
    send: ({ uploadId }, file) => {
      if (file === 'recording') {
        const { id } = scripted.arrive(uploadId);
        tell('upload.asset_created', { id: uploadId, asset_id: id });
      } else {
        const error = { type: 'not_media', message: 'This is not a video or audio file.' };
        Object.assign(scripted.uploads.get(uploadId)!, { status: 'errored', error });
      }
      return Promise.resolve();
    },
    endCaptions: (next) => {
      end = next;
    },
    loseSource: (assetId) => {
      lost.add(assetId);
      return Promise.resolve();
    },
    work,
    webhooks,
    close: () => scripted.stop(),
  };
}

describeVideoHost('the scripted host', open);

test('each call has the credentials of that time, which may change', async () => {
  const scripted = await ScriptedVideoHost.start();
  try {
    const config = videoHostConfig.parse(scripted.env);
    const host = new MuxVideoHost(config);
    const sent: (string | undefined)[] = [];
    for (const secret of ['one', 'two']) {
      config.MUX_TOKEN_SECRET = [secret, 'of before'];
      await host.getAsset('none');
      sent.push(scripted.lastHeaders.authorization);
    }
    const basic = (secret: string) => `Basic ${Buffer.from(`id:${secret}`).toString('base64')}`;
    expect(sent).toEqual([basic('one'), basic('two')]);
  } finally {
    await scripted.stop();
  }
});

test('while the secret of webhooks changes, both are accepted and no other', async () => {
  const scripted = await ScriptedVideoHost.start();
  try {
    const config = videoHostConfig.parse(scripted.env);
    const host = new MuxVideoHost(config);
    const { body, signature } = scripted.webhook('video.asset.ready', { id: 'asset' });
    const read = () => host.readWebhook(Buffer.from(body), signature);
    const [current] = config.MUX_WEBHOOK_SECRET;
    const accepted: (typeof config.MUX_WEBHOOK_SECRET)[] = [[current], [current, 'next'], ['next', current]];
    for (const secrets of accepted) {
      config.MUX_WEBHOOK_SECRET = secrets;
      await expect(read()).resolves.toBeDefined();
    }
    config.MUX_WEBHOOK_SECRET = ['next'];
    await expect(read()).rejects.toMatchObject({ code: 'unauthenticated' });
  } finally {
    await scripted.stop();
  }
});

test('only our own engine with a speech server is told names, and asked to find the language or to recognise again', async () => {
  const scripted = await ScriptedVideoHost.start();
  try {
    const env = scripted.env;
    const settings = async (config: Record<string, string>) => {
      const host = new MuxVideoHost(videoHostConfig.parse({ ...env, ...config }));
      await host.createUpload({ passthrough: 'v', ownerKey: 'owner', hints: ['kubectl'] });
      const { inputs } = scripted.lastSettings as { inputs: { generated_subtitles: object[] }[] };
      return [host.canChooseLanguage, inputs[0]?.generated_subtitles];
    };
    const english = [{ language_code: 'en', name: 'English (generated)' }];
    expect(await settings({})).toEqual([false, english]);
    const found = [{ language_code: 'auto', name: 'Generated', hints: ['kubectl'] }];
    expect(await settings({ SPEECH_BASE_URL: 'http://speech:8000/v1' })).toEqual([true, found]);
    const { VIDEO_ENGINE_URL: _own, ...mux } = env;
    const ofMux = videoHostConfig.parse({ ...mux, SPEECH_BASE_URL: 'http://speech:8000/v1' });
    const host = new MuxVideoHost(ofMux);
    expect(host.canChooseLanguage).toBe(false);
    const again = host.recogniseAgain({ assetId: 'a', language: 'de', passthrough: 'p' });
    await expect(again).rejects.toMatchObject({ name: 'AppError', code: 'conflict' });
  } finally {
    await scripted.stop();
  }
});
