import { jest } from '@jest/globals';
import { until } from '@vault/base/testing';
import { PoisonMessageError } from '@vault/messaging';
import { startChaptering, type ChapteringUnderTest } from '../testing/chaptering-under-test.ts';
import { talkSeconds, talkVtt } from '../testing/talk.ts';
import { ChapterSetService } from './chapter-set.service.ts';

const about = { videoId: 'v', ownerId: 'ada' };
const captions = { ...about, playbackId: 'p', trackId: 't', language: 'en', durationSeconds: talkSeconds };

describe('captions whose message is given up', () => {
  let chaptering: ChapteringUnderTest;
  beforeEach(async () => {
    chaptering = await startChaptering();
    chaptering.host.texts.set('t', talkVtt());
  });
  afterEach(() => chaptering.stop());

  const failures = () =>
    chaptering.published
      .filter(({ type }) => type === 'chaptering.generation-failed.v1')
      .map(({ data }) => data);

  it('fail their video with a reason, and the next try makes its chapters', async () => {
    const sets = chaptering.running.get(ChapterSetService);
    jest.spyOn(sets, 'transcriptReady').mockRejectedValueOnce(new PoisonMessageError('it hangs'));
    const again = await chaptering.event('upload.transcript-ready.v1', captions);
    await until(failures, ({ length }) => length > 0);
    expect(failures()).toMatchObject([
      { ...about, reason: 'The chapters could not be written. Please try again.', hasChapters: false },
    ]);
    await again();
    const request = { ownerId: 'ada', videoIds: ['v'], withTranscript: false };
    const find = async () => (await chaptering.client.getChapterSets(request)).sets[0];
    const set = await until(find, (found) => (found?.chapters.length ?? 0) > 0);
    expect(set?.isGenerating).toBe(false);
    expect(failures()).toHaveLength(1);
  });
});
