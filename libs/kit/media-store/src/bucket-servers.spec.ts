import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { BucketStore } from './bucket-store.ts';
import { describeMediaStore } from './media-store.contract.ts';
import type { MemoryRule } from './testing/bucket-in-memory.ts';
import { BucketInMemory, bucketRules } from './testing/bucket-in-memory.ts';

const { noChecksums, noChunks, noConditions, equalParts, md5OfDeletions, onlySingleDeletions } = bucketRules;

/** Servers by what is documented or reported of them. */
const servers: Record<string, MemoryRule[]> = {
  'Amazon S3': [],
  'Cloudflare R2': [noChecksums(501), equalParts()],
  'Backblaze B2': [noChecksums(400), noChunks()],
  'Google Cloud Storage': [onlySingleDeletions(), noChunks()],
  'Alibaba OSS': [noChecksums(501), noChunks(), noConditions(), md5OfDeletions()],
  'the strictest': [noChecksums(501), noChunks(), noConditions(), equalParts(), md5OfDeletions()],
};

const openStore = (endpoint: string): BucketStore =>
  new BucketStore({
    ...{ endpoint, bucket: 'media', region: 'us-east-1', isPathStyle: true, prefix: 'tests/' },
    credentials: () => ({ accessKeyId: 'key', secretAccessKey: 'secret' }),
  });

describe.each(Object.entries(servers))('a server that behaves as %s', (_name, rules) => {
  describeMediaStore(async () => {
    const server = new BucketInMemory(rules);
    const store = openStore(await server.start());
    return {
      store,
      remove: () => {
        server.stop();
        return Promise.resolve();
      },
    };
  });
});

describe('a server', () => {
  const server = new BucketInMemory();
  let store: BucketStore;
  beforeAll(async () => {
    store = openStore(await server.start());
  });
  afterAll(() => {
    store.close();
    server.stop();
  });

  test.each<[number, string, object]>([
    [301, 'PermanentRedirect', { problem: 'forbidden', setting: 'place' }],
    [307, 'TemporaryRedirect', { problem: 'forbidden', setting: 'place' }],
    [400, 'AuthorizationHeaderMalformed', { problem: 'forbidden', setting: 'place' }],
    [404, 'NoSuchBucket', { problem: 'forbidden', setting: 'bucket' }],
    [501, 'NotImplemented', { problem: 'forbidden', setting: 'server' }],
    [400, 'InvalidArgument', { problem: 'forbidden', setting: 'server' }],
    [405, 'MethodNotAllowed', { problem: 'forbidden', setting: 'server' }],
    [403, 'SecondLevelDomainForbidden', { problem: 'forbidden', setting: 'address' }],
    [403, 'RequestTimeTooSkewed', { problem: 'forbidden', setting: 'clock' }],
    [403, 'AccessDenied', { problem: 'forbidden', setting: 'keys' }],
    [400, 'BadDigest', { problem: 'unavailable' }],
    [429, 'TooManyRequests', { problem: 'unavailable' }],
  ])('that answers %d %s tells what to correct, or that it passes', async (status, code, problem) => {
    server.rules.splice(0, 1, () => ({ status, code }));
    await expect(store.put('a', Buffer.from('1'))).rejects.toMatchObject(problem);
    await expect(store.list('')).rejects.toMatchObject(problem);
    server.rules.splice(0, 1);
  });

  test.each(['InvalidRequest', 'InvalidArgument', 'EntityTooSmall', 'InvalidPart'])(
    'that refuses an upload it has begun with %s makes it begin anew',
    async (code) => {
      const upload = await store.begin('refused');
      const part = await store.putPart(upload, { number: 1, offset: 0, content: [Buffer.from('1')] });
      server.rules.push(({ query }) => (query.has('uploadId') ? { status: 400, code } : undefined));
      await expect(store.complete(upload, [part])).rejects.toMatchObject({ problem: 'missing' });
      server.rules.pop();
    },
  );

  test('whose claim was left by a process that ended stores an object once it is old', async () => {
    const server = new BucketInMemory();
    const one = openStore(await server.start());
    // The clock of the server: the claim of the other was written an hour ago.
    await one.put('claims/a/of-another', Buffer.from('1'));
    server.age('tests/claims/a/of-another', 3_600_000);
    expect(await one.putNew('a', Buffer.from('1'))).toBe(true);
    expect(await one.list('claims/')).toEqual([]);
    one.close();
    server.stop();
  });
});
