import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { SearchAnswer, SpeakerList, VideoRecord } from '@vault/contracts';
import type { Browser, Page } from 'playwright-core';
import { choose, menus } from './testing/browser/menus.ts';
import type { Api } from './testing/api/api.ts';
import { uploadVideo } from './testing/api/send-file.ts';
import { talk } from './testing/api/talk.ts';
import { WatchedPage } from './testing/browser/browser.ts';
import { signedInWithVideo } from './testing/browser/signed-in.ts';
import type { Product } from './testing/product/product.ts';
import { readCues } from './testing/shared/cues.ts';
import { quoteText } from './testing/shared/quote-text.ts';
import { until } from './testing/shared/until.ts';

/** A word that no recogniser hears. */
const mended = 'Zyxwick';
const captionTexts = `[...document.querySelector('video').textTracks]
  .find(({ kind }) => kind === 'captions').cues`;

const linesOf = ({ vtt = '' }: VideoRecord) => readCues(vtt).map(({ text }) => text);

/** A line that is part of a quote, and its longest word, which is corrected. */
function quotedLine({ chapters }: VideoRecord, lines: readonly string[]) {
  const quotes = chapters.flatMap(({ quote }) => quote.map(quoteText)).join(' | ');
  const at = lines.findIndex((text) => quotes.includes(text));
  const text = lines[at];
  if (text === undefined) throw new Error(`No line is part of a quote: ${quotes}`);
  const [word = ''] = (text.match(/[A-Za-z]+/g) ?? []).sort((one, next) => next.length - one.length);
  return { at, text, word };
}

