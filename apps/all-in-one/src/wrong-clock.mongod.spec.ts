import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authService } from '@vault/auth-service';
import { createLogger } from '@vault/base';
import { until } from '@vault/base/testing';
import { chapteringService } from '@vault/chaptering-service';
import { runServices, type RunningServices, type ServiceDefinition } from '@vault/platform';
import { useMongod } from '../../../tools/servers/mongod.mjs';
import { setTimeOfDayAhead } from '../../../tools/servers/wrong-time-of-day.mjs';

const mongod = await useMongod();
afterAll(() => mongod.stop());

const RightDate = Date;
const holdMs = 60_000;
const services = ([authService, chapteringService] as ServiceDefinition[]).map((each) => ({
  ...each,
  sharedByReplicas: [],
}));

type Store = Awaited<ReturnType<RunningServices['infrastructure']['openStore']>>['connection'];

interface Readiness {
  readonly checks: Readonly<Record<string, boolean>>;
  readonly degraded: readonly string[];
}

interface StoredJob {
  readonly leaseNumber: number;
  readonly leaseUntil?: Date;
}

describe.each([
  ['two minutes ahead', 120],
  ['seven hours ahead', 7 * 3_600],
  ['two hours behind', -2 * 3_600],
])('a replica whose clock is %s', (_name, seconds) => {
  const namespace = `spec-${randomUUID().slice(0, 8)}`;
  const dataDir = mkdtempSync(join(tmpdir(), 'wrong-clock-'));
  const stores = new Map<string, Store>();
  let running: RunningServices | undefined;

  beforeAll(async () => {
    setTimeOfDayAhead(seconds);
    const address = `unix:${join(dataDir, 'rpc.sock')}`;
    running = await runServices(services, {
      env: {
        ...{ PORT: '0', METRICS_PORT: '0', DATA_DIR: dataDir, NAMESPACE: namespace, MONGO_URL: mongod.uri },
        // Nobody listens at this port.
        KAFKA_BROKERS: '127.0.0.1:1',
        ...{ RPC_ADDRESS: address, AUTH_RPC: address, UPLOAD_RPC: address },
        ...{
          MUX_TOKEN_ID: 'id',
          MUX_TOKEN_SECRET: 'secret',
          MUX_WEBHOOK_SECRET: 'secret',
          VIDEO_ENGINE_URL: 'http://127.0.0.1:9/media',
        },
      },
      logger: createLogger({ level: 'silent' }),
    });
    for (const { name } of services) {
      const { connection } = await running.infrastructure.openStore(name);
      stores.set(name, await connection.asPromise());
    }
  });

  afterAll(async () => {
    setTimeOfDayAhead(0);
    for (const store of stores.values()) await store.dropDatabase();
    await running?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const collectionOf = (service: 'auth' | 'chaptering', name: string) =>
    stores.get(service)!.collection<{ _id: string }>(name);
  const inMs = (ms: number) => new RightDate(RightDate.now() + ms);

  it('takes no job that another replica works on, and takes one whose lease has ended', async () => {
    const sets = collectionOf('chaptering', 'chaptersets');
    const insert = async (_id: string, leaseUntil: Date) => {
      const job = {
        id: `job of ${_id}`,
        kind: 'chapters',
        state: 'running',
        queuedAt: inMs(-holdMs),
        correlationId: 'c',
      };
      const jobs = { chapters: { ...job, attempts: 1, leaseNumber: 1, percent: 0, leaseUntil } };
      const empty = { chapters: [], settlements: [], outbox: [], handled: [], version: 1 };
      await sets.insertOne({ _id, ownerId: 'o', ...empty, jobs, jobDueAt: leaseUntil } as never);
    };
    const jobOf = async (_id: string) =>
      ((await sets.findOne({ _id })) as unknown as { jobs: { chapters: StoredJob } }).jobs.chapters;
    await insert('held', inMs(holdMs));
    await insert('ended', inMs(-1_000));
    const taken = await until(
      () => jobOf('ended'),
      ({ leaseNumber }) => leaseNumber > 1,
    );
    // It waits for its next attempt already, or is leased for a time that others find right.
    if (taken.leaseUntil) expect(taken.leaseUntil.getTime()).toBeLessThan(inMs(holdMs).getTime());
    expect((await jobOf('held')).leaseNumber).toBe(1);
  });

  it('sends no mail that another replica sends, and sends one whose lease has ended', async () => {
    const mails = collectionOf('auth', 'mails');
    const insert = (_id: string, nextCheckAt: Date) => {
      const mail = { kind: 'welcome', ownerId: 'nobody', createdAt: inMs(-holdMs), correlationId: 'c' };
      return mails.insertOne({ _id, ...mail, attempts: 1, nextCheckAt } as never);
    };
    await insert('held', inMs(holdMs));
    await insert('ended', inMs(-1_000));
    const mailOf = async (_id: string) => (await mails.findOne({ _id })) as unknown as { attempts: number };
    await until(async () => (await mailOf('ended')).attempts > 1);
    expect((await mailOf('held')).attempts).toBe(1);
  });

  it('says so: it is degraded, and a metric has the difference', async () => {
    const readiness = async () => (await (await fetch(`${running!.url}/readyz`)).json()) as Readiness;
    const { checks, degraded } = await until(readiness, (one) => one.checks['auth store'] === true);
    expect(degraded).toEqual(expect.arrayContaining(['auth clock', 'chaptering clock']));
    expect(Object.keys(checks)).not.toContain('auth clock');
    const metrics = await (await fetch(`http://127.0.0.1:${String(running!.metricsPort)}/metrics`)).text();
    const skew = Number(/^clock_skew_seconds\{service="auth"\} (\S+)$/m.exec(metrics)?.[1]);
    expect(Math.abs(skew - seconds)).toBeLessThan(2);
  });
});
