import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import type { BucketRequest } from './bucket-requests.ts';
import type { BucketOptions } from './bucket-store.ts';
import { BucketStore } from './bucket-store.ts';
import { describeMediaStore } from './media-store.contract.ts';

/** A server with an empty bucket, as `tools/servers` starts them. */
interface BucketServer extends Required<Pick<BucketOptions, 'bucket' | 'endpoint' | 'region'>> {
  readonly credentials: { accessKeyId: string; secretAccessKey: string };
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The first call of a machine builds the server. */
const startWithinMs = 5_400_000;

/** What a bucket must do on every server. */
export function describeBucketStore(start: () => Promise<BucketServer>): void {
  let server: BucketServer;
  beforeAll(async () => {
    server = await start();
  }, startWithinMs);
  afterAll(() => server.stop());

  function openBucket(options: Partial<BucketOptions> = {}): BucketStore {
    const { endpoint, bucket, region, credentials } = server;
    return new BucketStore({
      ...{ endpoint, bucket, region, isPathStyle: true, credentials: () => credentials },
      ...options,
    });
  }

  describe('a bucket', () => {
    describeMediaStore(() =>
      Promise.resolve({ store: openBucket({ prefix: 'tests/' }), remove: () => Promise.resolve() }),
    );

    test('keeps the objects of different prefixes apart', async () => {
      const [one, two] = [openBucket({ prefix: 'one/' }), openBucket({ prefix: 'two/' })];
      await one.put('a', Buffer.from('1'));
      await two.begin('a');
      expect([await two.head('a'), await two.list(''), await one.unfinished('')]).toEqual([
        undefined,
        [],
        [],
      ]);
      expect(await one.list('')).toMatchObject([{ key: 'a' }]);
      expect(await openBucket().list('one/')).toMatchObject([{ key: 'one/a' }]);
    });

    test('with other keys is forbidden', async () => {
      const credentials = () => ({ accessKeyId: 'another', secretAccessKey: 'wrong' });
      const store = openBucket({ credentials });
      await expect(store.list('')).rejects.toMatchObject({ problem: 'forbidden' });
      await expect(store.put('a', Buffer.from('1'))).rejects.toMatchObject({ problem: 'forbidden' });
    });

    test('takes changed keys with the next call', async () => {
      let current = { accessKeyId: 'another', secretAccessKey: 'wrong' };
      const store = openBucket({ credentials: () => current });
      await expect(store.list('')).rejects.toMatchObject({ problem: 'forbidden' });
      current = server.credentials;
      expect(await store.list('none/')).toEqual([]);
    });

    test('is read by others at its public address, until the time of that has passed', async () => {
      const publicEndpoint = server.endpoint.replace('127.0.0.1', 'localhost');
      const store = openBucket({ publicEndpoint });
      await store.put('shown', Buffer.from('shown'));
      const presign = (seconds: number) => store.presign('shown', { seconds, contentType: 'video/mp4' });
      const address = await presign(60);
      expect(new URL(address).origin).toBe(publicEndpoint);
      expect(await (await fetch(address)).text()).toBe('shown');
      const brief = await presign(1);
      while ((await fetch(brief)).ok) await wait(50);
      expect((await fetch(brief)).status).toBe(403);
      expect((await fetch(address)).status).toBe(200);
    });

    test('that does not exist is forbidden, as a wrong setting is', async () => {
      await expect(openBucket({ bucket: 'none' }).put('a', Buffer.from('1'))).rejects.toMatchObject({
        problem: 'forbidden',
      });
    });

    test('reports each request with its outcome', async () => {
      const requests: string[] = [];
      const report = ({ operation, outcome, seconds }: BucketRequest): void => {
        expect(seconds).toBeGreaterThan(0);
        requests.push(`${operation} ${outcome}`);
      };
      const [store, other] = ['right', 'wrong'].map((secret) => {
        const { accessKeyId, secretAccessKey } = server.credentials;
        const credentials = { accessKeyId, secretAccessKey: secret === 'right' ? secretAccessKey : secret };
        return openBucket({ prefix: 'counted/', onRequest: report, credentials: () => credentials });
      }) as [BucketStore, BucketStore];
      await store.put('a', Buffer.from('123'));
      await store.head('none');
      await expect(store.get('a', { start: 5, end: 6 })).rejects.toThrow(RangeError);
      await store.presign('a', { seconds: 60, contentType: 'video/mp4' });
      await store.delete(['a']);
      await expect(other.list('')).rejects.toMatchObject({ problem: 'forbidden' });
      expect(requests).toEqual([
        ...['PutObject ok', 'HeadObject missing', 'GetObject ok', 'DeleteObjects ok'],
        'ListObjectsV2 forbidden',
      ]);
    });

    test('is unavailable while its server is away, and answers afterwards', async () => {
      const store = openBucket({ prefix: 'away/', callMs: 5000 });
      await store.put('a', Buffer.from('1'));
      await server.kill();
      await expect(store.head('a')).rejects.toMatchObject({ problem: 'unavailable' });
      await server.restart();
      expect(await store.head('a')).toEqual({ bytes: 1 });
    });
  });
}
