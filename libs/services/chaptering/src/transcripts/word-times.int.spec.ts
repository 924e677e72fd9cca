import { until } from '@vault/base/testing';
import { formatWebVtt, noteConfidence, parseWebVtt } from '@vault/webvtt';
import { startChaptering, type ChapteringUnderTest } from '../testing/chaptering-under-test.ts';
import { talkSeconds, talkVtt } from '../testing/talk.ts';

const about = { videoId: 'v', ownerId: 'ada' };
const captions = { playbackId: 'p', trackId: 't', language: 'en', durationSeconds: talkSeconds };
const spokenCues = parseWebVtt(talkVtt());
/** Each line of six seconds is said in its last one. */
const startOf = (start: number, word: number) => start + 5 + word / 100;
const timed = spokenCues.map((line) => ({
  ...line,
  wordStarts: line.text.split(' ').map((_, word) => startOf(line.start, word)),
}));

describe('the times of words', () => {
  let chaptering: ChapteringUnderTest;
  beforeEach(async () => {
    chaptering = await startChaptering();
    chaptering.videos.set('ada/v', {
      playbackId: 'p',
      captionsState: 'ready',
      state: 'ready',
      durationSeconds: talkSeconds,
    });
  });
  afterEach(() => chaptering.stop());

  async function find() {
    const request = { ownerId: 'ada', videoIds: ['v'], withTranscript: true, withRecognised: true };
    return (await chaptering.client.getChapterSets(request)).sets[0];
  }
  const idle = async () => (await until(find, (set) => set !== undefined && !set.isGenerating))!;
  const captioned = async (vtt: string) => {
    chaptering.host.texts.set('t', vtt);
    await chaptering.event('upload.transcript-ready.v1', { ...about, ...captions });
    return idle();
  };
  const edit = (text: string, present: string) => {
    const [line] = spokenCues;
    const changes = [{ before: [{ ...line!, text: present }], after: [{ ...line!, text }] }];
    return chaptering.command('chaptering.edit-transcript.v1', { ...about, changes });
  };

  /** Where a quote that a person writes into the first chapter was said. */
  async function quoted(text: string): Promise<number | undefined> {
    const chapters = (await idle()).chapters.map(({ title, summary, start, searchText, quotes }, index) => ({
      ...{ title, summary, searchText, start: Math.floor(start) },
      quotes: index === 0 ? [{ text }] : quotes,
    }));
    await chaptering.command('chaptering.save-chapters.v1', { ...about, chapters });
    return (await idle()).chapters[0]?.quotes[0]?.at;
  }

  it('are stored beside the transcript, and are no part of answers', async () => {
    const { vtt, chapters } = await captioned(formatWebVtt(timed));
    expect(vtt).toBe(talkVtt());
    const stored = await chaptering.store.collection('transcripts').findOne({});
    expect(stored).toMatchObject({ vtt: talkVtt() });
    const lines = String(stored?.['wordTimes']).split('\n');
    // 5 s to the first word, and 10 ms to each other.
    expect(lines[0]).toMatch(/^3uw( a)+$/);
    expect(lines).toHaveLength(spokenCues.length);
    const quotes = chapters.flatMap((chapter) => chapter.quotes);
    expect(quotes.length).toBeGreaterThan(0);
    // Two seconds before a word, which is in the last second of its line.
    for (const { at = NaN } of quotes) expect((at + 2) % 6).toBeGreaterThanOrEqual(5);
  });

  it('give quotes their times, also in lines that were mended and restored', async () => {
    await captioned(formatWebVtt(timed));
    const text = spokenCues[0]!.text;
    const begins = expect.closeTo(startOf(0, text.split(' ').indexOf('begins')) - 2, 5) as number;
    expect(await quoted('begins when the leaves')).toEqual(begins);
    const mended = text.replace('harvest of tea', 'first picking of green tea');
    await edit(mended, text);
    expect((await idle()).vtt).not.toContain('<0');
    expect(await quoted('begins when the young')).toBeUndefined();
    expect(await quoted('begins when the leaves')).toEqual(begins);
    await edit(text, mended);
    expect(await quoted('The harvest of tea begins')).toBeCloseTo(startOf(0, 0) - 2, 5);
  });

  it('are answered for a span, also of mended and uploaded words', async () => {
    await captioned(formatWebVtt(timed));
    const linesOf = async (from: number, to: number) => {
      const request = { ownerId: 'ada', videoIds: ['v'], withTranscript: true, timedSpan: { from, to } };
      return parseWebVtt((await chaptering.client.getChapterSets(request)).sets[0]!.vtt);
    };
    const [first, second] = timed;
    expect(await linesOf(0, 5)).toEqual([first]);
    const text = first!.text.replace('harvest', 'picking');
    await edit(text, first!.text);
    expect(await linesOf(1, 8)).toEqual([{ ...first, text }, second]);
    const vtt = formatWebVtt([{ ...first!, start: 2 }]);
    await chaptering.command('chaptering.replace-captions.v1', { ...about, vtt });
    expect(await linesOf(0, 500)).toEqual([{ ...first, start: 2 }]);
  });

  it('are stored with the confidence of lines, and unsure lines are no quotes', async () => {
    const lines = timed.map((line, at) => ({ ...line, confidence: at < timed.length / 2 ? 0.3 : 0.9 }));
    const { vtt, chapters } = await captioned(noteConfidence(formatWebVtt(lines), lines));
    expect(vtt).toBe(talkVtt());
    const stored = await chaptering.store.collection('transcripts').findOne({});
    expect(String(stored?.['confidence'])).toMatch(/^30( 30)+( 90)+$/);
    const sure = new Set(lines.filter(({ confidence }) => confidence > 0.5).map(({ start }) => start));
    const quotes = chapters.flatMap((chapter) => chapter.quotes);
    expect(quotes.length).toBeGreaterThan(0);
    for (const { at = NaN } of quotes) expect(sure).toContain(6 * Math.floor((at + 2) / 6));
  });

  it('come with uploaded captions', async () => {
    await captioned(talkVtt());
    expect(await quoted('begins when the leaves')).toBe(0);
    const vtt = formatWebVtt(timed);
    await chaptering.command('chaptering.replace-captions.v1', { ...about, vtt });
    expect((await idle()).vtt).toBe(talkVtt());
    expect(await quoted('when the leaves')).toBeCloseTo(startOf(0, 5) - 2, 5);
    const [transcript] = await chaptering.store.collection('transcripts').find({}).toArray();
    expect(transcript).toMatchObject({ uploads: [{ vtt: talkVtt() }], wordTimes: '' });
  });
});
