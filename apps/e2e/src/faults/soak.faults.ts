import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { VideoRecord } from '@vault/contracts';
import type { Api } from '../testing/api/api.ts';
import { assertConsistent } from '../testing/product/assert-consistent.ts';
import type { Product } from '../testing/product/product.ts';
import type { ProductProcess } from '../testing/product/product-process.ts';
import { chooseSeed, seeded } from '../testing/shared/random.ts';
import { registerWithRetry, sendWithRetry, uploadWithRetry } from '../testing/api/send-with-retry.ts';
import { startMicroservices } from '../testing/product/start-microservices.ts';
import { briefTalk } from '../testing/api/talk.ts';
import { until } from '../testing/shared/until.ts';
import { untilIdle } from '../testing/product/until-idle.ts';
import { measureCapacity, SteadyLoad } from './replica-churn/steady-load.ts';
import { TwoGateways } from './replica-churn/two-gateways.ts';
import { median, readUsage, type Usage } from './soak/resources.ts';

const services = ['gateway', 'auth', 'upload', 'chaptering', 'search', 'clip', 'portal', 'admin'] as const;
const replicas = Object.fromEntries(services.map((name) => [name, 2]));
const minutes = Number(process.env.SOAK_MINUTES ?? 4);
const minuteMs = 60_000;
const shareOfCapacity = 0.1;
const readyTimeoutMs = 360_000;
/** The group of a killed process is removed at the second check that finds it empty, at most 10 minutes later. */
const groupsTimeoutMs = 900_000;
const seed = chooseSeed();

/** One replica of each service is killed from time to time. The others, and the video engine, run all the time. */
describe(`a soak of ${String(minutes)} minutes (E2E_SEED=${String(seed)})`, () => {
  const random = seeded(seed);
  const usages: Usage[] = [];
  let product: Product;
  let api: Api;
  let apis: readonly Api[];
  let id: string;
  let lasting: readonly ProductProcess[];
  let idle: Usage;

  before(async () => {
    product = await startMicroservices({ replicas, env: { KAFKA_SESSION_SECONDS: '6' } });
    lasting = product.processes.filter(({ name }) => !name.endsWith('-2'));
    api = product.api();
    await registerWithRetry(api);
    apis = product.origins.map((origin) => Object.assign(product.api(origin), { user: api.user }));
    id = await uploadWithRetry(api, briefTalk(), 'Title 0');
    await api.untilReady(id);
    await addAndRemoveVideo();
    await untilIdle(product);
    idle = await readUsage(product, lasting);
  });
  after(() => product.end());

  it('answers a tenth of its capacity while a process is killed every minute', async (test) => {
    const perSecond = shareOfCapacity * (await measureCapacity(new TwoGateways(apis), id));
    const gateways = new TwoGateways(apis);
    const load = new SteadyLoad(gateways, id, perSecond);
    try {
      for (let minute = 0; minute < minutes; minute += 1) await killOne();
    } finally {
      await load.stop();
    }
    const all = gateways.answered + gateways.failures.length;
    test.diagnostic(
      `${perSecond.toFixed(1)} requests a second, ${String(all)} in all; ${String(gateways.failures.length)} failed: ` +
        gateways.failures.slice(0, 5).join(' | '),
    );
    // A killed process may take the requests that it is answering with it.
    assert.ok(gateways.failures.length <= 0.001 * all + minutes, gateways.failures.join('\n'));
  });

  it('uses no more memory than before', (test) => {
    assert.ok(usages.length >= minutes, 'too few measurements');
    const quarter = Math.ceil(usages.length / 4);
    for (const { name } of lasting) {
      const memory = usages.map((usage) => usage.memory[name]!);
      const [early, late] = [median(memory.slice(0, 2 * quarter)), median(memory.slice(-quarter))];
      test.diagnostic(
        `${name}: ${early.toFixed(0)} MiB in the first half, ${late.toFixed(0)} MiB at the end`,
      );
      assert.ok(late < 1.25 * early + 32, `${name}: ${memory.map((each) => each.toFixed(0)).join(', ')} MiB`);
    }
  });

  it('keeps no file of deleted videos', async () => {
    await untilIdle(product);
    const { files } = await readUsage(product, lasting);
    assert.deepEqual(
      // A replica of auth makes its folder when it sends its first mail, which may be after the first count.
      files.filter((name) => !idle.files.includes(name) && !/^auth(-\d+)?(\/mail)?$/.test(name)),
      [],
    );
  });

  it('keeps no handle, and no group of a killed process', async (test) => {
    const isAsBefore = async () => (await readUsage(product, lasting)).groups <= idle.groups;
    await until('the groups of killed processes to be removed', isAsBefore, groupsTimeoutMs, 1_000);
    const { handles } = await readUsage(product, lasting);
    test.diagnostic(`before: ${JSON.stringify(idle.handles)}; now: ${JSON.stringify(handles)}`);
    // Connections to replicas, pooled ones included, come and go.
    for (const { name } of lasting)
      assert.ok(
        handles[name]! <= 1.25 * idle.handles[name]! + 10,
        `${name}: ${JSON.stringify([idle, handles])}`,
      );
  });

  it('leaves the stores consistent', () => assertConsistent(product));

  /** A minute: a video is added and removed while one process is killed and started again. */
  async function killOne(): Promise<void> {
    const begin = performance.now();
    const name = `${services[Math.floor(random() * services.length)]!}-2`;
    const restart = wait(random() * 5_000).then(() => product.process(name).restart());
    await Promise.all([addAndRemoveVideo(), restart]);
    usages.push(await readUsage(product, lasting));
    await wait(Math.max(0, minuteMs - (performance.now() - begin)));
  }

  /** Uploads a video, waits until it is ready, and deletes it. */
  async function addAndRemoveVideo(): Promise<void> {
    const video = await uploadWithRetry(api, briefTalk(), 'Uploaded under load');
    const isReady = async () => {
      const { json } = await sendWithRetry(api, 'GET', `/api/muxvideos/asset/${video}`);
      return (json!.data as VideoRecord).state === 'ready';
    };
    await until(`${video} to be ready`, isReady, readyTimeoutMs, 1_000);
    await sendWithRetry(api, 'DELETE', `/api/muxvideos/${video}`, { alsoAccepted: [404] });
  }
});
