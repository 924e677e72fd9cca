import { startMongod, type TestMongod } from '@vault/store/testing';
import { Mongoose, type Connection, type Model } from 'mongoose';
import { VideoRepository } from './video.repository.ts';
import { videoSchema, type VideoDocument } from './video.schema.ts';

const videos = 1_000;
const opened = { ownerId: 'acme', assetId: '' };

describe('the library of an owner on MongoDB', () => {
  let mongod: TestMongod;
  let store: Connection;
  let model: Model<VideoDocument>;
  beforeAll(async () => {
    mongod = await startMongod();
    store = await new Mongoose().createConnection(mongod.uri, { dbName: 'upload' }).asPromise();
    model = store.model<VideoDocument>('Video', videoSchema);
    await model.init();
    const library = Array.from({ length: videos }, (_, index) => ({
      ownerId: 'acme',
      assetId: `asset-${String(index)}`,
      ...(index % 10 === 0 && { deletedAt: new Date() }),
    }));
    const others = [opened, { ...opened, savedAt: new Date() }, { ownerId: 'ada', assetId: 'asset' }];
    const documents = [...library, ...others].map((video, index) => ({
      _id: `video-${String(index)}`,
      uploadId: `upload-${String(index)}`,
      publicIds: [`video-${String(index)}`, `upload-${String(index)}`],
      createdAt: new Date(index),
      ...video,
    }));
    await model.collection.insertMany(documents as never);
  }, 120_000);
  afterAll(async () => {
    await store.close();
    await mongod.stop();
  });

  it('is counted by keys: documents are read only of the few that have not arrived', async () => {
    const repository = new VideoRepository(model, { register: () => undefined } as never);
    await store.db?.command({ profile: 2 });
    expect(await repository.countListed('acme')).toBe(videos - videos / 10 + 1);
    await store.db?.command({ profile: 0 });
    const profiles = await store.db?.collection('system.profile').find({ ns: 'upload.videos' }).toArray();
    expect(profiles?.map(({ docsExamined }) => docsExamined as number).toSorted()).toEqual([0, 2]);
  });
});
