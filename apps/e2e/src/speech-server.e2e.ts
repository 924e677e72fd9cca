import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Transcript, VideoRecord } from '@vault/contracts';
import { ScriptedSpeechServer } from '@vault/integrations/testing';
import type { Browser, Page } from 'playwright-core';
import { choose, menus } from './testing/browser/menus.ts';
import type { Api } from './testing/api/api.ts';
import { openBrowser, WatchedPage } from './testing/browser/browser.ts';
import { readCues, toSeconds } from './testing/shared/cues.ts';
import type { Product } from './testing/product/product.ts';
import { uploadVideo } from './testing/api/send-file.ts';
import { startProduct } from './testing/product/start-product.ts';
import { germanTalk } from './testing/api/talk.ts';

const words =
  'Heute sprechen wir über Preise. Der Preis ist der schnellste Hebel im Unternehmen. Ein höherer Preis bringt mehr Gewinn.';

/** Unevenly: every second one is short. */
const timed = words.split(' ').map((word, index) => {
  const start = 0.5 + index * 0.4 + (index % 2) * 0.25;
  return { word, start, end: start + 0.1 };
});

/** With a scripted speech server: what it hears becomes captions, and while it does not answer, they wait. */
describe('captions from a speech server', () => {
  let product: Product;
  let speech: ScriptedSpeechServer;
  let api: Api;
  let video: VideoRecord;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;

  before(async () => {
    speech = await ScriptedSpeechServer.start();
    speech.otherwise = () => ({ status: 503 });
    product = await startProduct({ env: speech.env });
    api = product.api();
    await api.register();
    browser = await openBrowser();
    watched = await WatchedPage.openAs(api.user!, browser, product);
    ({ page } = watched);
  });
  after(async () => {
    await browser.close();
    await product.end();
    await speech.stop();
  });

  it('wait while it does not answer, and the page says so', async () => {
    const { session } = await uploadVideo(api, germanTalk(), 'Preise');
    const isWaiting = ({ stage }: VideoRecord) => stage === 'waiting-for-recognition';
    video = await api.untilVideo(session.uploadId, 'waiting for the speech server', isWaiting);
    assert.equal(video.state, 'captioning');
    speech.otherwise = () => ({ says: { language: 'german', text: words, words: timed } });
    video = await api.untilReady(session.uploadId);
    assert.equal(video.captions, 'ready');
  });

  it('have its words, also in another language, and chapters follow', () => {
    const cues = readCues(video.vtt!);
    assert.equal(cues.map(({ text }) => text.trim()).join(' '), words);
    assert.ok(cues.every(({ start, end }) => start < end && end <= video.duration + 0.1));
    assert.equal(video.chaptersOrigin?.language, 'de');
    assert.ok(video.chapters.length > 0);
  });

  it('have the times of its words, which pages get for a span', async () => {
    assert.ok(!video.vtt!.includes('<'));
    const track = await api.send('GET', video.captionsUrl);
    const span = await api.ask<Transcript>('GET', `/api/muxvideos/${video.id}/transcript?from=0&to=600`);
    const starts = (vtt: string) => [...vtt.matchAll(/<([\d:.]+)>/g)].map(([, time]) => toSeconds(time!));
    const found = starts(span.vtt);
    assert.ok(found.length >= timed.length - 3, span.vtt);
    assert.deepEqual(starts(track.text), found);
    // The plan begins the only piece at the first sound.
    const shift = readCues(track.text)[0]!.start - timed[0]!.start;
    assert.ok(
      found.every((time) => timed.some(({ start }) => Math.abs(start + shift - time) < 0.002)),
      track.text,
    );
  });

  it('are made of sound alone: nothing else is sent', () => {
    assert.ok(speech.requests.length > 0);
    for (const { fields, file } of speech.requests) {
      const expected = ['file', 'model', 'response_format', 'language', 'timestamp_granularities[]'];
      assert.deepEqual(
        [...fields.keys()].filter((name) => !expected.includes(name)),
        [],
      );
      assert.equal(file.toString('latin1', 0, 4), 'RIFF');
    }
  });

  it('are made again in the language that the owner states, with the names of the glossary', async () => {
    assert.equal(video.canChooseLanguage, true);
    assert.equal(video.captionsLanguage, 'de');
    const term = { term: 'Zwick', wrongForms: [], isCaseSensitive: false };
    await api.ask('PUT', '/api/glossary', { terms: [term], version: 0 });
    const [first] = video.chapters;
    const chapters = [{ ...first!, title: 'Mein Titel' }, ...video.chapters.slice(1)];
    await api.ask('PATCH', '/api/muxupload/save', { passthrough: video.id, chapters });
    speech.requests.length = 0;
    // While no words are there, those that there are stay.
    speech.otherwise = () => ({ status: 503 });
    await page.goto(`/asset/${video.id}`);
    await choose(page, menus.transcript, 'Transcribe again…');
    const dialog = page.getByRole('dialog', { name: 'Transcribe this video again' });
    await dialog.getByRole('combobox', { name: 'Language spoken' }).selectOption('French');
    await watched.inspectModal('recognise-again');
    await dialog.getByRole('button', { name: 'Transcribe again' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const isWaiting = ({ stage }: VideoRecord) => stage === 'waiting-for-recognition';
    const during = await api.untilVideo(video.id, 'waiting for the speech server', isWaiting);
    assert.deepEqual([during.state, during.captions, during.vtt], ['captioning', 'ready', video.vtt]);
    await watched.inspect('recognising-again');
    const french = 'Aujourd’hui nous parlons des prix. Le prix est le levier le plus rapide de l’entreprise.';
    speech.otherwise = () => ({ says: { text: french } });
    const isDone = ({ state, captionsTrackId }: VideoRecord) =>
      state === 'ready' && captionsTrackId !== video.captionsTrackId;
    const after = await api.untilVideo(video.id, 'ready with other captions', isDone);
    assert.equal(
      readCues(after.vtt!)
        .map(({ text }) => text.trim())
        .join(' '),
      french,
    );
    assert.equal(after.captionsLanguage, 'fr');
    assert.equal(after.chaptersOrigin?.language, 'fr');
    assert.equal(after.chapters[0]?.title, 'Mein Titel');
    await page.getByRole('region', { name: 'Transcript' }).getByText('Aujourd’hui').first().waitFor();
    watched.assertClean();
    // No request was made to find the language.
    for (const { fields } of speech.requests)
      assert.deepEqual([fields.get('language'), fields.get('prompt')], ['fr', 'Zwick']);
  });
});
