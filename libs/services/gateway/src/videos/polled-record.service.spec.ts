import type { Metrics } from '@vault/platform';
import { AppError } from '@vault/base';
import type { VideoIdentity, VideoRecord } from '@vault/contracts';
import { MediaAddresses } from '@vault/integrations/media';
import { MediaLinksService } from '../media/media-links.service.ts';
import { ChangeLog } from '../read-cache/change-log.ts';
import { SubscriptionFreshness } from '../read-cache/subscription-freshness.ts';
import { videoOf } from '../testing/video-of.ts';
import { toVideoRecord } from './to-video-record.ts';
import type { VideoComposerService } from './video-composer.service.ts';
import { PolledRecordService } from './polled-record.service.ts';

describe(PolledRecordService, () => {
  const ready: VideoRecord = { ...toVideoRecord(videoOf('v'), undefined, true), state: 'ready' };
  const owner = { ownerId: 'ada', sessionId: 's', videoId: 'v' };
  let changes: ChangeLog;
  let record: VideoRecord;
  let sources: string[];
  let clockMs: number;
  let bus: { isHealthy: boolean; isCaughtUp: boolean };
  /** Called while a record is being read, after its data were fixed. */
  let whileReading: () => void;
  /** What the next reads wait for. */
  let hanging: Promise<void> | undefined;
  let records: PolledRecordService;

  beforeEach(() => {
    changes = new ChangeLog();
    [record, sources, clockMs, bus] = [ready, [], 1_000_000, { isHealthy: true, isCaughtUp: true }];
    [whileReading, hanging] = [() => undefined, undefined];
    const composer = {
      get: async ({ ownerId, videoId }: VideoIdentity) => {
        const found = record;
        const isOwn = ownerId === 'ada' && videoId === found.id;
        await hanging;
        whileReading();
        if (!isOwn) throw AppError.notFound('The video');
        return found;
      },
    } as VideoComposerService;
    const clock = { now: () => new Date(clockMs) };
    const commands = {
      get isHealthy() {
        return bus.isHealthy;
      },
      catchUp: () => Promise.resolve(bus.isCaughtUp),
    };
    const subscription = new SubscriptionFreshness(commands, clock);
    const counter = { add: ({ source }: { source: string }) => void sources.push(source) };
    const metrics = { counter: () => counter } as unknown as Metrics;
    const links = new MediaLinksService(new MediaAddresses({}), {}, clock);
    records = new PolledRecordService(composer, changes, subscription, links, clock, metrics);
  });

  const poll = async (key = owner) => {
    const { body } = await records.get(key);
    return (JSON.parse(body.toString()) as { data: VideoRecord }).data;
  };

  it('reads once and then answers the same bytes, as long as nothing changes', async () => {
    const first = await records.get(owner);
    expect(await records.get(owner)).toMatchObject({ body: first.body, etag: first.etag });
    expect(sources).toEqual(['read', 'memory']);
  });

  it.each(['v', 'ada'])('reads again after a message about %s', async (subject) => {
    await poll();
    record = { ...ready, title: 'New' };
    changes.add('somebody-else');
    expect((await poll()).title).toBe('Talk');
    changes.add(subject);
    expect((await poll()).title).toBe('New');
    expect(sources).toEqual(['read', 'memory', 'read']);
  });

  it('does not keep a record that changed while it was read', async () => {
    whileReading = () => {
      record = { ...ready, title: 'New' };
      changes.add('v');
      whileReading = () => undefined;
    };
    expect((await poll()).title).toBe('Talk');
    expect((await poll()).title).toBe('New');
  });

  it('shares a read between polls, unless a message arrived since it began', async () => {
    const first = poll();
    const second = poll();
    changes.add('somebody-else');
    const third = poll();
    expect(await Promise.all([first, second, third])).toEqual([ready, ready, ready]);
    expect(sources.toSorted()).toEqual(['read', 'read', 'shared']);
  });

  it('does not wait for a read that hangs, and shares a failure between polls', async () => {
    let end: () => void = () => undefined;
    hanging = new Promise((resolve) => (end = resolve));
    const first = poll();
    hanging = undefined;
    expect(await poll()).toEqual(ready);
    end();
    await first;
    expect(sources).toEqual(['read', 'read']);
    const refused = [poll({ ...owner, videoId: 'unknown' }), poll({ ...owner, videoId: 'unknown' })];
    const code = 'not-found';
    expect(await Promise.allSettled(refused)).toMatchObject([{ reason: { code } }, { reason: { code } }]);
  });

  it('never answers somebody else, nor keeps a refusal', async () => {
    await poll();
    await expect(poll({ ...owner, ownerId: 'eve' })).rejects.toMatchObject({ code: 'not-found' });
    await expect(poll({ ...owner, videoId: 'unknown' })).rejects.toMatchObject({ code: 'not-found' });
    expect(sources).toEqual(['read', 'read', 'read']);
  });

  it('reads through while messages may be missing, and uses its memory again afterwards', async () => {
    await poll();
    for (const state of [{ isHealthy: false }, { isHealthy: true, isCaughtUp: false }]) {
      Object.assign(bus, state);
      record = { ...ready, title: `New ${String(state.isHealthy)}` };
      expect((await poll()).title).toBe(record.title);
    }
    bus.isCaughtUp = true;
    clockMs += 1_000;
    await poll();
    expect(sources).toEqual(['read', 'read-through', 'read-through', 'memory']);
  });

  it('sees a change that arrives while the messages are checked', async () => {
    await poll();
    const polling = poll();
    record = { ...ready, title: 'New' };
    changes.add('v');
    expect((await polling).title).toBe('New');
  });

  const generating: Partial<VideoRecord> = { state: 'chaptering' };
  const withOperation = { operations: [{ id: 'o', kind: 'summary' }] } as unknown as Partial<VideoRecord>;
  it.each([
    ['five seconds', {}, 5_000],
    ['one second while chapters are generated', generating, 1_000],
    ['one second while an operation runs', withOperation, 1_000],
  ])('reads again after %s, whatever is received', async (_, fields, ms) => {
    record = { ...ready, ...fields };
    await poll();
    clockMs += ms - 1;
    await poll();
    clockMs += 1;
    await poll();
    clockMs -= 10_000;
    await poll();
    expect(sources).toEqual(['read', 'memory', 'read', 'read']);
  });

  it('does not keep a record without its chapters', async () => {
    record = { ...ready, chaptersMissing: true };
    await poll();
    await poll();
    expect(sources).toEqual(['read', 'read']);
  });
});
