import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BucketStore } from './bucket-store.ts';

const saved = { ...process.env };
afterEach(() => {
  process.env = saved;
});

test('a bucket is reached through the proxy that the environment names', async () => {
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(request.url!);
    response.writeHead(403).end();
  }).on('connect', (request, socket) => {
    asked.push(request.url!);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = `http://127.0.0.1:${String((proxy.address() as AddressInfo).port)}`;
  process.env = { ...saved, NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: url, HTTP_PROXY: url };
  const credentials = () => ({ accessKeyId: 'a', secretAccessKey: 'b' });
  for (const endpoint of ['https://s3.invalid', 'http://s3.invalid:9000']) {
    const options = { bucket: 'media', region: 'us-east-1', isPathStyle: true, credentials };
    const store = new BucketStore({ ...options, endpoint, callMs: 2_000 });
    await expect(store.head('a')).rejects.toThrow();
  }
  proxy.close();
  expect(asked[0]).toBe('s3.invalid:443');
  expect(asked).toContainEqual(expect.stringMatching(/^http:\/\/s3\.invalid:9000\/media\/a/));
}, 60_000);
