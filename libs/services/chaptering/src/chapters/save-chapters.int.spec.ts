import { randomUUID } from 'node:crypto';
import type { chapteringRpc } from '@vault/contracts/rpc';
import type { Message } from '@vault/platform';
import { until } from '@vault/platform/testing';
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
  function listWith(edit: (chapter: chapteringRpc.Chapter, index: number) => object = () => ({})) {
    return shown.chapters.map((chapter, index) => ({
      ...chapter,
      start: Math.floor(chapter.start),
      quotes: chapter.quotes.map(({ text, at }) => ({ text, at: at === undefined ? at : Math.floor(at) })),
      ...edit(chapter, index),
    }));
  }

  async function save(
    words: Partial<chapteringRpc.StageChaptersRequest>,
    { revision, ownerId = 'ada' }: { revision?: number; ownerId?: string } = {},
  ): Promise<void> {
    const draftId = randomUUID();
    await chaptering.client.stageChapters({ videoId: 'v', ownerId, draftId, chapters: [], ...words });
    await chaptering.command('chaptering.save-chapters.v1', {
      ...{ videoId: 'v', ownerId, draftId },
      ...(revision === undefined ? {} : { revision }),
    });
  }
  const refusal = (saving: Promise<unknown>) => saving.then(() => undefined, codeAndMessage);

  it('stores the edits, finds where new quotes are said, and publishes one event', async () => {
    const { text, start } = parseWebVtt(talkVtt())[4]!;
    const quotes = [{ text: text.toUpperCase() }, { text: 'Nobody ever said this.' }];
    const chapters = listWith((_chapter, index) =>
      index === 0 ? { title: 'By hand', quotes, searchQuotes: 'Tea.' } : {},
    );
    await save({ chapters, searchSummary: 'On tea.' }, { revision: shown.revision });
    const saved = (await find())!;
    expect(saved).toMatchObject({ revision: shown.revision + 1, searchSummary: 'On tea.' });
    expect(saved.chapters[0]).toMatchObject({ title: 'By hand', searchQuotes: 'Tea.' });
    expect(saved.chapters[0]?.quotes).toEqual([
      { text: text.toUpperCase(), at: start - 2 },
      { text: 'Nobody ever said this.', at: undefined },
    ]);
    expect(saved.chapters.slice(1)).toEqual(shown.chapters.slice(1));
    await until(changes, (all) => all.length === 1);
    expect(changes()[0]?.data).toMatchObject({ ...about, version: expect.any(Number) as number });
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
    await save({ chapters: listWith() }, { revision: shown.revision });
    // Saving what is already stored is no conflict, also with a stale revision.
    await save({ chapters: listWith() }, { revision: shown.revision - 1 });
    expect(await find()).toMatchObject({ revision: shown.revision, chapters: shown.chapters });
    await save({ searchSummary: 'Published last.' });
    await until(changes, (all) => all.length > 0);
    expect(changes()).toHaveLength(1);
  });

  it('refuses a list that was edited from a stale revision', async () => {
    const withTitle = (title: string) => listWith((_chapter, index) => (index === 0 ? { title } : {}));
    await save({ chapters: withTitle('First') }, { revision: shown.revision });
    expect(await refusal(save({ chapters: withTitle('Second') }, { revision: shown.revision }))).toEqual({
      code: 'conflict',
      message: expect.stringMatching(/^Somebody else changed these chapters meanwhile\./) as string,
    });
    expect((await find())!.chapters[0]?.title).toBe('First');
    await save({ chapters: withTitle('Second') });
    expect((await find())!.chapters[0]?.title).toBe('Second');
  });

  it('a redelivered command has no effect, also after later changes', async () => {
    const withTitle = (title: string) => listWith((_chapter, index) => (index === 0 ? { title } : {}));
    await chaptering.client.stageChapters({ ...about, draftId: 'd', chapters: withTitle('First') });
    const redeliver = await chaptering.send('chaptering.save-chapters.v1', { ...about, draftId: 'd' }, 'c1');
    await until(find, (set) => set?.chapters[0]?.title === 'First');
    await save({ chapters: withTitle('Second') });
    await redeliver();
    // Handled after the redelivered command: it is about the same video.
    await save({ searchSummary: 'Published last.' });
    expect(await find()).toMatchObject({ revision: shown.revision + 3 });
    expect((await find())!.chapters[0]?.title).toBe('Second');
  });

  it('one of two simultaneous saves succeeds', async () => {
    const withTitle = (title: string) => listWith((_chapter, index) => (index === 0 ? { title } : {}));
    const both = ['One', 'Two'].map((title) =>
      refusal(save({ chapters: withTitle(title) }, { revision: shown.revision })),
    );
    const codes = (await Promise.all(both)).map((refused) => refused?.code);
    expect(codes.sort()).toEqual(['conflict', undefined]);
    expect((await find())!.revision).toBe(shown.revision + 1);
  });

  it('refuses a list that breaks a rule, with a message that names the chapter', async () => {
    const late = listWith((_chapter, index) => (index === 1 ? { start: talkSeconds } : {})).slice(0, 2);
    expect(await refusal(save({ chapters: late }))).toEqual({
      code: 'invalid-input',
      message: 'Chapter 2 (00:09:00) must start before the video ends, at 00:09:00.',
    });
    expect(await find()).toMatchObject({ revision: shown.revision });
  });

  it('refuses too much text when it is staged', async () => {
    const much = listWith(() => ({ searchText: 'x'.repeat(2_000_000) }));
    expect(await refusal(save({ chapters: much }))).toMatchObject({ code: 'too-large' });
  });

  it('finds only drafts of the same owner and video, for an hour', async () => {
    const draftId = 'd';
    const mine = { ...about, draftId };
    await chaptering.client.stageChapters({ ...mine, ownerId: 'eve', chapters: listWith() });
    const gone = { code: 'gone' };
    expect(await refusal(chaptering.command('chaptering.save-chapters.v1', mine))).toMatchObject(gone);
    await chaptering.client.stageChapters({ ...mine, videoId: 'w', chapters: listWith() });
    expect(await refusal(chaptering.command('chaptering.save-chapters.v1', mine))).toMatchObject(gone);
    await chaptering.client.stageChapters({ ...mine, chapters: listWith() });
    chaptering.clock.passSeconds(3_601);
    expect(await refusal(chaptering.command('chaptering.save-chapters.v1', mine))).toMatchObject(gone);
  });

  it('keeps the draft that was staged last under an id, and removes it when it is saved', async () => {
    const mine = { ...about, draftId: 'd', chapters: [] };
    await chaptering.client.stageChapters({ ...mine, searchSummary: 'First.' });
    await chaptering.client.stageChapters({ ...mine, searchSummary: 'Second.' });
    await chaptering.command('chaptering.save-chapters.v1', { ...about, draftId: 'd' });
    expect((await find())!.searchSummary).toBe('Second.');
    expect(await chaptering.store.model('ChapterDraft').countDocuments({})).toBe(0);
  });

  it('answers an unknown video and a video of another owner with the same error', async () => {
    const theirs = await refusal(save({ chapters: listWith() }, { ownerId: 'eve' }));
    expect(theirs).toMatchObject({ code: 'conflict' });
    const draft = { ownerId: 'ada', videoId: 'none', draftId: 'd' };
    await chaptering.client.stageChapters({ ...draft, chapters: listWith() });
    expect(await refusal(chaptering.command('chaptering.save-chapters.v1', draft))).toEqual(theirs);
    expect(await find()).toMatchObject({ revision: shown.revision });
  });
});

function codeAndMessage(error: unknown) {
  const { code, message } = error as { code: string; message: string };
  return { code, message };
}
