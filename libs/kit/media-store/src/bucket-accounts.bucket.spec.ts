import { readFileSync } from 'node:fs';

import { PutBucketPolicyCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { startVersitygw } from '../../../../tools/servers/versitygw.mjs';
import { BucketStore } from './bucket-store.ts';
import { describeMediaStore } from './media-store.contract.ts';

const policyUrl = new URL('../../../../deploy/bucket-policy.json', import.meta.url);
const accounts = { engine: 'secret-of-engine', reader: 'secret-of-reader', nobody: 'secret-of-nobody' };
let server: Awaited<ReturnType<typeof startVersitygw>>;

/** The statements of the guide, for the objects below a prefix. */
function statementsFor(prefix: string): object[] {
  const text = readFileSync(policyUrl, 'utf8').replace('media/*', `media/${prefix}*`);
  return (JSON.parse(text) as { Statement: object[] }).Statement;
}

function open(name: keyof typeof accounts, prefix = 'blue/'): BucketStore {
  const { endpoint, bucket, region } = server;
  const credentials = () => ({ accessKeyId: name, secretAccessKey: accounts[name] });
  return new BucketStore({ ...{ endpoint, bucket, region, prefix, credentials }, isPathStyle: true });
}

beforeAll(async () => {
  server = await startVersitygw({ accounts });
  const { endpoint, bucket: Bucket, region, credentials } = server;
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  const reading = { Effect: 'Allow', Principal: { AWS: ['reader'] } };
  const Statement = [
    ...statementsFor('blue/'),
    { ...reading, Action: 's3:ListBucket', Resource: 'arn:aws:s3:::media' },
    { ...reading, Action: 's3:GetObject', Resource: 'arn:aws:s3:::media/*' },
  ];
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement });
  await client.send(new PutBucketPolicyCommand({ Bucket, Policy }));
  client.destroy();
}, 600_000);
afterAll(() => server.stop());

describe('with the rights of the guide', () => {
  describeMediaStore(() => Promise.resolve({ store: open('engine'), remove: () => Promise.resolve() }));
});

test('each account has its own rights, and a refusal names its keys', async () => {
  await open('engine').put('a', Buffer.from('1'));
  expect(await open('reader').list('a')).toMatchObject([{ key: 'a', bytes: 1 }]);
  const refused = { problem: 'forbidden', setting: 'keys' };
  await expect(open('engine', 'red/').put('a', Buffer.from('1'))).rejects.toMatchObject(refused);
  await expect(open('reader').put('a', Buffer.from('2'))).rejects.toMatchObject(refused);
  await expect(open('reader').delete(['a'])).rejects.toMatchObject(refused);
  await expect(open('nobody').head('a')).rejects.toMatchObject(refused);
});
