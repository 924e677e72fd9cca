import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getConnectionToken } from '@nestjs/mongoose';
import { eventsTopic } from '@vault/contracts';
import { ScriptedVideoHost } from '@vault/integrations/testing';
import { startTestServices } from '@vault/platform/testing';
import { until } from '@vault/base/testing';
import type { Connection } from 'mongoose';
import { accountMessage, leftTeam, startUpload, type UploadUnderTest } from './testing/upload-under-test.ts';
import type { VideoQuotaDocument } from './quota/video-quota.schema.ts';
import type { VideoDocument } from './videos/video.schema.ts';

const refusal = 'This account is disabled. Please ask us to enable it.';

describe('a member of a team', () => {
  let upload: UploadUnderTest;
  beforeEach(async () => {
    upload = await startUpload();
    upload.fakes.videoLimit = 20;
  });
  afterEach(() => upload.stop());

  const open = (createdBy: string, sessionId?: string) =>
    upload.client.createSession({ ownerId: 'acme', createdBy, sessionId });
  const cancelled = ({ uploadId }: { uploadId: string }) =>
    until(
      () => upload.host.uploads.get(uploadId)?.status,
      (status) => status === 'cancelled',
    );
  const isWaiting = ({ uploadId }: { uploadId: string }) =>
    upload.host.uploads.get(uploadId)?.status === 'waiting';

  it('who may no longer upload to it has their uploads cancelled with the reason, and nobody else', async () => {
    const [bo, cy] = [await open('bo'), await open('cy')];
    const own = await upload.client.createSession({ ownerId: 'bo' });
    upload.fakes.left.add('bo');
    await upload.memberEvent('acme', 'bo');
    await cancelled(bo);
    const { failure } = await until(
      () => upload.client.getVideo({ ownerId: 'acme', videoId: bo.id }),
      ({ state }) => state === 'failed',
    );
    expect(failure?.reason).toBe(leftTeam);
    expect([cy, own].map(isWaiting)).toEqual([true, true]);
    expect((await upload.client.getVideo({ ownerId: 'acme', videoId: cy.id })).createdBy).toBe('cy');
  });

  it('who is switched off has their uploads cancelled in every team', async () => {
    const [bo, cy] = [await open('bo'), await open('cy')];
    upload.fakes.left.add('bo');
    await upload.accountEvent('auth.access-ended.v1', 'bo');
    await cancelled(bo);
    expect(isWaiting(cy)).toBe(true);
  });

  it('has all uploads cancelled, also more than a plan allows and beside those of others', async () => {
    upload.fakes.videoLimit = 500;
    const openMany = async (createdBy: string, count: number) => {
      const opened = [];
      for (let index = 0; index < count; index += 1) opened.push(await open(createdBy));
      return opened;
    };
    const ofCy = await openMany('cy', 105);
    const ofBo = await openMany('bo', 105);
    upload.fakes.left.add('bo');
    await upload.memberEvent('acme', 'bo');
    await Promise.all(ofBo.map(cancelled));
    expect(ofCy.every(isWaiting)).toBe(true);
  });

  it('keeps their uploads with another role that may upload', async () => {
    const bo = await open('bo');
    await upload.memberEvent('acme', 'bo');
    await upload.memberEvent('acme', 'bo');
    await until(
      () => upload.fakes.entitlementQueries,
      (queries) => queries >= 3,
    );
    expect(isWaiting(bo)).toBe(true);
  });

  it('has the uploads of an ended session cancelled in every workspace', async () => {
    const [first, second] = [await open('bo', 's-1'), await open('bo', 's-2')];
    const own = await upload.client.createSession({ ownerId: 'bo', sessionId: 's-1' });
    const ofCy = await open('cy', 's-3');
    await upload.accountEvent('auth.sessions-ended.v1', 'bo', 1, 's-1');
    await Promise.all([first, own].map(cancelled));
    expect([second, ofCy].map(isWaiting)).toEqual([true, true]);
  });

  it('who leaves while an upload is opened gets none', async () => {
    upload.fakes.afterDecision = async () => {
      upload.fakes.left.add('bo');
      await upload.memberEvent('acme', 'bo');
      await until(
        () => upload.fakes.entitlementQueries,
        (queries) => queries >= 2,
      );
    };
    await expect(open('bo')).rejects.toMatchObject({ message: leftTeam });
    expect((await upload.client.countVideos({ ownerId: 'acme' })).used).toBeLessThanOrEqual(1);
  });
});

