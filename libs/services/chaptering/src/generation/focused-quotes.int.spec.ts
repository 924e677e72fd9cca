import { until } from '@vault/base/testing';
import { formatWebVtt } from '@vault/webvtt';
import { startChaptering, type ChapteringUnderTest } from '../testing/chaptering-under-test.ts';

const about = { videoId: 'v', ownerId: 'ada' };
const lines = [
  'The price of the plan is nine dollars a month for every team that signs up this year.',
  'Our servers answer every request of a customer from the region in which the customer lives.',
  'A lower price brings in more teams, but every one of those teams stays for a shorter time.',
  'The new editor keeps a copy of every draft, so nothing that a person typed is ever lost.',
  'We raised the price twice last year, and no more than four teams have left us after that.',
  'The support team answers a question within one hour on every day of the working week.',
  'Nobody reads a long manual, so the product explains itself on the page where it is needed.',
  'A yearly price makes the budget of a large team easier to plan and easier to defend.',
];

describe('quotes with a focus', () => {
  let chaptering: ChapteringUnderTest;
  beforeEach(async () => {
    chaptering = await startChaptering();
    chaptering.auth.quoteCount = 3;
    const cues = lines.map((text, at) => ({ start: 6 * at, end: 6 * at + 6, text }));
    chaptering.host.texts.set('t', formatWebVtt(cues));
    const captions = { playbackId: 'p', trackId: 't', language: 'en', durationSeconds: 48 };
    await chaptering.event('upload.transcript-ready.v1', { ...about, ...captions });
    await until(find, (set) => set !== undefined && !set.isGenerating);
  });
  afterEach(() => chaptering.stop());

  async function find() {
    const request = { ownerId: 'ada', videoIds: ['v'], withTranscript: false };
    return (await chaptering.client.getChapterSets(request)).sets[0];
  }
  const current = async () => (await find())!.chapters[0]!.quotes.map(({ text }) => text);
  async function update(prompt: string) {
    const data = { ...about, chapterStart: 0, prompt };
    const operationId = await chaptering.command('chaptering.update-quotes.v1', data);
    return until(
      () => chaptering.client.getOperation({ ownerId: 'ada', operationId }),
      ({ state }) => state === 'done' || state === 'failed',
    );
  }

  it('are those about it, also when the chapter has them already', async () => {
    expect((await update('about price')).state).toBe('done');
    const chosen = await current();
    expect(chosen).toHaveLength(3);
    for (const quote of chosen) expect(quote).toContain('price');
    expect(await update('about price')).toMatchObject({
      state: 'done',
      msg: 'The quotes are unchanged: this chapter has no better ones.',
    });
    expect(await current()).toEqual(chosen);
    await update('');
    expect(await current()).not.toEqual(chosen);
  });

  it('are unchanged, free and explained when nothing was said about it', async () => {
    const { chapters, version } = (await find())!;
    for (const prompt of ['dragons', 'Please give me the best quotes about dragons'])
      expect(await update(prompt)).toMatchObject({
        state: 'failed',
        msg: 'Nothing was said about this in this chapter. Its quotes are unchanged.',
        tokens: 0,
      });
    chaptering.writer.quotes = [];
    expect(await update('Why a lower price?')).toMatchObject({ state: 'failed' });
    expect(await find()).toMatchObject({ chapters, version });
  });

  it('are completed by others when the writer finds too few', async () => {
    chaptering.writer.quotes = [lines[6]!];
    expect(await update('dragons')).toMatchObject({ state: 'done' });
    expect(await current()).toHaveLength(3);
    expect(await current()).toContain(lines[6]);
  });
});
