import { randomUUID } from 'node:crypto';
import { getConnectionToken } from '@nestjs/mongoose';
import { foldText } from '@vault/contracts';
import type { uploadRpc } from '@vault/contracts/rpc';
import type { Connection, Model } from 'mongoose';
import { startUpload, type UploadUnderTest } from './testing/upload-under-test.ts';
import type { VideoDocument } from './videos/video.schema.ts';

const hourMs = 60 * 60 * 1_000;

describe('the videos of all owners', () => {
  let upload: UploadUnderTest;
  beforeAll(async () => {
    upload = await startUpload();
  });
  afterAll(() => upload.stop());
  beforeEach(async () => {
    await model().deleteMany({});
  });

  const model = (): Model<VideoDocument> =>
    upload.running.get<Connection>(getConnectionToken('upload') as never).model<VideoDocument>('Video');

  /** Inserts a video document; by default one that has arrived and is ready. */
  async function insertVideo(fields: Partial<VideoDocument> = {}): Promise<string> {
    const _id = randomUUID();
    const { assetId = `asset-${_id}`, title = '' } = fields;
    const ids = { _id, uploadId: `upload-${_id}`, assetId, publicIds: [_id, `upload-${_id}`, assetId] };
    const about = { ownerId: 'ada', createdAt: new Date(), state: 'ready', stepPercent: 100 };
    await model().create({ ...ids, ...about, titleKey: foldText(title), ...fields } as never);
    return _id;
  }
  const everything = { page: 0, limit: 0, sort: '', descending: false, q: '', state: '', orOwnerIds: [] };
  const list = (request: Partial<uploadRpc.ListAllVideosRequest> = {}) =>
    upload.client.listAllVideos({ ...everything, ...request });
  const titles = ({ videos }: uploadRpc.AllVideosPage) => videos.map(({ title }) => title);
  const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * hourMs);

  it('are the videos that libraries show, each with its owner', async () => {
    const id = await insertVideo({ title: 'Of Ada', description: 'Long.', handled: ['m'] });
    await insertVideo({ ownerId: 'eve', title: 'Of Eve' });
    await insertVideo({ assetId: '', state: 'uploading', title: 'Open' });
    await insertVideo({ deletedAt: new Date(), title: 'Deleted' });
    const { videos, total } = await list({ sort: 'title' });
    expect(videos.map(({ ownerId, title }) => [ownerId, title])).toEqual([
      ['ada', 'Of Ada'],
      ['eve', 'Of Eve'],
    ]);
    expect(total).toBe(2);
    expect(videos[0]).toMatchObject({ id, assetId: `asset-${id}`, state: 'ready', description: '' });
    expect(await upload.client.countAllVideos({})).toMatchObject({
      total: 2,
      failed: 0,
      processing: 0,
    });
  });

  it('are in the requested order, titles case-insensitive, with a stable order of equal values', async () => {
    for (const title of ['beta', 'Alpha', 'ämter', 'Gamma', 'alpha'])
      await insertVideo({ title, createdAt: at(title.length) });
    const up = titles(await list({ sort: 'title' }));
    expect(up.map(foldText)).toEqual(['alpha', 'alpha', 'amter', 'beta', 'gamma']);
    expect(titles(await list({ sort: 'title', descending: true }))).toEqual(up.toReversed());
    const pages = [1, 2, 3].map((page) => list({ sort: 'title', page, limit: 2 }));
    expect((await Promise.all(pages)).flatMap(titles)).toEqual(up);
    expect((await list({ page: 4, limit: 2 })).total).toBe(5);
    expect(titles(await list({ sort: 'created_at', limit: 1, page: 1 }))).toEqual([
      expect.stringMatching(/alpha|Alpha|ämter|Gamma/),
    ]);
    await insertVideo({ title: 'failed', state: 'failed', createdAt: at(1) });
    expect(titles(await list({ sort: 'state' }))[0]).toBe('failed');
    expect(titles(await list({ sort: 'state', descending: true })).at(-1)).toBe('failed');
    const assets = (await list({ sort: 'asset_id' })).videos.map(({ assetId }) => assetId);
    expect(assets).toEqual(assets.toSorted());
  });

  it('are found by a part of the title, case-insensitive, by any id, and also by owners', async () => {
    const id = await insertVideo({ title: 'Zahlen für Q3 (intern) 100 %' });
    await insertVideo({ title: 'Other', ownerId: 'eve' });
    const found = async (q: string, orOwnerIds: string[] = []) => titles(await list({ q, orOwnerIds }));
    for (const q of ['FÜR q3', '(INTERN)', '100 %', id, `upload-${id}`, `asset-${id}`])
      expect(await found(q)).toEqual(['Zahlen für Q3 (intern) 100 %']);
    for (const q of ['.', 'Q.', '^Z', '[a-z]', id.slice(1)]) expect(await found(q)).toEqual([]);
    expect((await found('q3', ['eve'])).sort()).toEqual(['Other', 'Zahlen für Q3 (intern) 100 %']);
    await insertVideo({ title: 'Of a team', ownerId: 'acme', createdBy: 'eve' });
    expect((await found('nothing', ['eve'])).sort()).toEqual(['Of a team', 'Other']);
    expect((await list({ q: 'q3', limit: 1, page: 2 })).total).toBe(1);
  });

  it('are stuck after two hours in one step', async () => {
    const steps = { processing: at(5), captioning: at(3) };
    await insertVideo({ title: 'slow', state: 'captioning', stepTimes: steps });
    await insertVideo({ title: 'quick', state: 'captioning', stepTimes: { ...steps, captioning: at(1) } });
    await insertVideo({ title: 'done', state: 'ready', stepTimes: steps });
    await insertVideo({ title: 'failed', state: 'failed', stepTimes: steps });
    await insertVideo({ title: 'deleted', state: 'captioning', stepTimes: steps, deletedAt: new Date() });
    expect(titles(await list({ state: 'stuck' }))).toEqual(['slow']);
    expect(titles(await list({ state: 'captioning', sort: 'title' }))).toEqual(['quick', 'slow']);
    expect((await list({ state: 'failed', q: 'slow' })).total).toBe(0);
    expect(await upload.client.countAllVideos({})).toMatchObject({
      total: 4,
      failed: 1,
      processing: 2,
    });
  });

  it('are counted by owner, and read by id', async () => {
    const ids = [
      await insertVideo(),
      await insertVideo({ ownerId: 'eve', title: 'Of Eve' }),
      await insertVideo({ ownerId: 'eve' }),
    ];
    await insertVideo({ ownerId: 'eve', assetId: '', state: 'uploading' });
    const deletedId = await insertVideo({ ownerId: 'eve', deletedAt: new Date() });
    // 500 owners are counted by index, 2,500 by one scan of all videos.
    for (const length of [500, 2_500]) {
      const nobody = Array.from({ length }, (_, index) => `nobody-${String(index)}`);
      const { counts } = await upload.client.countVideosOf({ ownerIds: ['eve', ...nobody, 'ada', 'eve'] });
      expect(counts).toHaveLength(length + 3);
      expect([counts[0], counts[1], ...counts.slice(-2)]).toEqual([
        { ownerId: 'eve', videos: 2 },
        { ownerId: 'nobody-0', videos: 0 },
        { ownerId: 'ada', videos: 1 },
        { ownerId: 'eve', videos: 2 },
      ]);
    }
    const { videos } = await upload.client.getVideosByIds({ ids: [ids[1]!, deletedId, 'unknown', ids[0]!] });
    expect(videos.map(({ id, ownerId }) => [id, ownerId]).sort()).toEqual(
      [
        [ids[0], 'ada'],
        [ids[1], 'eve'],
      ].sort(),
    );
  });

  it('are refused above the limits of a request', async () => {
    const many = (count: number) => Array.from({ length: count }, String);
    const refused = { code: 'invalid-input' };
    await expect(list({ limit: 20_001 })).rejects.toMatchObject(refused);
    await expect(list({ sort: 'ownerId' })).rejects.toMatchObject(refused);
    await expect(upload.client.countVideosOf({ ownerIds: many(10_001) })).rejects.toMatchObject(refused);
    await expect(upload.client.getVideosByIds({ ids: many(501) })).rejects.toMatchObject(refused);
  });
});
