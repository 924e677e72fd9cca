import { ScriptedLanguageModel } from '@vault/integrations/testing';
import { until } from '@vault/base/testing';
import type { OperationDocument } from '../operations/operation.schema.ts';
import { startChaptering, type ChapteringUnderTest } from '../testing/chaptering-under-test.ts';
import { talkSeconds, talkVtt } from '../testing/talk.ts';
import { ModelUseRepository } from './model-use.repository.ts';

const daySeconds = 24 * 60 * 60;
const captions = { playbackId: 'p', trackId: 't', language: 'en', durationSeconds: talkSeconds };

describe('the daily limit of model calls of an account', () => {
  let model: ScriptedLanguageModel;
  let chaptering: ChapteringUnderTest;
  beforeEach(async () => {
    model = await ScriptedLanguageModel.start();
    chaptering = await startChaptering({ model, env: { MODEL_CALLS_PER_DAY: '2' } });
    chaptering.host.texts.set('t', talkVtt());
    // An hour after midnight, so that no day ends during the test.
    chaptering.clock.passSeconds(daySeconds - ((Date.now() / 1_000) % daySeconds) + 3_600);
  });
  afterEach(async () => {
    await chaptering.stop();
    await model.stop();
  });

  /** Generates automatic chapters, in one call. @returns whether the model wrote them */
  async function isGeneratedByModel(videoId: string, ownerId = 'ada'): Promise<boolean> {
    await chaptering.event('upload.transcript-ready.v1', { videoId, ownerId, ...captions });
    const find = () =>
      chaptering.client.getChapterSets({ ownerId, videoIds: [videoId], withTranscript: false });
    const { sets } = await until(find, ({ sets: [set] }) => set !== undefined && !set.isGenerating);
    expect(sets[0]?.chapters.length).toBeGreaterThan(1);
    return sets[0]!.chapters.every(({ title }) => title.startsWith('From line'));
  }
  const summarise = (videoId: string) =>
    chaptering.command('chaptering.generate-summary.v1', { videoId, ownerId: 'ada' });
  const ended = (operationId: string) =>
    until(
      () => chaptering.client.getOperation({ ownerId: 'ada', operationId }),
      ({ state }) => state === 'done' || state === 'failed',
    );
  const spent = {
    code: 'limit-reached',
    message: expect.stringMatching(/resets at 00:00 UTC, in /) as string,
  };

  it('automatic chapters count too, and deleting a video does not reset the count', async () => {
    expect(await isGeneratedByModel('a')).toBe(true);
    await chaptering.event('upload.video-deleted.v1', { videoId: 'a', ownerId: 'ada' });
    expect(await isGeneratedByModel('b')).toBe(true);
    await chaptering.event('upload.video-deleted.v1', { videoId: 'b', ownerId: 'ada' });
    // The chapters are generated without the model, and the record says so.
    expect(await isGeneratedByModel('c')).toBe(false);
    const operations = chaptering.store.model<OperationDocument>('Operation');
    const record = await until(
      () => operations.findOne({ videoId: 'c' }).lean(),
      (found) => found?.state === 'done',
    );
    expect(record?.msg).toMatch(/^The daily limit of the language model was reached/);
    await expect(summarise('c')).rejects.toMatchObject(spent);
    expect(chaptering.auth.ledger).toEqual([]);
    expect(await operations.countDocuments({ videoId: 'c' })).toBe(1);
    expect(model.requests).toHaveLength(2);
    expect(await chaptering.counted('model_calls_total{')).toEqual({
      'model_calls_total{outcome="admitted"}': 2,
      'model_calls_total{outcome="refused"}': 1,
    });
    expect(await isGeneratedByModel('d', 'eve')).toBe(true);
    chaptering.clock.passSeconds(daySeconds);
    expect(await ended(await summarise('c'))).toMatchObject({ state: 'done' });
    await chaptering.accountEvent('auth.account-deleted.v1', 'ada');
    await until(
      () => chaptering.store.model('ModelUse').countDocuments({ ownerId: 'ada' }),
      (count) => count === 0,
    );
  });

  it('automatic chapters after the end of the membership are written without the model', async () => {
    chaptering.auth.refusal = 'Your membership ended.';
    expect(await isGeneratedByModel('a')).toBe(false);
    expect(model.requests).toHaveLength(0);
    chaptering.auth.refusal = '';
    expect(await isGeneratedByModel('b')).toBe(true);
  });

  it('an operation that reaches the limit while it runs fails with a message and costs nothing', async () => {
    await isGeneratedByModel('a');
    // The repair request for this invalid answer is over the limit.
    model.otherwise = () => ({ says: 'No.' });
    expect(await ended(await summarise('a'))).toMatchObject({
      ...{ state: 'failed', code: spent.code, msg: spent.message, tokens: 0 },
    });
    await until(
      () => chaptering.auth.open,
      (open) => open === 0,
    );
    expect(chaptering.auth.of('settle')).toMatchObject([{ amount: 0 }]);
    expect(model.requests).toHaveLength(2);
  });

  it('simultaneous calls never exceed the limit', async () => {
    const uses = chaptering.running.get(ModelUseRepository);
    // The store removes days that are past.
    const [ownerId, day] = ['ada', new Date(Date.now() + daySeconds * 1_000)];
    const taken = await Promise.all(Array.from({ length: 20 }, () => uses.take({ ownerId, day }, 5)));
    expect(taken.filter(Boolean)).toHaveLength(5);
    expect(await uses.hasTaken({ ownerId, day }, 5)).toBe(true);
    expect(await uses.hasTaken({ ownerId, day }, 6)).toBe(false);
  });
});
