import { loadMediaConfig } from './media.config.ts';

const bucket = { MEDIA_BUCKET: 'media', MEDIA_PREFIX: 'blue/' };
const mongo = { MONGO_URL: 'mongodb://a:1/', NAMESPACE: 'blue' };

describe(loadMediaConfig, () => {
  it('takes the catalogue from the folder, and the bucket if there is one', () => {
    expect(loadMediaConfig('/data', {})).toEqual({ bucket: undefined, catalogue: undefined });
    expect(loadMediaConfig('/data', { ...bucket, ...mongo })).toMatchObject({
      bucket: { bucket: 'media', prefix: 'blue/' },
      catalogue: undefined,
    });
  });

  it('takes the catalogue from MongoDB without a folder, with the account that may do everything', () => {
    const admin = { MONGO_ADMIN_URL: 'mongodb://root:secret@b:1/' };
    expect(loadMediaConfig(undefined, { ...bucket, ...mongo }).catalogue).toEqual({
      access: { url: 'mongodb://a:1/' },
      database: 'blue-video-engine',
    });
    expect(loadMediaConfig(undefined, { ...bucket, ...mongo, ...admin }).catalogue?.access).toEqual({
      url: 'mongodb://root:secret@b:1/',
    });
  });

  it.each([
    ['/data', { ...bucket, MEDIA_ACCESS_KEY_ID: 'a' }, ['MEDIA_SECRET_ACCESS_KEY: must be set when']],
    ['/data', { MEDIA_BUCKET: 'a' }, ['MEDIA_BUCKET: ']],
    [undefined, {}, ['MONGO_ADMIN_URL: must be set, or MONGO_URL; or name', 'MEDIA_BUCKET: must be set']],
    [undefined, { ...bucket, ...mongo, MONGO_USERNAME: 'a' }, ['MONGO_PASSWORD: must be set when']],
    [undefined, { MEDIA_PREFIX: '/a', MONGO_URL: 'a' }, ['MEDIA_PREFIX: must be', 'MONGO_URL: must begin']],
  ])('names every problem of the folder %s with %j', (folder, env, problems) => {
    for (const problem of problems) expect(() => loadMediaConfig(folder, env)).toThrow(`  - ${problem}`);
  });
});