describe('an owner whose access ended', () => {
  let upload: UploadUnderTest;
  beforeEach(async () => {
    upload = await startUpload();
    upload.fakes.videoLimit = 20;
  });
  afterEach(() => upload.stop());

  const open = (ownerId = 'ada') => upload.client.createSession({ ownerId });
  const statusOf = (uploadId: string) => upload.host.uploads.get(uploadId)?.status;
  const find = (videoId: string) => upload.client.getVideo({ ownerId: 'ada', videoId });
  const used = async () => (await upload.client.countVideos({ ownerId: 'ada' })).used;

  it('has the open uploads cancelled at the host with the reason of auth, and their quota slots released', async () => {
    const sessions = [await open(), await open(), await open()];
    const others = await open('eve');
    const arrived = await open();
    upload.host.arrive(arrived.uploadId);
    upload.fakes.refusal = refusal;
    await upload.accountEvent('auth.access-ended.v1', 'ada', 2);
    for (const { uploadId } of sessions)
      await until(
        () => statusOf(uploadId),
        (status) => status === 'cancelled',
      );
    for (const { id } of sessions) {
      const { state, failure } = await until(
        () => find(id),
        ({ state }) => state === 'failed',
      );
      expect([state, failure?.reason]).toEqual(['failed', refusal]);
    }
    expect(statusOf(others.uploadId)).toBe('waiting');
    expect(
      (
        await until(
          () => find(arrived.id),
          ({ state }) => state !== 'uploading',
        )
      ).state,
    ).toBe('processing');
    await until(used, (count) => count === 1);
  });

  it('has the uploads cancelled when the host is available again', async () => {
    const { id, uploadId } = await open();
    upload.fakes.refusal = refusal;
    upload.host.isUnavailable = true;
    await upload.accountEvent('auth.access-ended.v1', 'ada');
    const cancels = () => upload.host.calls.filter((call) => call.includes('cancel')).length;
    await until(cancels, (count) => count > 0);
    expect((await find(id)).state).toBe('uploading');
    upload.host.isUnavailable = false;
    await until(
      () => {
        upload.clock.passSeconds(5);
        return statusOf(uploadId);
      },
      (status) => status === 'cancelled',
    );
    await until(
      () => find(id),
      ({ failure }) => failure?.reason === refusal,
    );
  });

  it('keeps the uploads when a late event arrives after access was granted again', async () => {
    const { uploadId } = await open();
    await upload.accountEvent('auth.access-ended.v1', 'ada');
    // Events of one person are handled in order, so the first one was handled before the second.
    const other = await open();
    upload.fakes.refusal = refusal;
    await upload.accountEvent('auth.access-ended.v1', 'ada');
    // Both are cancelled at the same time, in any order.
    for (const each of [uploadId, other.uploadId])
      await until(
        () => statusOf(each),
        (status) => status === 'cancelled',
      );
    expect(upload.host.calls.filter((call) => call.includes(`${uploadId}/cancel`))).toHaveLength(1);
  });

  it('has no upload left when access ends while one is being opened', async () => {
    upload.fakes.afterDecision = async () => {
      upload.fakes.refusal = refusal;
      await upload.accountEvent('auth.access-ended.v1', 'ada');
      await waitForHandlers(upload, 1);
    };
    await expect(open()).rejects.toMatchObject({ code: 'limit-reached', message: refusal });
    expect([...upload.host.uploads.values()].map(({ status }) => status)).toEqual(['cancelled']);
    await until(used, (count) => count === 0);
  });
});

/** Waits until so many events about Ada are handled, by another one that cancels nothing. */
async function waitForHandlers(upload: UploadUnderTest, events: number): Promise<void> {
  await upload.accountEvent('auth.sessions-ended.v1', 'ada', 1, 'no session');
  const quotas = upload.running.get<Connection>(getConnectionToken('upload') as never).model('VideoQuota');
  await until(
    () => quotas.findOne({ _id: 'ada' }).lean<VideoQuotaDocument>(),
    (quota) => quota?.accessEnds === events + 1,
  );
}

