import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Glossary, PortalRecord, VideoRecord } from '@vault/contracts';
import { ScriptedSpeechServer } from '@vault/integrations/testing';
import type { Answer, Api } from './testing/api/api.ts';
import {
  blackPng,
  captionedSeconds,
  captionFiles,
  csvFiles,
  glossaries,
  heardTexts,
} from './testing/api/hostile-input.ts';
import { uploadVideo } from './testing/api/send-file.ts';
import { briefTalk, longVideo } from './testing/api/talk.ts';
import type { Product } from './testing/product/product.ts';
import { startProduct } from './testing/product/start-product.ts';
import { readCues } from './testing/shared/cues.ts';
import { Silence } from './testing/api/silence.ts';
import { until } from './testing/shared/until.ts';

/** About a second on a machine that does nothing else. */
const longestSilence = 20;

const heard = { language: 'english', text: 'Pricing is the fastest lever that you have.' };

/** Input at the limits from one account: the calls of another one are answered all the time. */
describe('hostile input of one account', () => {
  let product: Product;
  let speech: ScriptedSpeechServer;
  let hostile: Api;
  let other: Api;
  /** A spoken one, and a long one without sound. */
  let video: VideoRecord;
  let long: VideoRecord;
  let portal: PortalRecord;

  before(async () => {
    speech = await ScriptedSpeechServer.start();
    speech.otherwise = () => ({ says: heard });
    product = await startProduct({ env: speech.env });
    [hostile, other] = [product.api(), product.api()];
    await Promise.all([hostile.register(), other.register()]);
    const [spoken, silent] = await Promise.all([
      uploadVideo(hostile, briefTalk(), 'Hostile'),
      uploadVideo(hostile, longVideo(captionedSeconds), 'Long'),
      uploadVideo(other, briefTalk(), 'Pricing'),
    ]);
    video = await hostile.untilReady(spoken.session.id);
    long = await hostile.untilReady(silent.session.id);
    portal = await hostile.ask<PortalRecord>('POST', '/api/portals', {
      name: 'Talks',
      slug: 'hostile-talks',
    });
    await hostile.ask('PATCH', `/api/portals/${portal.id}`, { version: portal.version, video_ids: null });
    await hostile.ask('POST', `/api/portals/${portal.id}/publication`, { is_published: true });
  });
  after(async () => {
    await product.end();
    await speech.stop();
  });

  /** Does something hostile while the other account polls. No answer may be a failure of the server. */
  async function whileOthersPoll(name: string, work: () => Promise<readonly Answer[]>) {
    const silence = new Silence(other, ['/livez', '/api/muxvideos', '/api/search?keyword=pricing']);
    const start = performance.now();
    let answers: readonly Answer[] = [];
    let took = 0;
    let ratio = 0;
    try {
      answers = await work();
    } finally {
      took = performance.now() - start;
      ratio = await silence.end();
    }
    process.stdout.write(
      `${name}: ${answers.map(({ status }) => status).join(' ')} in ${took.toFixed(0)} ms; ${JSON.stringify(silence.longest)}; ${ratio.toFixed(1)} ×\n`,
    );
    assert.deepEqual(silence.failures, []);
    assert.ok(ratio <= longestSilence, `${name}: others waited for ${ratio.toFixed(1)} × the computation`);
    assert.deepEqual(
      answers.filter(({ status }) => status >= 500).map(({ text }) => text),
      [],
    );
  }

  const importCsv = (csv: string) => hostile.send('POST', '/api/glossary/import', { body: { csv } });
  const replaceCaptions = (text: string) =>
    hostile.send('PUT', `/api/muxvideos/${long.id}/captions`, { body: { text } });

  async function saveGlossary(terms: readonly object[]): Promise<Answer> {
    const { version } = await hostile.ask<Glossary>('GET', '/api/glossary');
    return hostile.send('PUT', '/api/glossary', { body: { terms, version } });
  }

  async function chaptered({ id } = long): Promise<VideoRecord> {
    return until('the captions to be chaptered', async () => {
      const answer = await hostile.send('GET', `/api/muxvideos/asset/${id}`);
      if (answer.status !== 200) return undefined;
      const record = answer.json?.data as VideoRecord;
      return !['captioning', 'chaptering'].includes(record.state) && record.operations.length === 0 && record;
    });
  }

  for (const [name, csv] of Object.entries(csvFiles))
    it(`a glossary of ${name}`, () =>
      whileOthersPoll(name, async () => [await importCsv(csv), await importCsv(csv.slice(0, 54_000))]));

  for (const [captionsName, text] of Object.entries(captionFiles))
    it(`captions with ${captionsName}, and glossaries of all kinds`, async () => {
      await whileOthersPoll(captionsName, async () => {
        const answers = [await replaceCaptions(text)];
        assert.equal(answers[0]?.status, 200, answers[0]?.text);
        await chaptered();
        return answers;
      });
      for (const [name, terms] of Object.entries(glossaries)) {
        await whileOthersPoll(`${captionsName}, ${name}`, async () => [
          await saveGlossary(terms),
          ...(await Promise.all([
            hostile.send('GET', '/api/glossary/places'),
            hostile.send('GET', `/api/muxvideos/${long.id}/glossary-proposals`),
          ])),
        ]);
        await whileOthersPoll(`${captionsName} again, ${name}`, async () => {
          const answers = [await replaceCaptions(`${text}\n`)];
          await chaptered();
          return answers;
        });
      }
    });

  it('changes of lines that start together', async () => {
    const text = captionFiles['lines that start together'];
    await replaceCaptions(text);
    const lines = readCues((await chaptered()).vtt ?? '').slice(0, 2_000);
    assert.ok(lines.length > 0);
    const changes = (count: number, words: string) =>
      lines.slice(0, count).map((line) => ({ before: [line], after: [{ ...line, text: words }] }));
    await whileOthersPoll('changes of lines', async () => [
      await hostile.send('PATCH', `/api/muxvideos/${long.id}/transcript`, {
        body: { changes: changes(1, 'b') },
      }),
      await hostile.send('PATCH', `/api/muxvideos/${long.id}/transcript`, {
        body: { changes: changes(2_000, 'c d') },
      }),
    ]);
  });

  it('a long list of short replacements', async () => {
    const words = Array.from({ length: 8_000 }, (_, index) => `w${String(index)}`).join(' ');
    await replaceCaptions(`WEBVTT\n\n00:00.000 --> 00:10.000\n${words}\n`);
    const [line] = readCues((await chaptered()).vtt ?? '');
    assert.ok(line);
    const after = [{ ...line, text: line.text.replaceAll('w', 'v') }];
    await whileOthersPoll('replacements', async () => [
      await hostile.send('PATCH', `/api/muxvideos/${long.id}/transcript`, {
        body: { changes: [{ before: [line], after }] },
      }),
    ]);
  });

  it('pictures that are large when they are decoded', async () => {
    const image = blackPng(30_000).toString('base64');
    await whileOthersPoll('pictures', () =>
      Promise.all(
        ['nosuch', portal.id, portal.id, portal.id].map((id) =>
          hostile.send('POST', `/api/portals/${id}/logo`, { body: { image } }),
        ),
      ),
    );
  });

  it('visits of a portal with many keys', async () => {
    await whileOthersPoll('keys', async () => {
      const answers = await Promise.all(
        Array.from({ length: 64 }, (_, index) =>
          hostile.send('GET', `/p/hostile-talks/${long.id}?key=${String(index)}`, {
            headers: { authorization: '' },
          }),
        ),
      );
      assert.ok(answers.some(({ status }) => status === 200));
      return answers.filter(({ status }) => status !== 503);
    });
  });

  for (const [name, text] of Object.entries(heardTexts))
    it(`a speech server that hears ${name}`, async () => {
      let asked = 0;
      speech.otherwise = () => {
        asked += 1;
        return { says: { language: 'english', text, segments: [{ start: 0, end: 12, text }] } };
      };
      await whileOthersPoll(name, async () => {
        const answers = [
          await hostile.send('POST', `/api/muxvideos/${video.id}/captions`, { body: { language: 'en' } }),
        ];
        await until('the speech server to be asked', () => asked > 0);
        speech.otherwise = () => ({ says: heard });
        await chaptered(video);
        return answers;
      });
    });
});
