import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { appNames, root } from '../prepare.mjs';

const run = promisify(execFile);
const tool = fileURLToPath(new URL('./bundle.mjs', import.meta.url));
/** Outside the repository, so that a bundle cannot find packages or sources of it. */
let folder: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bundles-'));
  await run(process.execPath, [tool, '--out', folder], { env: { ...process.env, NODE_OPTIONS: '' } });
}, 180_000);
afterAll(async () => {
  for (const child of children) {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGKILL')) await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a bundle as an image does, with the variables of `env` added. */
function start(app: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'main.js'], {
    cwd: join(folder, app),
    env: { PATH: process.env.PATH, TMPDIR: tmpdir(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return { child, output: () => output };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Repeats the request until its answer is the expected one. */
async function until<Answer>(ask: () => Promise<Answer | undefined>, within = 60_000): Promise<Answer> {
  const end = performance.now() + within;
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`not within ${String(within)} ms: ${ask.toString()}`);
    await wait(50);
  }
}

const ready = (url: string) =>
  until(async () => ((await fetch(`${url}/readyz`)).ok ? true : undefined), 30_000);

test.each(appNames)(
  '%s is complete: without configuration it names what is missing, and exits',
  async (app) => {
    // all-in-one needs no configuration; the others name every missing variable.
    const env = { DATA_DIR: join(folder, `${app}-data`), ...(app === 'all-in-one' ? { PORT: 'none' } : {}) };
    const { child, output } = start(app, env);
    const [code] = (await once(child, 'close')) as [number];
    expect(output()).toMatch(/[A-Z_]{4,}/);
    expect(output()).not.toMatch(/ERR_MODULE_NOT_FOUND|Cannot find|package is missing|SyntaxError/);
    expect(code).toBe(1);
  },
);

test('a bundle has the licence and version of each package, and no path of the build machine', () => {
  const licences = readFileSync(join(folder, 'all-in-one', 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const name of [
    'fastify',
    '@nestjs/core',
    'onnxruntime-node',
    '@moonshine-ai/moonshine-js',
    'react',
    'swagger-ui-dist',
  ])
    expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+`, 'm'));
  expect(licences).not.toMatch(/^@vault/m);
  for (const file of readdirSync(join(folder, 'all-in-one')).filter((name) => /\.(js|map)$/.test(name)))
    expect(readFileSync(join(folder, 'all-in-one', file), 'utf8')).not.toContain(root);
});

test('only apps that serve browsers have the web app, only apps that transcribe have the model', () => {
  const has = (path: string) => appNames.filter((app) => existsSync(join(folder, app, path)));
  expect(has('web/index.html')).toEqual(['all-in-one', 'gateway']);
  // migrate imports every service, so it also has the gateway's API page.
  const withGateway = ['all-in-one', 'gateway', 'migrate'];
  expect(has('docs-page/page.html')).toEqual(withGateway);
  expect(has('node_modules/swagger-ui-dist/swagger-ui-bundle.js')).toEqual(withGateway);
  expect(has('node_modules/onnxruntime-node')).toEqual(['all-in-one', 'video-engine']);
  expect(has('worker-entry.js')).toEqual(['all-in-one', 'video-engine']);
  expect(has('vendor.js.map')).toEqual([]);
});

test('the code that runs in threads is beside the code that starts it', () => {
  const code = readFileSync(join(folder, 'all-in-one/main.js'), 'utf8');
  const paths = [...code.matchAll(/"(\.{1,2}\/[^"]+\.js)", import\.meta\.url\)/g)].map(
    ([, path = '']) => path,
  );
  expect(paths).toEqual(
    expect.arrayContaining(['./encode-picture.js', './mend-words.js', './read-track.js']),
  );
  expect(paths.filter((path) => !existsSync(join(folder, 'all-in-one', path)))).toEqual([]);
});

test('the whole product serves its page and stops on SIGTERM', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}`;
  const { child } = start('all-in-one', {
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    WEB_DIR: 'web',
    LOG_LEVEL: 'warn',
    STOP_DELAY_SECONDS: '0',
  });
  await ready(url);
  const page = await fetch(`${url}/asset/view`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')]);
  const docs = await (await fetch(`${url}/api/docs`)).text();
  const files = [...docs.matchAll(/"(\/api\/docs\/[^"]+)"/g)].map(([, path]) => path ?? '');
  const statuses = await Promise.all(files.map(async (path) => (await fetch(`${url}${path}`)).status));
  expect(statuses).toEqual([200, 200, 200]);
  expect(await (await fetch(`${url}/api/openapi.json`)).json()).toMatchObject({ servers: [{ url: '/api' }] });
  const registration = {
    firstname: 'Ada',
    lastname: 'L',
    email: 'ada@example.com',
    password: 'Long-enough-1',
  };
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(registration),
  });
  // This needs gRPC between gateway and auth, and the native package that hashes passwords.
  expect(await answer.json()).toMatchObject({ status: 'success' });
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
}, 60_000);

test('the video engine transcribes speech with the files in its bundle', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${String(port)}/media`;
  start('video-engine', {
    PORT: String(port),
    DATA_DIR: join(folder, 'engine-data'),
    MUX_TOKEN_ID: 'id',
    MUX_TOKEN_SECRET: 'secret',
    MUX_WEBHOOK_SECRET: 'signs',
    WEBHOOK_URL: 'http://127.0.0.1:1/api/webhooks/mux',
    VIDEO_ENGINE_PUBLIC_URL: url,
  });
  const wav = join(folder, 'speech.wav');
  execFileSync('espeak-ng', [
    '-v',
    'en-us',
    '-w',
    wav,
    'The garden is full of flowers. We water it in the morning.',
  ]);
  await ready(`http://127.0.0.1:${String(port)}`);
  const rest = restOf(url);
  const upload = await rest<{ id: string; url: string }>('uploads', {
    cors_origin: '*',
    new_asset_settings: {
      playback_policies: ['public'],
      inputs: [{ generated_subtitles: [{ language_code: 'en', name: 'English' }] }],
    },
  });
  expect((await fetch(upload.url, { method: 'PUT', body: readFileSync(wav) })).ok).toBe(true);
  const assetId = await until(
    async () => (await rest<{ asset_id?: string }>(`uploads/${upload.id}`)).asset_id,
  );
  const { asset, track } = await until(async () => {
    const found = await rest<Asset>(`assets/${assetId}`);
    const text = found.tracks?.find(({ type, status }) => type === 'text' && status !== 'preparing');
    return text ? { asset: found, track: text } : undefined;
  });
  expect(track.status).toBe('ready');
  const vtt = await fetch(`${url}/stream/${asset.playback_ids[0]?.id ?? ''}/text/${track.id}.vtt`);
  expect(await vtt.text()).toMatch(/flowers|water|morning/);
}, 90_000);

interface Asset {
  playback_ids: { id: string }[];
  tracks?: { id: string; type: string; status: string }[];
}

/** Calls the engine's REST API, which is Mux's: POST with a body, GET without. */
function restOf(url: string) {
  const headers = {
    authorization: `Basic ${Buffer.from('id:secret').toString('base64')}`,
    'content-type': 'application/json',
  };
  return async <Data>(path: string, body?: unknown): Promise<Data> => {
    const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${url}/video/v1/${path}`, { headers, ...post });
    return ((await response.json()) as { data: Data }).data;
  };
}
