import { loadMediaConfig } from './media.config.ts';

const bucket = { MEDIA_BUCKET: 'media', MEDIA_PREFIX: 'blue/' };
const mongo = { MONGO_URL: 'mongodb://a:1/', NAMESPACE: 'blue' };

describe(loadMediaConfig, () => {
  it('takes the catalogue from the folder, and the bucket if there is one', () => {
    expect(loadMediaConfig('folder', {})).toEqual({ bucket: undefined, catalogue: undefined });
    expect(loadMediaConfig('folder', { ...bucket, ...mongo })).toMatchObject({
      bucket: { bucket: 'media', prefix: 'blue/' },
      catalogue: undefined,
    });
  });

  it('takes the catalogue from MongoDB without a folder, with the account that may do everything', () => {
    const admin = { MONGO_ADMIN_URL: 'mongodb://root:secret@b:1/' };
    expect(loadMediaConfig('mongo', { ...bucket, ...mongo }).catalogue).toEqual({
      access: { url: 'mongodb://a:1/' },
      database: 'blue-video-engine',
    });
    expect(loadMediaConfig('mongo', { ...bucket, ...mongo, ...admin }).catalogue?.access).toEqual({
      url: 'mongodb://root:secret@b:1/',
    });
  });

  it('takes it from either', () => {
    expect(loadMediaConfig('either', bucket).catalogue).toBeUndefined();
    const { catalogue } = loadMediaConfig('either', { ...bucket, ...mongo, NAMESPACE: '' });
    expect(catalogue?.database).toBe('vault-video-engine');
    expect(() => loadMediaConfig('either', {})).toThrow('  - MEDIA_BUCKET: must be set');
  });

  it.each([
    ['folder', { ...bucket, MEDIA_ACCESS_KEY_ID: 'a' }, ['MEDIA_SECRET_ACCESS_KEY: must be set when']],
    ['folder', { MEDIA_BUCKET: 'a' }, ['MEDIA_BUCKET: ']],
    ['mongo', {}, ['MONGO_ADMIN_URL: must be set, or MONGO_URL; or name', 'MEDIA_BUCKET: must be set']],
    ['mongo', { ...bucket, ...mongo, MONGO_USERNAME: 'a' }, ['MONGO_PASSWORD: must be set when']],
    ['mongo', { MEDIA_PREFIX: '/a', MONGO_URL: 'a' }, ['MEDIA_PREFIX: must be', 'MONGO_URL: must begin']],
  ] as const)('names every problem of a catalogue in %s with %j', (place, env, problems) => {
    for (const problem of problems) expect(() => loadMediaConfig(place, env)).toThrow(`  - ${problem}`);
  });
});
