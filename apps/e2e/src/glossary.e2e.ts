import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { VideoRecord } from '@vault/contracts';
import type { Browser, Page } from 'playwright-core';
import type { Api } from './testing/api/api.ts';
import { uploadVideo } from './testing/api/send-file.ts';
import { talk } from './testing/api/talk.ts';
import { openBrowser, WatchedPage } from './testing/browser/browser.ts';
import { sharedProduct } from './testing/product/shared-product.ts';
import { readCues, type Cue } from './testing/shared/cues.ts';
import { quoteText } from './testing/shared/quote-text.ts';
import { until } from './testing/shared/until.ts';

/** A name that no recogniser hears, and the word that it heard instead. */
const [name, wrongForm] = ['Zyxwick', 'Sixvick'];

const cuesOf = ({ vtt = '' }: VideoRecord) => readCues(vtt);
const quotesOf = ({ chapters }: VideoRecord) =>
  chapters.flatMap(({ quote }) => quote.map(quoteText)).join(' | ');

/** A word of at least three lines, of which the last is part of a quote. */
function repeatedWord(video: VideoRecord) {
  const [cues, quotes] = [cuesOf(video), quotesOf(video)];
  const words = new Set(cues.flatMap(({ text }) => text.match(/[A-Za-z]{5,}/g) ?? []));
  for (const word of words) {
    const lines = cues.filter(({ text }) => new RegExp(String.raw`\b${word}\b`, 'i').test(text));
    const quoted = lines.find(({ text }) => quotes.includes(text));
    const others = lines.filter((line) => line !== quoted && line.text.includes(word));
    if (quoted && others.length >= 2) return { word, quoted, lines: [...others.slice(0, 2), quoted] };
  }
  throw new Error(`No word is in three lines and in a quote: ${quotes}`);
}

describe('the glossary', () => {
  let api: Api;
  let video: VideoRecord;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;

  before(async () => {
    const product = await sharedProduct();
    api = product.api();
    await api.register();
    const { session } = await uploadVideo(api, talk(), 'Growing a company');
    video = await api.untilReady(session.id);
    browser = await openBrowser();
    watched = await WatchedPage.openAs(api.user!, browser, product);
    ({ page } = watched);
  });
  after(() => browser.close());

  /** Replaces a word in these lines, in one change for each, and waits for the changed video. */
  async function replace(lines: readonly Cue[], word: string, by: string) {
    const { transcriptVersion } = await api.video(video.id);
    const changed = lines.map((line) => ({
      ...line,
      text: line.text.replaceAll(new RegExp(String.raw`\b${word}\b`, 'gi'), by),
    }));
    for (const [index, line] of lines.entries())
      await api.ask('PATCH', `/api/muxvideos/${video.id}/transcript`, {
        changes: [{ before: [line], after: [changed[index]] }],
      });
    await until('the changes of the transcript to be saved', async () => {
      const record = await api.video(video.id);
      return record.transcriptVersion >= transcriptVersion + lines.length;
    });
    return changed;
  }

  it('a correction that was made twice is offered, applied to the library, and undone', async () => {
    const { word, quoted, lines } = repeatedWord(video);
    const misheard = await replace(lines, word, wrongForm);
    await replace(misheard.slice(0, 2), wrongForm, name);
    const corrected = await api.video(video.id);

    await page.goto('/glossary');
    await page.getByText(new RegExp(`to “${name}” twice`)).waitFor();
    await watched.inspect('glossary');
    await page.getByRole('button', { name: /^Add: always correct “/ }).click();
    await page.getByRole('textbox', { name: `Name of “${name}”` }).waitFor();
    await page.getByRole('link', { name: 'Apply to the library' }).click();
    await page
      .getByRole('checkbox', { name: /^Replace “/ })
      .first()
      .waitFor();
    await watched.inspect('glossary-apply');
    await page.getByRole('button', { name: /^Apply to/ }).click();
    await page.getByText(/corrected\.$/).waitFor();
    const applied = await until('the quote to follow', async () => {
      const record = await api.video(video.id);
      return quotesOf(record).includes(name) && record;
    });
    const isThere = ({ start, text }: { start: number; text: string }) =>
      start === quoted.start && text.includes(name);
    assert.ok(cuesOf(applied).some(isThere));

    await page.goto(`/asset/${video.id}`);
    await page.locator('video').waitFor();
    await page.keyboard.press('c');
    await until('the captions to have it', () =>
      page.evaluate<boolean>(
        `[...[...document.querySelector('video').textTracks].find(({ kind }) => kind === 'captions')?.cues ?? []]
          .some(({ startTime, text }) => Math.abs(startTime - ${String(quoted.start)}) < 0.01 && text.includes('${name}'))`,
      ),
    );

    await page.goto('/glossary');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/restored\.$/).waitFor();
    const undone = await until('the quote to be as before', async () => {
      const record = await api.video(video.id);
      return !quotesOf(record).includes(name) && record;
    });
    assert.deepEqual(cuesOf(undone), cuesOf(corrected));
    watched.assertClean();
  });
});