describe('ended sessions', () => {
  let upload: UploadUnderTest;
  beforeEach(async () => {
    upload = await startUpload();
    upload.fakes.videoLimit = 20;
  });
  afterEach(() => upload.stop());

  it.each([
    ['all but one', ['here'], undefined, ['waiting', 'cancelled', 'cancelled', 'waiting']],
    ['one', ['there'], 'here', ['cancelled', 'waiting', 'waiting', 'waiting']],
    ['all', [], undefined, ['cancelled', 'cancelled', 'cancelled', 'waiting']],
  ] as const)('(%s) have their open uploads cancelled at the host', async (_, left, ended, expected) => {
    const open = (ownerId: string, sessionId?: string) => upload.client.createSession({ ownerId, sessionId });
    const sessions = [
      await open('ada', 'here'),
      await open('ada', 'there'),
      await open('ada'),
      await open('eve', 'elsewhere'),
    ];
    const arrived = await open('ada', expected[0] === 'cancelled' ? 'here' : 'there');
    upload.host.arrive(arrived.uploadId);
    upload.fakes.openSessions = [...left];
    await upload.accountEvent('auth.sessions-ended.v1', 'ada', 2, ended);
    await until(
      () => sessions.map(({ uploadId }) => upload.host.uploads.get(uploadId)?.status),
      (statuses) => statuses.every((status, index) => status === expected[index]),
    );
    const { id } = sessions[expected.indexOf('cancelled')]!;
    const { failure } = await until(
      () => upload.client.getVideo({ ownerId: 'ada', videoId: id }),
      ({ state }) => state === 'failed',
    );
    expect(failure?.reason).toMatch(/signed out/);
    const arrivedVideo = await upload.client.getVideo({ ownerId: 'ada', videoId: arrived.id });
    expect(arrivedVideo.failure).toBeUndefined();
  });
});

describe('a session that ends while an upload is being opened in it', () => {
  let upload: UploadUnderTest;
  beforeEach(async () => {
    upload = await startUpload();
  });
  afterEach(() => upload.stop());

  it('has the upload cancelled, and the request refused', async () => {
    upload.fakes.afterDecision = async () => {
      upload.fakes.endedSessions.push('here');
      await upload.accountEvent('auth.sessions-ended.v1', 'ada', 1, 'here');
      await waitForHandlers(upload, 1);
    };
    const opening = upload.client.createSession({ ownerId: 'ada', sessionId: 'here' });
    await expect(opening).rejects.toMatchObject({ code: 'unauthenticated' });
    expect([...upload.host.uploads.values()].map(({ status }) => status)).toEqual(['cancelled']);
  });
});

describe('sessions that ended while this service was away', () => {
  it('have their uploads cancelled later, but not those of sessions that were opened since', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'vault-upload-'));
    const host = await ScriptedVideoHost.start();
    let upload = await startUpload({ dataDir, host });
    try {
      const old = await upload.client.createSession({ ownerId: 'ada', sessionId: 'old' });
      const fresh = await upload.client.createSession({ ownerId: 'ada', sessionId: 'fresh' });
      await upload.stop();
      const peer = await startTestServices([], { dataDir });
      await peer.infrastructure.bus.publish(eventsTopic('auth'), [
        accountMessage('auth.sessions-ended.v1', 'ada'),
      ]);
      await peer.stop();
      upload = await startUpload({ dataDir, host, openSessions: ['fresh'] });
      await until(
        () => host.uploads.get(old.uploadId)?.status,
        (status) => status === 'cancelled',
      );
      expect(host.uploads.get(fresh.uploadId)?.status).toBe('waiting');
    } finally {
      await upload.stop();
      await host.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});

