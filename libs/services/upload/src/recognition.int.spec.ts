import type { ScriptedAsset } from '@vault/integrations/testing';
import { until } from '@vault/base/testing';
import { maxRemakesPerDay } from './domain/remakes.ts';
import { startUpload, type UploadUnderTest } from './testing/upload-under-test.ts';

const daySeconds = 24 * 60 * 60;
const vtt = 'WEBVTT\n\n00:00.000 --> 00:05.000\nGuten Morgen.\n';
const conflict = { name: 'AppError', code: 'conflict' };

describe('captions that are recognised again', () => {
  let upload: UploadUnderTest;
  let id: string;
  let asset: ScriptedAsset;
  const start = async (env: Record<string, string> = { SPEECH_BASE_URL: 'http://127.0.0.1:9/v1' }) => {
    upload = await startUpload({ env });
    const session = await upload.client.createSession({ ownerId: 'ada' });
    ({ id } = session);
    asset = upload.host.arrive(session.uploadId);
    upload.host.finish(asset);
    upload.host.offerDownload(asset);
  };
  afterEach(() => upload.stop());

  const about = () => ({ videoId: id, ownerId: 'ada' });
  const video = () => upload.client.getVideo({ ownerId: 'ada', videoId: id });
  const generated = () =>
    upload.event('chaptering.chapters-generated.v1', { ...about(), version: 1, chapterCount: 1 });
  const recognise = (language: 'auto' | 'de', ownerId = 'ada') =>
    upload.command('upload.recognise-captions.v1', { videoId: id, ownerId, language });
  const texts = () => asset.tracks.filter(({ type }) => type === 'text');
  const transcripts = () => upload.published.filter(({ type }) => type === 'upload.transcript-ready.v1');

  function reaches(state: string) {
    return until(
      () => {
        upload.clock.passSeconds(6);
        return video();
      },
      (now) => now.state === state,
    );
  }
  async function isCaptioned(): Promise<void> {
    upload.host.caption(asset, { vtt });
    upload.clock.passSeconds(31);
    await reaches('chaptering');
    await generated();
    await reaches('ready');
  }

  it('take the place of the first ones when they are there: until then the video has those', async () => {
    await start();
    expect(upload.host.lastSettings).toMatchObject({
      inputs: [{ generated_subtitles: [{ language_code: 'auto' }] }],
    });
    await isCaptioned();
    const { captionsTrackId: first, canChooseLanguage, captionsUrl } = await video();
    expect(canChooseLanguage).toBe(true);
    await recognise('de');
    expect(texts().map(({ language_code: code }) => code)).toEqual(['en', 'de']);
    const during = { state: 'captioning', captionsState: 'ready', captionsTrackId: first, captionsUrl };
    expect(await video()).toMatchObject(during);
    // Chapters of the words before do not end it, and it cannot begin twice.
    await generated();
    await expect(recognise('auto')).rejects.toMatchObject(conflict);
    texts()[1]!.progress = 40;
    expect(
      await until(
        () => {
          upload.clock.passSeconds(6);
          return video();
        },
        ({ progress }) => progress === 40,
      ),
    ).toMatchObject(during);
    const second = texts()[1]!.id;
    upload.host.caption(asset, { vtt });
    expect(await reaches('chaptering')).toMatchObject({ captionsTrackId: second, captionsLanguage: 'de' });
    await until(
      () => Promise.resolve(texts()),
      ({ length }) => {
        upload.clock.passSeconds(6);
        return length === 1;
      },
    );
    expect(texts()[0]?.id).toBe(second);
    await until(
      () => Promise.resolve(transcripts()),
      ({ length }) => length === 2,
    );
    expect(transcripts().map(({ data }) => data)).toMatchObject([
      { trackId: first, language: 'en' },
      { trackId: second, language: 'de', isRequested: true },
    ]);
    expect(transcripts()[0]?.data).not.toHaveProperty('isRequested');
    await generated();
    await reaches('ready');
  });

  it('that fail leave those before, and the video says why', async () => {
    await start();
    await isCaptioned();
    const { captionsTrackId } = await video();
    await recognise('de');
    upload.host.caption(asset, { error: 'no-speech', message: 'No speech was found.' });
    const after = await reaches('ready');
    expect(after).toMatchObject({ captionsState: 'ready', captionsTrackId, captionsLanguage: 'en' });
    expect(after.captionsReason).toBe('No speech was found.');
    await until(
      () => Promise.resolve(texts()),
      (all) => {
        upload.clock.passSeconds(6);
        return all.every((track) => track.id === captionsTrackId);
      },
    );
    expect(transcripts()).toHaveLength(1);
  });

  it('may be the first ones, where there are none', async () => {
    await start();
    upload.host.caption(asset, { error: 'language-not-supported', message: 'Not in this language.' });
    upload.clock.passSeconds(31);
    await reaches('chaptering');
    await generated();
    await reaches('ready');
    await recognise('de');
    expect(texts()).toHaveLength(1);
    upload.host.caption(asset, { vtt });
    expect(await reaches('chaptering')).toMatchObject({ captionsState: 'ready', captionsReason: '' });
  });

  it('are for their owner, and only where any language is recognised', async () => {
    await start({});
    await isCaptioned();
    expect((await video()).canChooseLanguage).toBeUndefined();
    await expect(recognise('de', 'eve')).rejects.toMatchObject({ name: 'AppError', code: 'not-found' });
    await expect(recognise('de')).rejects.toMatchObject(conflict);
    expect(upload.host.lastSettings).toMatchObject({
      inputs: [{ generated_subtitles: [{ language_code: 'en' }] }],
    });
    expect(texts()).toHaveLength(1);
  });

  it('need a membership, and are made a few times a day for a video', async () => {
    await start();
    await isCaptioned();
    upload.fakes.refusal = 'Your free trial ended.';
    const ended = { code: 'limit-reached', message: upload.fakes.refusal };
    await expect(recognise('de')).rejects.toMatchObject(ended);
    expect(texts()).toHaveLength(1);
    upload.fakes.refusal = '';
    // An hour after midnight, so that no day ends during the test.
    upload.clock.passSeconds(daySeconds - ((Date.now() / 1_000) % daySeconds) + 3_600);
    for (let time = 0; time < maxRemakesPerDay; time += 1) {
      await recognise('de');
      upload.host.caption(asset, { error: 'no-speech', message: 'No speech was found.' });
      await reaches('ready');
    }
    const message = expect.stringMatching(/daily limit .* resets at 00:00 UTC, in /) as string;
    await expect(recognise('de')).rejects.toMatchObject({ code: 'limit-reached', message });
    upload.clock.passSeconds(daySeconds);
    await recognise('de');
  });

  it('are told the names of the glossary, and nothing while it does not answer', async () => {
    await start();
    await isCaptioned();
    const names = (tracks: unknown) => (tracks as { hints?: string[] }[]).map(({ hints }) => hints);
    const opened = async () => {
      await upload.client.createSession({ ownerId: 'ada' });
      const { inputs } = upload.host.lastSettings as { inputs: { generated_subtitles: object[] }[] };
      return names(inputs[0]?.generated_subtitles);
    };
    upload.fakes.terms = ['Zwick', 'kubectl'];
    expect(await opened()).toEqual([['kubectl', 'Zwick']]);
    await recognise('de');
    expect(names(texts())).toEqual([undefined, ['kubectl', 'Zwick']]);
    upload.host.caption(asset, { error: 'internal_error', message: 'Failed.' });
    await reaches('ready');
    upload.fakes.terms = null;
    await recognise('auto');
    expect(names(texts()).at(-1)).toBeUndefined();
  });
});
