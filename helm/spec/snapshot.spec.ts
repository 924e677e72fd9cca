import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './root.ts';

interface Snapshot {
  readonly metadata: { readonly name: string; readonly creationTimestamp: string; readonly labels: object };
  readonly spec: { readonly source: { readonly persistentVolumeClaimName: string } };
  readonly status?: { readonly readyToUse: boolean; readonly error?: { readonly message: string } };
}

const run = promisify(execFile);
const path = '/apis/snapshot.storage.k8s.io/v1/namespaces/webinars/volumesnapshots';
const folder = mkdtempSync(join(tmpdir(), 'vault-snapshot-'));
const tokenFile = join(folder, 'token');
writeFileSync(tokenFile, 'the-token\n');

const old = (name: string, day: number, isReady: boolean, claim = 'vault-video-engine'): Snapshot => ({
  metadata: { name, creationTimestamp: `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`, labels: {} },
  spec: { source: { persistentVolumeClaimName: claim } },
  status: { readyToUse: isReady },
});

/** The API for snapshots: a new one is ready at the second look, if ever. */
class Api {
  readonly stored = new Map<string, Snapshot>();
  readonly authorizations = new Set<string | undefined>();
  readonly queries: string[] = [];
  readonly #becomesReady: boolean;
  readonly #server: Server;
  #looks = 0;

  constructor(snapshots: readonly Snapshot[], becomesReady = true) {
    for (const each of snapshots) this.stored.set(each.metadata.name, each);
    this.#becomesReady = becomesReady;
    this.#server = createServer((request, response) => {
      void this.#answer(request).then(([status, body]) =>
        response.writeHead(status).end(JSON.stringify(body)),
      );
    });
  }

  async #answer(request: IncomingMessage): Promise<[number, unknown]> {
    this.authorizations.add(request.headers.authorization);
    const url = new URL(request.url!, 'http://any');
    const name = url.pathname.slice(path.length + 1);
    if (!url.pathname.startsWith(path)) return [404, {}];
    if (request.method === 'POST') {
      const made = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Snapshot;
      const metadata = { ...made.metadata, creationTimestamp: '2026-02-01T00:00:00Z' };
      this.stored.set(metadata.name, { ...made, metadata });
      return [201, made];
    }
    if (request.method === 'DELETE') return [this.stored.delete(name) ? 200 : 404, {}];
    if (name) {
      this.#looks += 1;
      const status = this.#becomesReady
        ? { readyToUse: this.#looks > 1 }
        : { readyToUse: false, error: { message: 'no driver' } };
      this.stored.set(name, { ...this.stored.get(name)!, status });
      return [200, this.stored.get(name)];
    }
    this.queries.push(url.searchParams.get('labelSelector') ?? '');
    return [200, { items: [...this.stored.values()] }];
  }

  async during(more: object = {}): Promise<{ stdout: string }> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const { port } = this.#server.address() as AddressInfo;
    const env = {
      API_URL: `http://127.0.0.1:${String(port)}`,
      TOKEN_FILE: tokenFile,
      SNAPSHOT_NAMESPACE: 'webinars',
      RELEASE: 'vault',
      CLAIM: 'vault-video-engine',
      KEEP: '2',
      SNAPSHOT_CLASS: 'csi',
      READY_SECONDS: '60',
      ...more,
    };
    try {
      return await run(process.execPath, [join(root, 'helm/webinar-vault/files/snapshot.mjs')], { env });
    } finally {
      this.#server.close();
    }
  }
}

afterAll(() => rmSync(folder, { recursive: true }));

test('a snapshot is made, and older ones are deleted only when enough are ready', async () => {
  const api = new Api([
    old('first', 1, true),
    old('second', 2, true),
    old('broken', 3, false),
    old('of-another-claim', 1, true, 'other'),
  ]);
  const { stdout } = await api.during();
  const [made = '', ...rest] = stdout.trim().split('\n');
  expect(made).toMatch(/^vault-video-engine-\d{14} is ready\.$/);
  expect(rest).toEqual(['first is deleted: 2 newer ones are ready.']);
  const name = made.split(' ')[0]!;
  expect([...api.stored.keys()].sort()).toEqual(['broken', 'of-another-claim', 'second', name].sort());
  expect(api.stored.get(name)).toMatchObject({
    metadata: { labels: { 'app.kubernetes.io/instance': 'vault' } },
    spec: { volumeSnapshotClassName: 'csi' },
  });
  expect([...api.authorizations]).toEqual(['Bearer the-token']);
  expect(api.queries).toEqual([expect.stringContaining('app.kubernetes.io/instance=vault')]);
});

test('a snapshot that is never ready fails the job, and deletes nothing', async () => {
  const api = new Api([old('first', 1, true), old('second', 2, true)], false);
  await expect(api.during({ KEEP: '1', READY_SECONDS: '0' })).rejects.toThrow('no driver');
  expect([...api.stored.keys()]).toEqual(expect.arrayContaining(['first', 'second']));
});
