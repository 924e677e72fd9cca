import { saveCommandLimit, type EditedChapter, type MessageData } from '@vault/contracts';
import type { chapteringRpc } from '@vault/contracts/rpc';
import type { Message } from '@vault/messaging';
import { until } from '@vault/base/testing';
import { parseWebVtt } from '@vault/webvtt';
import { startChaptering, type ChapteringUnderTest } from '../testing/chaptering-under-test.ts';
import { talkSeconds, talkVtt } from '../testing/talk.ts';

const about = { videoId: 'v', ownerId: 'ada' };
const captions = { playbackId: 'p', trackId: 't', language: 'en', durationSeconds: talkSeconds };

describe('saving chapters', () => {
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
    const request = { ownerId, videoIds: ['v'], withTranscript: false };
    return (await chaptering.client.getChapterSets(request)).sets[0];
  }
  const changes = (): Message[] =>
    chaptering.published.filter(({ type }) => type === 'chaptering.chapters-changed.v1');

  /** The chapters as a browser sends them back, with edits. */
  function listWith(
    edit: (chapter: chapteringRpc.Chapter, index: number) => Partial<EditedChapter> = () => ({}),
  ): EditedChapter[] {
    return shown.chapters.map((chapter, index) => ({
      ...chapter,
      start: Math.floor(chapter.start),
      quotes: chapter.quotes.map(({ text, at }) => ({ text, at: at === undefined ? at : Math.floor(at) })),
      ...edit(chapter, index),
    }));
  }

  const save = (
    edit: Partial<MessageData<'chaptering.save-chapters.v1'>>,
    more: { version?: number; ownerId?: string; videoId?: string } = {},
  ) => chaptering.command('chaptering.save-chapters.v1', { ...about, ...edit, ...more });
  const refusal = (saving: Promise<unknown>) => saving.then(() => undefined, codeAndMessage);

  it('stores the edits, finds where new quotes are said, and publishes one event', async () => {
    const { text, start } = parseWebVtt(talkVtt())[4]!;
    const quotes = [{ text: text.toUpperCase() }, { text: 'Nobody ever said this.' }];
    const chapters = listWith((_chapter, index) =>
      index === 0 ? { title: 'By hand', quotes, searchQuotes: 'Tea.' } : {},
    );
    await save({ chapters, searchSummary: 'On tea.' }, { version: shown.version });
    const saved = (await find())!;
    expect(saved).toMatchObject({ version: shown.version + 1, searchSummary: 'On tea.' });
    expect(saved.chapters[0]).toMatchObject({ title: 'By hand', searchQuotes: 'Tea.' });
    expect(saved.chapters[0]?.quotes).toEqual([
      { text: text.toUpperCase(), at: start - 2 },
      { text: 'Nobody ever said this.', at: undefined },
    ]);
    expect(saved.chapters.slice(1)).toEqual(shown.chapters.slice(1));
    await until(changes, (all) => all.length === 1);
    expect(changes()[0]?.data).toMatchObject({ ...about, version: expect.any(Number) as number });
  });

  it('moves a start while quotes are generated, which find their chapter', async () => {
    chaptering.auth.quoteCount = 2;
    const release = chaptering.writer.hold('quotes');
    const chapterStart = shown.chapters[1]!.start;
    await chaptering.command('chaptering.update-quotes.v1', { ...about, chapterStart, prompt: '' });
    await until(
      () => chaptering.writer.waiting,
      (count) => count === 1,
    );
    const start = Math.floor(chapterStart) + 1;
    await save({ chapters: listWith((_chapter, index) => (index === 1 ? { start } : {})) });
    expect((await find())!.operations).toMatchObject([{ kind: 'quotes', chapterStart: start }]);
    release();
    const moved = (await until(find, (set) => set?.operations.length === 0))!.chapters[1];
    expect(moved).toMatchObject({ start, quotes: [{}, {}] });
    expect(shown.chapters[1]!.quotes).toHaveLength(1);
  });

  it('replaces the list: chapters can be added and removed', async () => {
    const own = { title: 'Mine', summary: '', searchText: '', quotes: [] };
    await save({
      chapters: [
        { ...own, start: 0 },
        { ...own, start: 7 },
      ],
    });
    expect((await find())!.chapters).toMatchObject([
      { start: 0, title: 'Mine' },
      { start: 7, title: 'Mine' },
    ]);
  });

  it('changes and publishes nothing when nothing was edited', async () => {
    await save({ chapters: listWith() }, { version: shown.version });
    // Saving what is already stored is no conflict, also with a stale version.
    await save({ chapters: listWith() }, { version: shown.version - 1 });
    expect(await find()).toMatchObject({ version: shown.version, chapters: shown.chapters });
    await save({ searchSummary: 'Published last.' });
    await until(changes, (all) => all.length > 0);
    expect(changes()).toHaveLength(1);
  });

  it('refuses a list that was edited from a stale version', async () => {
    const withTitle = (title: string) => listWith((_chapter, index) => (index === 0 ? { title } : {}));
    await save({ chapters: withTitle('First') }, { version: shown.version });
    expect(await refusal(save({ chapters: withTitle('Second') }, { version: shown.version }))).toEqual({
      code: 'conflict',
      message: expect.stringMatching(/^Someone else has changed these chapters\./) as string,
    });
    expect((await find())!.chapters[0]?.title).toBe('First');
    await save({ chapters: withTitle('Second') });
    expect((await find())!.chapters[0]?.title).toBe('Second');
  });

  it('a redelivered command has no effect, also after later changes', async () => {
    const withTitle = (title: string) => listWith((_chapter, index) => (index === 0 ? { title } : {}));
    const first = { ...about, chapters: withTitle('First') };
    const redeliver = await chaptering.send('chaptering.save-chapters.v1', first, 'c1');
    await until(find, (set) => set?.chapters[0]?.title === 'First');
    await save({ chapters: withTitle('Second') });
    await redeliver();
    // Handled after the redelivered command: it is about the same video.
    await save({ searchSummary: 'Published last.' });
    expect(await find()).toMatchObject({ version: shown.version + 3 });
    expect((await find())!.chapters[0]?.title).toBe('Second');
  });

  it('one of two simultaneous saves succeeds', async () => {
    const withTitle = (title: string) => listWith((_chapter, index) => (index === 0 ? { title } : {}));
    const both = ['One', 'Two'].map((title) =>
      refusal(save({ chapters: withTitle(title) }, { version: shown.version })),
    );
    const codes = (await Promise.all(both)).map((refused) => refused?.code);
    expect(codes.sort()).toEqual(['conflict', undefined]);
    expect((await find())!.version).toBe(shown.version + 1);
  });

  it('refuses a list that breaks a rule, with a message that names the chapter', async () => {
    const late = listWith((_chapter, index) => (index === 1 ? { start: talkSeconds } : {})).slice(0, 2);
    expect(await refusal(save({ chapters: late }))).toEqual({
      code: 'invalid-input',
      message: 'Chapter 2 (00:09:00) must start before the video ends, at 00:09:00.',
    });
    expect(await find()).toMatchObject({ version: shown.version });
  });

  it('saves a list of the largest size, and refuses a larger one', async () => {
    const bytesOf = (data: object) => Buffer.byteLength(JSON.stringify(data));
    const own = { title: 'Mine', summary: '', quotes: [] };
    const list = (searchText: string) =>
      Array.from({ length: 140 }, (_, start) => ({ ...own, start, searchText }));
    const left =
      saveCommandLimit - bytesOf({ ...about, chapters: list('x'.repeat(3_650)), searchSummary: '' });
    const largest = { chapters: list('x'.repeat(3_650)), searchSummary: 'x'.repeat(left) };
    expect(bytesOf({ ...about, ...largest })).toBe(saveCommandLimit);
    await save(largest);
    expect((await find())!.chapters).toHaveLength(140);
    expect(await refusal(save({ ...largest, searchSummary: 'x'.repeat(left + 1) }))).toEqual({
      code: 'too-large',
      message: 'These chapters hold more text than can be saved. Please shorten some.',
    });
  });

  it('answers an unknown video and a video of another owner with the same error', async () => {
    const theirs = await refusal(save({ chapters: listWith() }, { ownerId: 'eve' }));
    expect(theirs).toMatchObject({ code: 'conflict' });
    expect(await refusal(save({ chapters: listWith() }, { videoId: 'none' }))).toEqual(theirs);
    expect(await find()).toMatchObject({ version: shown.version });
  });
});

function codeAndMessage(error: unknown) {
  const { code, message } = error as { code: string; message: string };
  return { code, message };
}
