import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Glossary, VideoRecord } from '@vault/contracts';
import type { Browser, Page } from 'playwright-core';
import type { Api } from './testing/api/api.ts';
import { uploadVideo } from './testing/api/send-file.ts';
import { longVideo, talk } from './testing/api/talk.ts';
import type { WatchedPage } from './testing/browser/browser.ts';
import { signedInWithVideo } from './testing/browser/signed-in.ts';
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

/** Another wrong word, which the glossary does not correct yet. */
const otherWrongForm = 'Soupavase';

/** What is said in each line of a video of a minute, by two speakers in turn. */
const said = [
  'Welcome everybody to this webinar about growing a software company.',
  'Yesterday I read Pikachti, and he says that capital grows faster.',
  'We start with pricing, which is the fastest lever that you have.',
  `The team of ${otherWrongForm} answers every ticket within two hours.`,
  'Most companies choose their price once and never look at it again.',
  `A year ago ${otherWrongForm} wrote help articles for the same five questions.`,
];
const minute = 60;

/** The WebVTT of a minute with these words, a turn every two seconds. */
function talkOfTwo(): string {
  const second = (at: number) => `00:00:${String(at).padStart(2, '0')}.000`;
  const lines = Array.from({ length: minute / 2 - 1 }, (_, at) => {
    const span = `${second(2 * at)} --> ${second(2 * at + 2)}`;
    return `${span}\n<v Speaker ${String((at % 2) + 1)}>${said[at % said.length]!}\n`;
  });
  return ['WEBVTT\n', ...lines].join('\n');
}

describe('the glossary', () => {
  let api: Api;
  let video: VideoRecord;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;

  before(async () => {
    ({ api, video, browser, watched, page } = await signedInWithVideo(talk(), 'Growing a company'));
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
    await page.getByRole('button', { name: new RegExp(`^Add: always correct .+ to “${name}”`) }).click();
    await page.getByRole('textbox', { name: `Name of “${name}”` }).waitFor();
    await page.getByRole('link', { name: 'Apply to the library' }).click();
    await page
      .getByRole('checkbox', { name: /^Replace “/ })
      .first()
      .waitFor();
    await watched.inspect('glossary-apply');
    await page.getByRole('button', { name: /^Apply to/ }).click();
    await page.getByText(/corrected\. You can undo this/).waitFor();
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

  describe('of names that are heard wrongly', () => {
    let named: VideoRecord;
    const panel = () => page.getByRole('region', { name: 'Transcript' });
    const countOf = (text: string, { vtt = '' }: VideoRecord) => vtt.split(text).length - 1;

    before(async () => {
      const { terms, version } = await api.ask<Glossary>('GET', '/api/glossary');
      const piketty = { term: 'Piketty', wrongForms: [], isCaseSensitive: false };
      await api.ask('PUT', '/api/glossary', { terms: [...terms, piketty], version });
      const { session } = await uploadVideo(api, longVideo(minute), 'Two talk about names');
      await api.untilReady(session.id);
      await api.ask('PUT', `/api/muxvideos/${session.id}/captions`, { text: talkOfTwo() });
      named = await until('the names to wait', async () => {
        const record = await api.video(session.id);
        return record.operations.length === 0 && record.namesToCheck === 1 && record;
      });
    });

    it('the card says what waits, leads there, and does not say so when it is decided', async () => {
      await page.goto('/asset/view');
      const link = page.getByRole('link', { name: '1 name to check' });
      await link.waitFor();
      await watched.inspect('names-card');
      await link.click();
      const dialog = page.getByRole('dialog', { name: 'Names to check in this video' });
      await dialog.getByText('“Pikachti” sounds like “Piketty”').waitFor();
      await watched.inspectModal('names');
      await dialog.getByRole('button', { name: 'Yes, Piketty' }).click();
      await dialog.getByRole('button', { name: /^Apply to/ }).click();
      await dialog.getByText(/corrected\.$/).waitFor();
      await page.keyboard.press('Escape');
      await until('the lines to be corrected', async () => {
        const record = await api.video(named.id);
        return countOf('Pikachti', record) === 0 && record.namesToCheck === undefined;
      });
      await page.goBack();
      await page.getByRole('article', { name: 'Two talk about names' }).waitFor();
      await link.waitFor({ state: 'detached' });
    });

    /** The first click may end another edit, after which lines below it move up. */
    const openLine = async (text: string) => {
      await panel().getByText(text).first().dblclick();
      const field = panel().getByRole('textbox', { name: /^Words at/ });
      assert.equal(await field.inputValue(), text);
      return field;
    };

    it('the first correction of a name is offered everywhere, corrects the rest, and is taken back', async () => {
      await page.goto(`/asset/${named.id}`);
      const field = await openLine(said[3]!);
      await field.fill(said[3]!.replace(otherWrongForm, 'Supabase'));
      await page.keyboard.press('Enter');
      const bar = panel().getByRole('group', { name: 'A name that you corrected' });
      await bar.getByText(`You changed “${otherWrongForm}” to “Supabase”.`).waitFor();
      await watched.inspect('names-offer');
      await bar.getByRole('button', { name: 'Always write it like this' }).click();
      await bar.getByText(/^In new videos, /).waitFor();
      const termsOf = async () =>
        (await api.ask<Glossary>('GET', '/api/glossary')).terms.map(({ term }) => term);
      assert.ok((await termsOf()).includes('Supabase'));
      await bar.getByRole('button', { name: /^Correct/ }).click();
      await until(
        'the other lines to be corrected',
        async () => countOf(otherWrongForm, await api.video(named.id)) === 0,
      );
      // What the glossary does is no correction of a person.
      const { offers } = await api.ask<Glossary>('GET', '/api/glossary');
      assert.ok(!offers.some(({ to }) => to === 'Supabase'));
      await bar.getByRole('button', { name: 'Undo' }).click();
      await bar.getByRole('button', { name: /^Correct/ }).waitFor();
      await bar.getByRole('button', { name: 'Undo' }).click();
      await bar.getByRole('button', { name: 'Always write it like this' }).waitFor();
      assert.ok(!(await termsOf()).includes('Supabase'));
      await bar.getByRole('button', { name: 'Not now' }).click();
      await bar.waitFor({ state: 'detached' });
    });

    it('a numbered speaker of many turns gets a name with a click, a name and Enter', async () => {
      const before = countOf('<v Speaker 1>', await api.video(named.id));
      assert.ok(before > 10);
      await panel().getByRole('button', { name: 'Speaker 1', exact: true }).first().click();
      await page.keyboard.type('Ann Lee');
      await page.keyboard.press('Enter');
      await until('all of her lines to have the name', async () => {
        const record = await api.video(named.id);
        return countOf('<v Ann Lee>', record) === before && countOf('<v Speaker 1>', record) === 0;
      });
      watched.assertClean();
    });
  });
});
