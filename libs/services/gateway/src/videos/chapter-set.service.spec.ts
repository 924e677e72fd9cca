import type { chapteringRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { createEvent, createMessage, type MessageListener } from '@vault/messaging';
import { SubscriptionFreshness } from '../read-cache/subscription-freshness.ts';
import { operationOf } from '../testing/operation-of.ts';
import { ChapterSetService } from './chapter-set.service.ts';

describe(ChapterSetService, () => {
  const video = { ownerId: 'ada', videoId: 'v' };
  let set: chapteringRpc.ChapterSet;
  let reads: number;
  let isUnavailable: boolean;
  let isHealthy: boolean;
  let receive: MessageListener;
  /** Called while a set is being read, after its data were fixed. */
  let whileReading: () => void;
  let sets: ChapterSetService;

  beforeEach(() => {
    set = {
      ...{ videoId: 'v', chapters: [], summary: 'First', vtt: 'WEBVTT', version: 1, revision: 1 },
      ...{ isGenerating: false, progress: 100, operations: [] },
    };
    [reads, isUnavailable, isHealthy, whileReading] = [0, false, true, () => undefined];
    const chaptering = {
      getChapterSets: async ({ ownerId, videoIds }: chapteringRpc.GetChapterSetsRequest) => {
        reads += 1;
        if (isUnavailable) throw AppError.unavailable();
        const found = ownerId === 'ada' && videoIds.includes('v') ? [set] : [];
        await Promise.resolve();
        whileReading();
        return { sets: found };
      },
    };
    const commands = {
      onMessage: (listener: MessageListener) => void (receive = listener),
      get isHealthy() {
        return isHealthy;
      },
      catchUp: () => Promise.resolve(true),
    };
    const clock = { now: () => new Date(0) };
    const subscription = new SubscriptionFreshness(commands, clock);
    sets = new ChapterSetService(chaptering as never, subscription, commands, clock);
  });

  const summary = async (identity = video) => (await sets.get(identity))?.get('v')?.summary;
  const changed = () => receive(createEvent('chaptering.chapters-changed.v1', 'v', { ...video, version: 2 }));

  it('reads a set once, until a message of chaptering says that it changed', async () => {
    expect(await summary()).toBe('First');
    set = { ...set, summary: 'Second' };
    receive(createEvent('upload.details-saved.v1', 'v', video));
    expect(await summary()).toBe('First');
    changed();
    expect(await summary()).toBe('Second');
    expect(reads).toBe(2);
  });

  it('sees a person’s chapters by the outcome of their command', async () => {
    await summary();
    set = { ...set, summary: 'Second' };
    receive(
      createMessage({
        ...{ type: 'command.outcome.v1', source: 'chaptering', subject: 'v' },
        data: { commandId: 'c', ok: true, version: 2 },
      }),
    );
    expect(await summary()).toBe('Second');
  });

  it('does not keep a set that changed while it was read', async () => {
    whileReading = () => {
      set = { ...set, summary: 'Second' };
      changed();
      whileReading = () => undefined;
    };
    expect(await summary()).toBe('First');
    expect(await summary()).toBe('Second');
  });

  it('does not keep sets that are being generated', async () => {
    const operations = [operationOf('o')];
    for (const change of [{ isGenerating: true }, { isGenerating: false, operations }]) {
      reads = 0;
      set = { ...set, ...change };
      await summary();
      await summary();
      expect(reads).toBe(2);
    }
  });

  it('never answers somebody else', async () => {
    await summary();
    expect(await summary({ ...video, ownerId: 'eve' })).toBeUndefined();
  });

  it('reads while messages may be missing, and the newest on request', async () => {
    await summary();
    set = { ...set, summary: 'Second' };
    expect((await sets.getFresh(video))?.get('v')?.summary).toBe('Second');
    isHealthy = false;
    expect(await summary()).toBe('Second');
  });

  it('answers what it has while chaptering is unavailable, and otherwise nothing', async () => {
    isUnavailable = true;
    expect(await sets.get(video)).toBeUndefined();
    isUnavailable = false;
    await summary();
    isUnavailable = true;
    expect(await summary()).toBe('First');
  });
});
