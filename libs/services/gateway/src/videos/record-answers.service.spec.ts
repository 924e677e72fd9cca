import type { Metrics } from '@vault/platform';
import { AppError } from '@vault/base';
import { until } from '@vault/base/testing';
import type { VideoIdentity, VideoRecord } from '@vault/contracts';
import { aVideo } from '@vault/contracts/testing';
import { MediaAddresses } from '@vault/integrations/media';
import type { Caller } from '../sessions/session.service.ts';
import { MediaLinksService } from '../media/media-links.service.ts';
import { toVideoRecord } from './to-video-record.ts';
import type { VideoComposerService } from './video-composer.service.ts';
import { RecordAnswersService } from './record-answers.service.ts';

describe(RecordAnswersService, () => {
  const talk: VideoRecord = toVideoRecord(aVideo(), undefined, true);
  const owner = { ownerId: 'ada', sessionId: 's', videoId: 'v' };
  let record: VideoRecord;
  /** Undefined while a service is unavailable. */
  let version: string | undefined;
  let versionReads: number;
  let sources: string[];
  let change: (videoId: string) => void;
  let answers: RecordAnswersService;

  beforeEach(() => {
    [record, version, versionReads, sources] = [talk, '1', 0, []];
    const requireOwn = ({ ownerId, videoId }: VideoIdentity) => {
      if (ownerId !== 'ada' || videoId !== record.id) throw AppError.notFound('The video');
    };
    const composer = {
      getVersioned: async (identity: VideoIdentity) => {
        const found = { record, version };
        await Promise.resolve();
        requireOwn(identity);
        return found;
      },
      getVersion: async (identity: VideoIdentity) => {
        const found = version;
        versionReads += 1;
        await Promise.resolve();
        requireOwn(identity);
        if (found === undefined) throw AppError.unavailable();
        return found;
      },
    } as VideoComposerService;
    const commands = {
      onMessage: (listener: (message: never) => void) => {
        change = (subject) => listener({ subject } as never);
      },
    };
    const counter = { add: ({ source }: { source: string }) => void sources.push(source) };
    const metrics = { counter: () => counter } as unknown as Metrics;
    const links = new MediaLinksService(new MediaAddresses({}), {}, { now: () => new Date(0) });
    answers = new RecordAnswersService(composer, links, commands, metrics);
  });

  const callerOf = (sessionId: string) =>
    ({ sessionId, user: { id: 'ada' }, workspace: { id: 'ada' } }) as Caller;
  const poll = async ({ sessionId, ...video } = owner) => {
    const { body } = await answers.get(callerOf(sessionId), video);
    return (JSON.parse(body.toString()) as { data: VideoRecord }).data;
  };
  const edit = (title: string) => {
    record = { ...talk, title };
    version = title;
  };

  it('reads once, and answers the same bytes while the version is the same', async () => {
    const read = () => answers.get(callerOf('s'), owner);
    const first = await read();
    await read();
    expect(await read()).toBe(first);
    expect([sources, versionReads]).toEqual([['read', 'memory', 'memory'], 1]);
  });

  it('reads again at once after a message about the video', async () => {
    await poll();
    await poll();
    edit('New');
    change('another video');
    change('v');
    expect((await poll()).title).toBe('New');
  });

  it('reads again within a second without a message', async () => {
    await poll();
    await poll();
    edit('New');
    await until(poll, ({ title }) => title === 'New');
  });

  it('does not use a version that was read before a message', async () => {
    await poll();
    const early = poll();
    edit('New');
    change('v');
    await early;
    expect((await poll()).title).toBe('New');
  });

  it('never answers another session or user, nor keeps a refusal', async () => {
    await poll();
    await poll({ ...owner, sessionId: 'another' });
    await expect(poll({ ...owner, ownerId: 'eve' })).rejects.toMatchObject({ code: 'not-found' });
    await expect(poll({ ...owner, videoId: 'unknown' })).rejects.toMatchObject({ code: 'not-found' });
    expect(sources).toEqual(['read', 'read', 'read', 'read']);
  });

  it('refuses a video that was deleted since', async () => {
    await poll();
    record = { ...talk, id: 'another' };
    await expect(poll()).rejects.toMatchObject({ code: 'not-found' });
  });

  it('reads while a service is unavailable, and keeps no record without its version', async () => {
    await poll();
    version = undefined;
    await poll();
    version = '2';
    await poll();
    expect(sources).toEqual(['read', 'read', 'read']);
  });
});