describe('correcting the transcript', () => {
  let product: Product;
  let api: Api;
  let video: VideoRecord;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;

  before(async () => {
    ({ product, api, video, browser, watched, page } = await signedInWithVideo(talk(), 'Growing a company'));
    await page.goto(`/asset/${video.id}`);
  });
  after(() => browser.close());

  const panel = (of: Page) => of.getByRole('region', { name: 'Transcript' });
  /** Edits a line by keyboard. */
  const edit = async (of: Page, at: number, text: string) => {
    const line = panel(of)
      .locator(`li[data-index="${String(at)}"] [role=button]`)
      .first();
    await line.focus();
    await of.keyboard.press('Enter');
    const field = panel(of).getByRole('textbox', { name: /^Words at/ });
    await field.fill(text);
    await of.keyboard.press('Enter');
    await of.keyboard.press('Escape');
    await field.waitFor({ state: 'hidden' });
  };
  const saved = (text: string) =>
    until(`“${text}” to be saved`, async () => {
      const record = await api.video(video.id);
      return linesOf(record).includes(text) && record;
    });

  it('a word that is corrected by keyboard is in quotes, search, captions and exports', async () => {
    const { at, text, word } = quotedLine(video, linesOf(video));
    const corrected = text.replace(word, mended);
    await edit(page, at, corrected);
    const record = await saved(corrected);
    assert.ok(record.transcriptVersion > 0);
    const quotes = record.chapters.flatMap(({ quote }) => quote.map(quoteText)).join(' ');
    assert.ok(quotes.includes(mended), quotes);
    await until('the search to find it', async () => {
      const query = new URLSearchParams({ keyword: mended }).toString();
      const found = await api.ask<SearchAnswer>('GET', `/api/search?${query}`);
      return JSON.stringify(found).includes(mended);
    });
    await page.keyboard.press('c');
    await until('the captions to have it', () =>
      page.evaluate<boolean>(`[...${captionTexts} ?? []].some(({ text }) => text.includes('${mended}'))`),
    );
    const download = page.waitForEvent('download');
    await choose(page, menus.video, 'Export', 'WebVTT');
    assert.ok((await readFile(await (await download).path(), 'utf8')).includes(corrected));
    await watched.inspect('transcript');
  });

  it('a second browser corrects another line, and both see both', async () => {
    const other = await WatchedPage.openAs(api.user!, browser, product);
    await other.page.goto(`/asset/${video.id}`);
    const lines = linesOf(await api.video(video.id));
    const [first, second] = [`${lines[0]!} One.`, `${lines[1]!} Two.`];
    await edit(page, 0, first);
    await edit(other.page, 1, second);
    await saved(first);
    await saved(second);
    for (const each of [page, other.page])
      for (const text of [first, second]) await panel(each).getByText(text).waitFor();
  });

  it('who speaks is said by keyboard, and is in quotes and exports; the page is narrowed to one', async () => {
    const dialog = page.getByRole('dialog', { name: /^Who is speaking at/ });
    const name = async (at: number, speaker: string) => {
      const line = panel(page)
        .locator(`li[data-line="${String(at)}"] [role=button]`)
        .first();
      await line.focus();
      await page.keyboard.press('s');
      await dialog.getByRole('combobox', { name: 'Speaker' }).fill(speaker);
      await watched.inspectModal(`speaker-${String(at)}`);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'hidden' });
    };
    // From the line to the end of its turn.
    await name(0, 'Ann Lee');
    await name(2, 'Bob');
    const voices = ({ vtt = '' }: VideoRecord) => [...vtt.matchAll(/<v ([^>]+)>/g)].map(([, voice]) => voice);
    const record = await until('the speakers to be saved', async () => {
      const now = await api.video(video.id);
      return voices(now)[2] === 'Bob' && now;
    });
    const lines = linesOf(record).length;
    assert.deepEqual(voices(record), [
      ...Array<string>(2).fill('Ann Lee'),
      ...Array<string>(lines - 2).fill('Bob'),
    ]);
    const quotes = record.chapters.flatMap(({ quote }) => quote.filter((each) => typeof each !== 'string'));
    assert.ok(
      quotes.some(({ speaker }) => speaker === 'Bob'),
      JSON.stringify(quotes),
    );
    const [keyword = ''] = /[a-z]{5,}/i.exec(linesOf(record)[0]!.replace(/<[^>]+>/, '')) ?? [];
    await until('the search to know who speaks', async () => {
      const query = new URLSearchParams({ keyword, speaker: 'Ann Lee' }).toString();
      const { results } = await api.ask<SearchAnswer>('GET', `/api/search?${query}`);
      return results.length > 0 && results.every(({ speaker }) => speaker === 'Ann Lee');
    });
    await page.getByRole('button', { name: 'Expand all' }).click();
    await page.getByText('Said by Bob').first().waitFor();
    await panel(page).getByRole('combobox', { name: 'Lines of' }).selectOption('Ann Lee');
    await until(
      'only her lines to be shown',
      async () => (await panel(page).locator('li[data-line]').count()) === 2,
    );
    const download = page.waitForEvent('download');
    await choose(page, menus.video, 'Export', 'WebVTT');
    const file = await readFile(await (await download).path(), 'utf8');
    assert.deepEqual(voices({ ...record, vtt: file }), ['Ann Lee', 'Ann Lee']);
    await panel(page).getByRole('combobox', { name: 'Lines of' }).selectOption('All speakers');
  });

  it('a speaker gets another name in all videos, and the former one back', async () => {
    const { session } = await uploadVideo(api, talk(), 'Growing it further');
    const other = await api.untilReady(session.id);
    await api.ask('POST', `/api/muxvideos/${other.id}/transcript/rename-speaker`, { from: '', to: 'Bob' });
    await until('the search to know him in both videos', async () => {
      const { speakers } = await api.ask<SpeakerList>('GET', '/api/search/speakers');
      return speakers.find(({ name }) => name === 'Bob')?.videos.length === 2;
    });
    const areNamed = (name: string, before: string) =>
      until(`both videos to have ${name}`, async () => {
        const records = [await api.video(video.id), await api.video(other.id)];
        return records.every(({ vtt = '' }) => vtt.includes(`<v ${name}>`) && !vtt.includes(`<v ${before}>`));
      });
    await page.reload();
    await panel(page).locator('li[data-line="2"] [role=button]').first().focus();
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog', { name: /^Who is speaking at/ });
    await dialog.getByRole('radio', { name: /in all your videos/ }).check();
    await dialog.getByRole('combobox', { name: 'Speaker' }).fill('Robert Hall');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Rename in 2 videos' }).waitFor();
    await watched.inspectModal('speaker-everywhere');
    await page.getByRole('button', { name: 'Rename in 2 videos' }).click();
    await areNamed('Robert Hall', 'Bob');
    const bar = page.getByRole('group', { name: 'Name of a speaker in all videos' });
    await bar.getByText('“Bob” is “Robert Hall” in 2 videos.').waitFor();
    await bar.getByRole('button', { name: 'Undo' }).click();
    await areNamed('Bob', 'Robert Hall');
  });
});
