import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MountedSecret, until } from '@vault/base/testing';
import { startMongod, type TestMongod } from '@vault/store/testing';
import { freePort } from '../../../tools/servers/server-process.mjs';
import { startVersitygw } from '../../../tools/servers/versitygw.mjs';
import { startVideoEngine } from './start-video-engine.ts';

const folder = mkdtempSync(join(tmpdir(), 'shared-engines-'));
const authorization = `Basic ${Buffer.from('id:secret').toString('base64')}`;
let bucket: Awaited<ReturnType<typeof startVersitygw>>;
let mongod: TestMongod;
let keys: MountedSecret;
const events: { type: string; data: Record<string, unknown> }[] = [];
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    events.push(JSON.parse(Buffer.concat(chunks).toString()) as (typeof events)[number]);
    response.end();
  });
});

beforeAll(async () => {
  [bucket, mongod] = await Promise.all([startVersitygw(), startMongod({ auth: true })]);
  const { accessKeyId, secretAccessKey } = bucket.credentials;
  keys = new MountedSecret({ id: accessKeyId, secret: secretAccessKey });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
}, 600_000);
afterAll(async () => {
  receiver.close();
  await mongod.stop();
  await bucket.stop();
  keys.remove();
  rmSync(folder, { recursive: true });
});

const start = (name: string, variables: Record<string, string> = {}) =>
  startVideoEngine({
    ...{ PORT: '0', METRICS_PORT: '0', DATA_DIR: join(folder, name), LOG_LEVEL: 'silent' },
    ...{ MUX_TOKEN_ID: 'id', MUX_TOKEN_SECRET: 'secret', MUX_WEBHOOK_SECRET: 'webhooks' },
    WEBHOOK_URL: `http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}/hook`,
    VIDEO_ENGINE_PUBLIC_URL: 'http://127.0.0.1:9/media',
    ...{ MEDIA_BUCKET: bucket.bucket, MEDIA_ENDPOINT: bucket.endpoint, MEDIA_REGION: bucket.region },
    ...{ MEDIA_ACCESS_KEY_ID_FILE: keys.path('id'), MEDIA_SECRET_ACCESS_KEY_FILE: keys.path('secret') },
    ...{ MEDIA_PATH_STYLE: 'true', MEDIA_PREFIX: 'blue/', MONGO_URL: mongod.uri, NAMESPACE: 'blue' },
    ...variables,
  });
type Engine = Awaited<ReturnType<typeof start>>;

const metricsOf = async (engine: Engine) => {
  const url = `http://127.0.0.1:${String(engine.metricsPort)}/metrics`;
  return await (await fetch(url)).text();
};
const metric = async (engine: Engine, line: string) => (await metricsOf(engine)).includes(line);

it('engines with different roles share the work on a recording', async () => {
  const video = join(folder, 'video.mp4');
  const sources = ['testsrc=size=320x180:rate=25:duration=3', 'sine=duration=3'];
  const inputs = sources.flatMap((source) => ['-f', 'lavfi', '-i', source]);
  execFileSync('ffmpeg', ['-v', 'error', ...inputs, '-shortest', '-pix_fmt', 'yuv420p', video]);
  const answers = await start('answers', { ENGINE_ROLES: 'api' });
  const body = JSON.stringify({ cors_origin: '*', new_asset_settings: {} });
  const created = await fetch(`${answers.url}/media/video/v1/uploads`, {
    ...{ method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body },
  });
  const { data } = (await created.json()) as { data: { url: string } };
  const { pathname } = new URL(data.url);
  const put = await fetch(`${answers.url}${pathname}`, { method: 'PUT', body: readFileSync(video) });
  expect(put.status).toBe(200);
  await until(() => metric(answers, 'media_jobs_unserved{kind="ingest"} 1\n'));

  const works = await start('works', { ENGINE_ROLES: 'media, speech' });
  const ready = () => events.find(({ type }) => type === 'video.asset.ready');
  const event = await until(ready, (found) => found !== undefined);
  const asset = `media/video/v1/assets/${String(event?.data['id'])}`;
  const shown = await fetch(`${answers.url}/${asset}`, { headers: { authorization } });
  expect(await shown.json()).toMatchObject({
    data: { status: 'ready', tracks: expect.anything() as unknown },
  });
  expect((await fetch(`${works.url}/${asset}`, { headers: { authorization } })).status).toBe(503);
  const text = await metricsOf(works);
  for (const operation of ['GetObject', 'HeadObject', 'PutObject'])
    expect(text).toContain(`media_bucket_requests_total{operation="${operation}",outcome="ok"}`);
  expect(text).toMatch(/^media_bucket_request_duration_seconds_count\{operation="GetObject"\} [1-9]/m);
  expect(text).toMatch(/^media_cache_misses_total [1-9]/m);
  expect(text).toContain('\nmedia_store_problem{problem="unavailable"} 0\n');
  await works.stop();
  // The answering engine tells when its store does not answer, and when it does again.
  await bucket.kill();
  await until(() => metric(answers, 'media_store_problem{problem="unavailable"} 1\n'));
  expect(await metricsOf(answers)).toMatch(/^media_bucket_requests_total\{.*outcome="unavailable"\} [1-9]/m);
  await bucket.restart();
  await until(() => metric(answers, 'media_store_problem{problem="unavailable"} 0\n'));
  await answers.stop();
}, 300_000);

it('an engine listens while its database is away, and is ready when it answers', async () => {
  await mongod.kill();
  const port = String(await freePort());
  const starting = start('waits', { PORT: port });
  const probe = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
    return response && { status: response.status, body: (await response.json()) as { checks?: object } };
  };
  const notReady = await until(
    () => probe('/readyz'),
    (found) => found !== undefined,
  );
  expect(notReady).toMatchObject({ status: 503, body: { checks: { start: false, store: false } } });
  expect(await probe('/livez')).toMatchObject({ status: 200 });
  await mongod.restart();
  const engine = await starting;
  await until(
    () => probe('/readyz'),
    (found) => found?.status === 200,
  );
  await engine.stop();
}, 120_000);

it.each([
  [{ MONGO_URL: '' }, 'MONGO_URL: must be set when ENGINE_ROLES is'],
  [{ MEDIA_BUCKET: '' }, 'MEDIA_BUCKET: must be set when ENGINE_ROLES is'],
  [{ ENGINE_ROLES: 'api,films' }, 'ENGINE_ROLES: must be some of api, media, speech'],
  [{ MONGO_USERNAME: 'video-engine' }, 'MONGO_PASSWORD: must be set when MONGO_USERNAME is'],
])('does not start with %j', async (variables, problem) => {
  await expect(start('refused', { ENGINE_ROLES: 'api', ...variables })).rejects.toThrow(problem);
});
