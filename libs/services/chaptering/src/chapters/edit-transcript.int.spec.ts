import { randomUUID } from 'node:crypto';
import type { MessageData } from '@vault/contracts';
import type { chapteringRpc } from '@vault/contracts/rpc';
import type { Message } from '@vault/messaging';
import { until } from '@vault/base/testing';
import { formatWebVtt, parseWebVtt } from '@vault/webvtt';
import { startChaptering, type ChapteringUnderTest } from '../testing/chaptering-under-test.ts';
import { talkSeconds, talkVtt } from '../testing/talk.ts';

const about = { videoId: 'v', ownerId: 'ada' };
const captions = { playbackId: 'p', trackId: 't', language: 'en', durationSeconds: talkSeconds };
const cues = parseWebVtt(talkVtt());

describe('editing the transcript', () => {
  let chaptering: ChapteringUnderTest;
  let shown: chapteringRpc.ChapterSet;
  beforeEach(async () => {
    chaptering = await startChaptering();
    chaptering.host.texts.set('t', talkVtt());
    await chaptering.event('upload.transcript-ready.v1', { ...about, ...captions });
    shown = (await until(find, (set) => set !== undefined && !set.isGenerating))!;
  });
  afterEach(() => chaptering.stop());

  async function find(ownerId = 'ada') {
    const request = { ownerId, videoIds: ['v'], withTranscript: true, withRecognised: true };
    return (await chaptering.client.getChapterSets(request)).sets[0];
  }
  const wordsOf = async () => parseWebVtt((await find())!.vtt);
  const events = (): Message[] =>
    chaptering.published.filter(({ type }) => type === 'chaptering.chapters-changed.v1');

  /** Changes the text of lines, by their index. */
  const changesOf = (texts: Readonly<Record<number, string>>) =>
    Object.entries(texts).map(([index, text]) => {
      const line = cues[Number(index)]!;
      return { before: [line], after: [{ ...line, text }] };
    });
  const edit = (texts: Readonly<Record<number, string>>, more: { ownerId?: string; videoId?: string } = {}) =>
    chaptering.command('chaptering.edit-transcript.v1', { ...about, changes: changesOf(texts), ...more });
  const review = (isReviewed: boolean) =>
    chaptering.command('chaptering.review-transcript.v1', { ...about, isReviewed, by: 'ada' });
  const refusal = (sending: Promise<unknown>) => sending.then(() => undefined, codeAndMessage);

  /** A spoken quote of a chapter, and the index of the line in which it begins. */
  function aQuote() {
    const quote = shown.chapters.flatMap(({ quotes }) => quotes)[0]!;
    return { quote, line: cues.findIndex(({ start }) => Math.max(0, start - 2) === quote.at) };
  }

  it('edits a long transcript in a thread, with the same results and refusals', async () => {
    const long = Array.from({ length: 1_500 }, (_, start) => ({
      ...{ start, end: start + 1, text: `Line ${String(start)} of a talk about tea` },
    }));
    chaptering.host.texts.set('long', formatWebVtt(long));
    await chaptering.event('upload.transcript-ready.v1', { ...about, ...captions, trackId: 'long' });
    await until(wordsOf, ({ length }) => length === long.length);
    await until(find, (set) => set?.isGenerating === false);
    const [line] = long.slice(700);
    const after = { ...line!, text: 'Now it is about coffee' };
    const changes = [{ before: [line!], after: [after] }];
    const send = () => chaptering.command('chaptering.edit-transcript.v1', { ...about, changes });
    await send();
    expect(await wordsOf()).toEqual(long.with(700, after));
    await expect(send()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Somebody has changed these lines meanwhile.') as string,
    });
  });

  it('changes words, quotes and version in one step, and keeps what was recognised', async () => {
    const { quote, line } = aQuote();
    const text = cues[line]!.text.replace('tea', 'coffee');
    await edit({ [line]: text });
    const after = (await find())!;
    expect(parseWebVtt(after.vtt)).toEqual(cues.with(line, { ...cues[line]!, text }));
    expect(after).toMatchObject({
      recognisedVtt: talkVtt(),
      transcriptVersion: 1,
      version: shown.version + 1,
    });
    const [followed] = after.chapters.filter((chapter) => chapter.followed);
    expect(followed?.followed?.names).toContain('quotes');
    expect(followed?.quotes[0]).toEqual({ text: quote.text.replace('tea', 'coffee'), at: quote.at });
    await until(events, (all) => all.length === 1);
    expect(events()[0]?.data).toEqual({ ...about, version: shown.version + 1 });
    // The recognised text is stored as it was.
    expect(await chaptering.store.collection('transcripts').findOne({})).toMatchObject({ vtt: talkVtt() });
  });

  it('an undo leaves no overlay', async () => {
    const { quote, line } = aQuote();
    const [change] = changesOf({ [line]: cues[line]!.text.replace('tea', 'coffee') });
    await chaptering.command('chaptering.edit-transcript.v1', { ...about, changes: [change!] });
    const undo = { before: change!.after, after: change!.before };
    await chaptering.command('chaptering.edit-transcript.v1', { ...about, changes: [undo] });
    const after = (await find())!;
    expect(after).toMatchObject({ vtt: talkVtt(), transcriptVersion: 2, version: shown.version + 2 });
    expect(after.recognisedVtt).toBeUndefined();
    expect(after.chapters.flatMap(({ quotes }) => quotes)).toContainEqual(quote);
    expect(await chaptering.store.collection('chaptersets').findOne({})).toMatchObject({ mends: [] });
  });

  it('two people change different lines; of one line the second change is a conflict', async () => {
    const both = await Promise.all([
      refusal(edit({ 3: 'Three.', 5: 'Five.' })),
      refusal(edit({ 4: 'Four.' })),
    ]);
    expect(both).toEqual([undefined, undefined]);
    expect((await wordsOf()).slice(3, 6).map(({ text }) => text)).toEqual(['Three.', 'Four.', 'Five.']);
    // All changes of a command, or none.
    expect(await refusal(edit({ 4: 'Vier.', 6: 'Sechs.' }))).toEqual({
      code: 'conflict',
      message: expect.stringMatching(/^Somebody has changed these lines meanwhile\./) as string,
    });
    expect((await wordsOf())[6]).toEqual(cues[6]);
    expect(await find()).toMatchObject({ transcriptVersion: 2 });
  });

  it('quotes say whose words they are, and follow another name', async () => {
    const { quote, line } = aQuote();
    const quoteNow = async () =>
      (await find())!.chapters.flatMap(({ quotes }) => quotes).find(({ text }) => text === quote.text);
    const named = { ...cues[line]!, speaker: 'Ann' };
    await chaptering.command('chaptering.edit-transcript.v1', {
      ...about,
      changes: [{ before: [cues[line]!], after: [named] }],
    });
    const rename = (from: string, to: string) =>
      chaptering.command('chaptering.rename-speaker.v1', { ...about, from, to });
    await rename('', 'Host');
    await rename('Host', 'Ann');
    expect(await quoteNow()).toEqual({ ...quote, speaker: 'Ann' });
    await rename('Ann', 'Bea Lee');
    const after = (await find())!;
    expect(await quoteNow()).toEqual({ ...quote, speaker: 'Bea Lee' });
    expect(new Set(parseWebVtt(after.vtt).map(({ speaker }) => speaker))).toEqual(new Set(['Bea Lee']));
    // Nothing else has changed, and a name makes no words follow.
    expect(after.chapters.filter(({ followed }) => followed)).toEqual([]);
    await rename('Nobody', 'Ann');
    expect((await find())!.version).toBe(after.version);
    await rename('Bea Lee', '');
    expect(await find()).toMatchObject({ vtt: talkVtt() });
    expect(await quoteNow()).toEqual(quote);
  });

  it('a redelivered command changes nothing', async () => {
    const id = randomUUID();
    const data = { ...about, changes: changesOf({ 3: 'Three.' }) };
    const redeliver = await chaptering.send('chaptering.edit-transcript.v1', data, id);
    await until(find, (set) => set?.transcriptVersion === 1);
    await redeliver();
    // Handled after the redelivered command: it is about the same video.
    await edit({ 4: 'Four.' });
    expect(await find()).toMatchObject({ transcriptVersion: 2, version: shown.version + 2 });
  });

  it('refuses lines that break a rule, too many bytes, and a video of another owner', async () => {
    expect(await refusal(edit({ 3: ' ' }))).toEqual({
      code: 'invalid-input',
      message: 'The text of the line at 00:00:18 is empty.',
    });
    const huge: MessageData<'chaptering.edit-transcript.v1'>['changes'] = Array.from(
      { length: 1_200 },
      () => changesOf({ 3: 'x'.repeat(450) })[0]!,
    );
    expect(
      await refusal(chaptering.command('chaptering.edit-transcript.v1', { ...about, changes: huge })),
    ).toMatchObject({ code: 'too-large' });
    const theirs = await refusal(edit({ 3: 'Three.' }, { ownerId: 'eve' }));
    expect(theirs).toMatchObject({ code: 'conflict' });
    expect(await refusal(edit({ 3: 'Three.' }, { videoId: 'none' }))).toEqual(theirs);
    expect(await find()).toMatchObject({ vtt: talkVtt(), version: shown.version });
  });

  it('refuses corrections that are larger than a transcript may hold', async () => {
    const lines = Array.from({ length: 2_600 }, (_, index) => ({
      start: index / 5,
      end: index / 5 + 0.2,
      text: 'Short.',
    }));
    chaptering.host.texts.set('long', formatWebVtt(lines));
    await chaptering.event('upload.transcript-ready.v1', { ...about, ...captions, trackId: 'long' });
    const present = await until(wordsOf, (all) => all.length === lines.length);
    await until(find, (set) => set?.isGenerating === false);
    const part = (from: number) => ({
      ...about,
      changes: present
        .slice(from, from + 860)
        .map((line) => ({ before: [line], after: [{ ...line, text: 'x'.repeat(440) }] })),
    });
    await chaptering.command('chaptering.edit-transcript.v1', part(0));
    await chaptering.command('chaptering.edit-transcript.v1', part(860));
    expect(await refusal(chaptering.command('chaptering.edit-transcript.v1', part(1_720)))).toEqual({
      code: 'too-large',
      message: 'The corrections of this transcript are larger than can be saved.',
    });
    expect(await find()).toMatchObject({ transcriptVersion: 2 });
  });

  it('generates from the present words, and removes the mark of what it replaces', async () => {
    const { line } = aQuote();
    const texts = Object.fromEntries(
      cues.slice(0, 30).map(({ text }, index) => [index, text.replaceAll('tea', 'coffee')]),
    );
    await edit(texts);
    expect((await find())!.chapters.some(({ followed }) => followed?.names.includes('quotes'))).toBe(true);
    const chapterStart = shown.chapters.findLast(({ start }) => start <= cues[line]!.start)!.start;
    await chaptering.command('chaptering.update-quotes.v1', { ...about, chapterStart, prompt: '' });
    const after = (await until(find, (set) => set?.operations.length === 0))!;
    const chapter = after.chapters.find(({ start }) => start === chapterStart)!;
    expect(chapter.quotes.map(({ text }) => text).join()).not.toContain('tea');
    expect(chapter.followed?.names ?? []).not.toContain('quotes');
  });

  it('verifies quotes with the words that were changed during the generation', async () => {
    const { line } = aQuote();
    const chapterStart = shown.chapters.findLast(({ start }) => start <= cues[line]!.start)!.start;
    chaptering.writer.quotes = [cues[line]!.text];
    const release = chaptering.writer.hold('quotes');
    await chaptering.command('chaptering.update-quotes.v1', { ...about, chapterStart, prompt: '' });
    await until(
      () => chaptering.writer.waiting,
      (count) => count === 1,
    );
    await edit({ [line]: cues[line]!.text.replace('tea', 'coffee') });
    release();
    const after = (await until(find, (set) => set?.operations.length === 0))!;
    const { quotes } = after.chapters.find(({ start }) => start === chapterStart)!;
    expect(quotes).toHaveLength(1);
    const present = (await wordsOf()).map(({ text }) => text).join(' ');
    expect(present).toContain(quotes[0]!.text);
  });

  it('a summary follows the words that were changed during the generation', async () => {
    const release = chaptering.writer.hold('summary');
    await chaptering.command('chaptering.generate-summary.v1', about);
    await until(
      () => chaptering.writer.waiting,
      (count) => count === 1,
    );
    expect(shown.summary).toMatch(/\btea\b/);
    await edit(Object.fromEntries(cues.map(({ text }, index) => [index, text.replaceAll('tea', 'coffee')])));
    release();
    const after = (await until(find, (set) => set?.operations.length === 0))!;
    expect(after.summary).toMatch(/\bcoffee\b/);
    expect(after.summary).not.toMatch(/\btea\b/);
  });

  it('a person edits what has followed: the mark goes', async () => {
    const { line } = aQuote();
    await edit({ [line]: cues[line]!.text.replace('tea', 'coffee') });
    const chapters = (await find())!.chapters.map((chapter) => ({
      ...chapter,
      start: Math.floor(chapter.start),
      quotes: [],
    }));
    await chaptering.command('chaptering.save-chapters.v1', { ...about, chapters });
    expect((await find())!.chapters.flatMap(({ followed }) => followed?.names ?? [])).not.toContain('quotes');
  });

  it('notes who has checked the words, until captions are recognised again; the words stay', async () => {
    await edit({ 3: 'Three.' });
    await review(true);
    const at = chaptering.clock.now().getTime() / 1_000;
    expect((await find())!.transcriptReview).toEqual({ at: expect.closeTo(at, -2) as number, by: 'ada' });
    expect(await find()).toMatchObject({ version: shown.version + 2 });
    // The same captions again: nothing new to check.
    await chaptering.event('upload.transcript-ready.v1', { ...about, ...captions });
    await until(find, (set) => set?.isGenerating === false);
    expect((await find())!.transcriptReview).toBeDefined();
    chaptering.host.texts.set('again', talkVtt().replaceAll('harvest', 'Harvest'));
    await chaptering.event('upload.transcript-ready.v1', { ...about, ...captions, trackId: 'again' });
    const after = await until(find, (set) => set?.isGenerating === false && set.vtt.includes('Harvest'));
    expect(after!.transcriptReview).toBeUndefined();
    expect((await wordsOf())[3]).toEqual({ ...cues[3]!, text: 'Three.' });
    expect((await wordsOf())[4]?.text).toContain('Harvest');
  });

  it('withdraws a review, and has none of a video without words', async () => {
    await review(true);
    await review(false);
    expect((await find())!.transcriptReview).toBeUndefined();
    await chaptering.event('upload.captions-unavailable.v1', { ...about, durationSeconds: 9, reason: 'No.' });
    await until(find, (set) => set?.isGenerating === false);
    expect(await refusal(review(true))).toMatchObject({ code: 'conflict' });
  });

  it('a deleted video leaves no words of people', async () => {
    await edit({ 3: 'Three.' });
    await review(true);
    await chaptering.event('upload.video-deleted.v1', about);
    await until(find, (set) => set === undefined);
    const left = await chaptering.store.collection('chaptersets').findOne({});
    expect(Object.keys(left!)).not.toEqual(expect.arrayContaining(['mends']));
    expect(JSON.stringify(left)).not.toMatch(/Three|transcriptReview/);
  });
});

function codeAndMessage(error: unknown) {
  const { code, message } = error as { code: string; message: string };
  return { code, message };
}
