import type { TranscriptChange } from '@vault/contracts';
import { until } from '@vault/base/testing';
import { formatWebVtt, parseWebVtt } from '@vault/webvtt';
import fc from 'fast-check';
import {
  anyMendingStep,
  changesOf,
  isSaid,
  mendingTerms,
  restoring,
  spokenTalk,
  type MendingStep,
} from '../domain/mending/mending.fixture.ts';
import { startChaptering, type ChapteringUnderTest } from '../testing/chaptering-under-test.ts';

const steps = 120;
const seed = Number(process.env['MENDED_WORDS_SEED'] ?? 20_261_128);
const about = { videoId: 'v', ownerId: 'ada' };
const durationSeconds = 120;
const captions = { playbackId: 'p', trackId: 't', language: 'en', durationSeconds };

describe('the words of a stored transcript', () => {
  let chaptering: ChapteringUnderTest;
  const undos: TranscriptChange[][] = [];
  let stale: TranscriptChange[] = [];
  let title = '';
  beforeEach(async () => {
    chaptering = await startChaptering();
    chaptering.videos.set('ada/v', {
      playbackId: 'p',
      captionsState: 'ready',
      state: 'ready',
      durationSeconds,
    });
  });
  afterEach(() => chaptering.stop());

  async function read() {
    const request = { ownerId: 'ada', videoIds: ['v'], withTranscript: true, withRecognised: true };
    const isIdle = (set?: { isGenerating: boolean; operations: unknown[] }) =>
      set?.isGenerating === false && set.operations.length === 0;
    const set = (await until(async () => (await chaptering.client.getChapterSets(request)).sets[0], isIdle))!;
    return { set, present: parseWebVtt(set.vtt), recognised: parseWebVtt(set.recognisedVtt ?? set.vtt) };
  }
  const edit = (changes: TranscriptChange[]) =>
    chaptering.command('chaptering.edit-transcript.v1', { ...about, changes });
  const swapped = (changes: readonly TranscriptChange[]) =>
    changes.map(({ before, after }) => ({ before: after, after: before }));

  async function editAndRemember(changes: TranscriptChange[]): Promise<void> {
    if (changes.length === 0) return;
    await edit(changes);
    undos.push(swapped(changes));
    stale = changes;
  }

  async function nameChapter(text: string): Promise<void> {
    const { set } = await read();
    title = text;
    const chapters = set.chapters.map((chapter, index) => ({
      ...chapter,
      ...{
        start: Math.floor(chapter.start),
        searchQuotes: undefined,
        edited: undefined,
        followed: undefined,
      },
      ...(index === 0 && { title }),
    }));
    await chaptering.command('chaptering.save-chapters.v1', { ...about, chapters });
  }

  async function replaced(sending: Promise<unknown>): Promise<void> {
    await sending.then(
      () => undos.splice(0),
      (error: unknown) => expect((error as { code: string }).code).toBe('conflict'),
    );
  }

  async function apply(step: MendingStep): Promise<void> {
    const { kind, text, lines } = step;
    if (kind === 'undo') await Promise.all(undos.splice(-1).map(edit));
    else if (kind === 'title') await nameChapter(text);
    else if (kind === 'generate')
      await chaptering.command('chaptering.update-quotes.v1', { ...about, chapterStart: 0, prompt: '' });
    else if (kind === 'upload')
      await replaced(
        chaptering.command('chaptering.replace-captions.v1', { ...about, vtt: formatWebVtt(lines) }),
      );
    else if (kind === 'restore captions')
      await replaced(chaptering.command('chaptering.restore-captions.v1', about));
    else if (kind === 'stale')
      await editAndRemember(stale).catch((error: unknown) => {
        expect((error as { code: string }).code).toBe('conflict');
      });
    else await editAndRemember(changesOf(step, await read()));
  }

  it(`keep the rules in ${String(steps)} random commands (MENDED_WORDS_SEED=${String(seed)})`, async () => {
    const [host = []] = fc.sample(spokenTalk, { seed, numRuns: 1 });
    chaptering.host.texts.set('t', formatWebVtt(host));
    const glossary = { videoId: 'of no video', ownerId: 'ada', version: 0, terms: mendingTerms };
    await chaptering.command('chaptering.save-glossary.v1', glossary);
    await chaptering.event('upload.transcript-ready.v1', { ...about, ...captions });
    await read();
    let quotes = 0;
    for (const step of fc.sample(anyMendingStep, { seed, numRuns: steps })) {
      await apply(step);
      const { set, present } = await read();
      set.chapters.forEach(({ start, quotes: own }, index) => {
        const end = set.chapters[index + 1]?.start ?? Infinity;
        const said = present.filter((line) => line.start >= start && line.start < end);
        for (const quote of own) expect([quote, isSaid(quote, said)]).toEqual([quote, true]);
        quotes += own.length;
      });
      if (title !== '') expect(set.chapters[0]?.title).toBe(title);
    }
    expect(quotes).toBeGreaterThan(steps);
    const words = await read();
    if (words.set.recognisedVtt) await edit(restoring(words));
    expect((await read()).set.vtt).toBe(words.set.recognisedVtt ?? words.set.vtt);
  });
});
