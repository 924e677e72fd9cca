import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Api } from '../testing/api/api.ts';
import { assertConsistent } from '../testing/product/assert-consistent.ts';
import { buildMicroservices } from '../testing/product/microservice-product.ts';
import type { Product } from '../testing/product/product.ts';
import { registerWithRetry, sendWithRetry, uploadWithRetry } from '../testing/api/send-with-retry.ts';
import { briefTalk } from '../testing/api/talk.ts';
import { untilIdle } from '../testing/product/until-idle.ts';
import { measureCapacity, SteadyLoad } from './replica-churn/steady-load.ts';
import { TwoGateways } from './replica-churn/two-gateways.ts';

const services = ['auth', 'upload', 'chaptering', 'search', 'clip', 'portal', 'admin', 'gateway'] as const;
const replicas = Object.fromEntries(services.map((name) => [name, 2]));
const wantedPerSecond = 20;
/** Starting processes take the rest: on a slow machine the calls are fewer. */
const shareOfCapacity = 0.4;
/** The built checkout of the version to start from; without it both versions are this build. */
const { UPGRADE_FROM: oldCheckout } = process.env;

describe(`an upgrade from ${oldCheckout ? 'another' : 'the same'} build`, () => {
  let product: Product;
  let api: Api;
  let apis: readonly Api[];
  let id: string;

  before(async () => {
    product = await buildMicroservices({ replicas, env: { KAFKA_SESSION_SECONDS: '6' } });
    const newCheckout = product.process('gateway').checkout;
    for (const process of product.processes) process.checkout = oldCheckout ?? newCheckout;
    await migrate(oldCheckout);
    await product.start();
    for (const process of product.processes) process.checkout = newCheckout;
    api = product.api();
    await registerWithRetry(api);
    apis = product.origins.map((origin) => Object.assign(product.api(origin), { user: api.user }));
    id = await uploadWithRetry(api, briefTalk(), 'Title 0');
    await api.untilReady(id);
  });
  after(() => product.end());

  it(`answers every call of ${String(wantedPerSecond)} a second while both versions run`, async (test) => {
    const capacity = await measureCapacity(new TwoGateways(apis), id);
    const perSecond = Math.min(wantedPerSecond, shareOfCapacity * capacity);
    const gateways = new TwoGateways(apis);
    const load = new SteadyLoad(gateways, id, perSecond);
    let video: string;
    try {
      await migrate();
      // The second replicas first: then every service runs in both versions.
      for (const name of services) await replace(`${name}-2`);
      video = await uploadWithRetry(api, briefTalk(), 'Uploaded to both versions');
      for (const name of services) await replace(name);
      await replace('video-engine');
    } finally {
      await load.stop();
    }
    test.diagnostic(
      `${perSecond.toFixed(1)} of ${capacity.toFixed(0)} calls a second: ` +
        `${String(gateways.answered)} answered, ${String(gateways.failures.length)} failed`,
    );
    assert.deepEqual(gateways.failures, []);
    const { title, chapters } = await api.untilReady(video);
    assert.equal(title, 'Uploaded to both versions');
    assert.ok(chapters.length > 0);
  });

  it('leaves the stores consistent', async () => {
    await sendWithRetry(api, 'DELETE', `/api/muxvideos/${id}`);
    await untilIdle(product);
    await assertConsistent(product);
  });

  /** Stops a process as Kubernetes does, and starts the new version in its place. */
  async function replace(name: string): Promise<void> {
    const process = product.process(name);
    await process.stop();
    await process.start();
  }

  /** Creates the topics and indexes of a version. */
  async function migrate(checkout?: string): Promise<void> {
    const { code, output } = await product.operatorCommand([], { checkout });
    assert.equal(code, 0, output);
  }
});
