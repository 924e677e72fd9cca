import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadMoveMediaConfig } from './move-media.config.ts';
import { parseMoveMedia } from './move-media-options.ts';

describe(parseMoveMedia, () => {
  it.each([
    ['/data/media', { folder: '/data/media', isOnlyNew: false }],
    ['--only-new /data/media', { folder: '/data/media', isOnlyNew: true }],
    ['--from-bucket', { folder: undefined, isOnlyNew: false }],
    ['--from-bucket --only-new', { folder: undefined, isOnlyNew: true }],
  ])('reads %s', (line, options) => {
    expect(parseMoveMedia(line.split(' '))).toEqual(options);
  });

  it.each(['', '--from-bucket /data/media', '/data/media /other', '--to-bucket', '--only-new'])(
    'answers "%s" with the usage',
    (line) => {
      expect(() => parseMoveMedia(line.split(' ').filter(Boolean))).toThrow('Usage:\n  move-media FOLDER');
    },
  );
});

describe(loadMoveMediaConfig, () => {
  const bucket = { MEDIA_BUCKET: 'media', MEDIA_PREFIX: 'new/' };
  const source = { FROM_MEDIA_BUCKET: 'media', FROM_MEDIA_PREFIX: 'old/', FROM_MEDIA_PATH_STYLE: 'true' };

  it('reads where the media of a folder and its catalogue go', () => {
    const env = { ...bucket, MONGO_URL: 'mongodb://a:1/', NAMESPACE: 'blue' };
    const account = { MONGO_USERNAME: 'root', MONGO_PASSWORD: 'secret' };
    const config = loadMoveMediaConfig(false, { ...env, ...account, MONGO_ADMIN_URL: 'mongodb://b:1/' });
    expect(config).toMatchObject({ to: { bucket: 'media', prefix: 'new/', region: 'us-east-1' } });
    expect(config.from).toBeUndefined();
    expect(config.catalogue).toEqual({
      access: { url: 'mongodb://root:secret@b:1/' },
      database: 'blue-video-engine',
    });
    expect(loadMoveMediaConfig(false, { ...env, NAMESPACE: '' }).catalogue?.database).toBe(
      'vault-video-engine',
    );
    expect(loadMoveMediaConfig(false, bucket).catalogue).toBeUndefined();
  });

  it('reads two buckets, with secrets from files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'move-media-'));
    writeFileSync(join(folder, 'key'), 'from-a-file\n');
    const keys = { FROM_MEDIA_ACCESS_KEY_ID: 'a', FROM_MEDIA_SECRET_ACCESS_KEY_FILE: join(folder, 'key') };
    const { to, from, catalogue } = loadMoveMediaConfig(true, {
      ...{ ...bucket, ...source, ...keys },
      MONGO_URL: 'mongodb://a:1/',
    });
    rmSync(folder, { recursive: true });
    expect([to.prefix, from?.prefix, to.isPathStyle, from?.isPathStyle]).toEqual([
      'new/',
      'old/',
      false,
      true,
    ]);
    expect(from?.credentials?.()).toEqual({ accessKeyId: 'a', secretAccessKey: 'from-a-file' });
    expect([to.credentials, catalogue]).toEqual([undefined, undefined]);
  });

  it('names every problem, with the variables of each bucket', () => {
    const wrong = { MEDIA_PREFIX: '/new', FROM_MEDIA_ENDPOINT: 'nowhere', FROM_MEDIA_ACCESS_KEY_ID: 'a' };
    const problems = [
      'MEDIA_BUCKET: must be set',
      'FROM_MEDIA_BUCKET: must be set',
      'MEDIA_PREFIX: must be names',
      'FROM_MEDIA_ENDPOINT: ',
      'FROM_MEDIA_SECRET_ACCESS_KEY: must be set when FROM_MEDIA_ACCESS_KEY_ID is',
    ];
    for (const problem of problems) expect(() => loadMoveMediaConfig(true, wrong)).toThrow(`  - ${problem}`);
    const account = { MONGO_URL: 'a:1', MONGO_USERNAME: 'a', MEDIA_SECRET_ACCESS_KEY: 'b' };
    expect(() => loadMoveMediaConfig(false, account)).toThrow(
      /MEDIA_ACCESS_KEY_ID: must[^]*MONGO_PASSWORD: must[^]*MEDIA_BUCKET: must[^]*MONGO_URL: must begin/,
    );
  });
});