describe('a deleted owner', () => {
  let dataDir: string;
  let upload: UploadUnderTest;
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'vault-upload-'));
    upload = await startUpload({ dataDir });
    upload.fakes.videoLimit = 200;
  });
  afterEach(async () => {
    await upload.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function arrive(ownerId = 'ada'): Promise<{ id: string; uploadId: string }> {
    const { id, uploadId } = await upload.client.createSession({ ownerId });
    upload.host.arrive(uploadId);
    await upload.webhook('video.upload.asset_created', { id: uploadId });
    return { id, uploadId };
  }
  const store = () => upload.running.get<Connection>(getConnectionToken('upload') as never);
  const alive = (ownerId = 'ada') =>
    store()
      .model('Video')
      .countDocuments({ ownerId, deletedAt: { $exists: false } });
  const deleted = () => upload.published.filter(({ type }) => type === 'upload.video-deleted.v1');
  async function end(): Promise<void> {
    upload.fakes.isDeleted = true;
    await upload.accountEvent('auth.account-deleted.v1', 'ada');
  }

  it('leaves no video, open upload, media or quota, and each deletion is published once', async () => {
    const ids = [(await arrive()).id, (await arrive()).id];
    const { id, uploadId } = await upload.client.createSession({ ownerId: 'ada' });
    await store()
      .model('Video')
      .updateMany({}, { $set: { stepWork: { ahead: 2 }, openedIn: 'session' } });
    await arrive('eve');
    const about = { videoId: ids[0]!, ownerId: 'ada', title: 'Quarterly figures', description: 'Of Ada.' };
    await upload.command('upload.save-details.v1', about);
    await end();
    await upload.accountEvent('auth.account-deleted.v1', 'ada', 2);
    await until(
      () => upload.host.assets.size,
      (count) => count === 1,
    );
    await until(
      () => upload.host.uploads.get(uploadId)?.status,
      (status) => status === 'cancelled',
    );
    await until(deleted, ({ length }) => length === 3);
    expect(
      deleted()
        .map(({ subject }) => subject)
        .sort(),
    ).toEqual([...ids, id].sort());
    expect(await store().model('VideoQuota').countDocuments({ _id: 'ada' })).toBe(0);
    const left = await store().model<VideoDocument>('Video').find({ ownerId: 'ada' }).lean();
    for (const { title, titleKey, description, failure } of left)
      expect([title, titleKey, description, failure]).toEqual(['', '', '', null]);
    expect(await alive('eve')).toBe(1);
    expect(
      await store()
        .model('Video')
        .countDocuments({
          ownerId: 'ada',
          $or: [{ stepWork: { $ne: null } }, { openedIn: { $exists: true } }],
        }),
    ).toBe(0);
  });

  it('leaves no video when there are more than one batch', async () => {
    for (let count = 0; count < 60; count += 1) await upload.client.createSession({ ownerId: 'ada' });
    await end();
    await until(alive, (count) => count === 0);
    await until(deleted, ({ length }) => length === 60);
    await until(
      () => store().model('VideoQuota').countDocuments({}),
      (count) => count === 0,
    );
  }, 60_000);

  it('is removed completely when the service restarts in the middle', async () => {
    for (let count = 0; count < 3; count += 1) await arrive();
    await end();
    await upload.stop();
    upload = await startUpload({ dataDir });
    await until(alive, (count) => count === 0);
    upload.clock.passSeconds(61);
    await until(
      () => store().model('VideoQuota').countDocuments({}),
      (count) => count === 0,
    );
  });

  it('stays deleted: late saves, events, webhooks and uploads are refused or removed', async () => {
    const { id, uploadId } = await arrive();
    const late = await upload.client.createSession({ ownerId: 'ada' });
    await end();
    await until(alive, (count) => count === 0);
    const about = { videoId: id, ownerId: 'ada' };
    const saving = upload.command('upload.save-details.v1', { ...about, title: 'Back' });
    await expect(saving).rejects.toMatchObject({ code: 'not-found' });
    await upload.event('chaptering.chapters-generated.v1', { ...about, version: 1, chapterCount: 1 });
    await upload.webhook('video.asset.ready', { id: 'asset', upload_id: uploadId });
    await expect(upload.client.createSession({ ownerId: 'ada' })).rejects.toMatchObject({
      code: 'not-found',
    });
    const orphan = upload.host.arrive(late.uploadId);
    await upload.webhook('video.upload.asset_created', { id: late.uploadId, asset_id: orphan.id });
    await until(
      () => upload.host.assets.size,
      (count) => count === 0,
    );
    // As if auth had answered before the deletion: the upload is removed a minute later.
    upload.fakes.isDeleted = false;
    await upload.client.createSession({ ownerId: 'ada' });
    upload.clock.passSeconds(61);
    await until(alive, (count) => count === 0);
    await until(
      () => store().model('VideoQuota').countDocuments({}),
      (count) => count === 0,
    );
  });
});
