import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import type { StaffSession } from '@vault/contracts';
import { firstStaff } from '../../../e2e/src/testing/product/first-staff.ts';
import type { Product } from '../../../e2e/src/testing/product/product.ts';
import type { ServerData } from '../../../e2e/src/testing/stores/server-data.ts';
import { StaffApi } from '../../../e2e/src/testing/product/staff-api.ts';
import { sized, type Benchmark, type Result } from '../measuring/benchmark.ts';
import { elapsed } from '../measuring/elapsed.ts';
import { interleave } from '../measuring/interleave.ts';
import { comparePercentiles, percentilesOf } from '../measuring/percentiles.ts';
import { AdminPages, pageSize, type AdminPage } from '../product/admin-pages.ts';
import { withMicroservices } from '../product/microservices.ts';
import { seedPeople } from '../product/seed-people.ts';
import { sendJson } from '../product/send-json.ts';

const seed = { users: sized(10_000, 250), videos: sized(20_000, 250) };
const rounds = sized(5, 1);
const warmUps = sized(2, 1);
/** The first two pages, and one with a large offset. */
const pages = [1, 2, 8];
const requestsPerPageAndRound = sized(7, 1);
const maxRatio = 4;
const unit = 'ms';

/** Pages of the admin tables through the gateway, compared with direct MongoDB queries for the same rows. */
export const adminBenchmark: Benchmark = {
  name: 'admin',
  run: () => withMicroservices(measureAll),
};

async function measureAll(product: Product): Promise<Result[]> {
  const staff = new StaffApi(product);
  const session = await staff.signIn(firstStaff);
  const { namespace } = product.stored() as ServerData;
  await seedPeople(namespace, seed);
  return namespace.withMongo(async (client) => {
    const tables = new AdminPages(client, namespace).all();
    // Warms up every process with every page before the first measurement.
    for (let time = 0; time < warmUps; time += 1) for (const table of tables) await assertSame(staff, table);
    const results: Result[] = [];
    for (const table of tables) results.push(await measure(product, session, table));
    return results;
  });
}

const urlOf = ({ path }: AdminPage, page: number) => `${path}&page=${String(page)}&limit=${String(pageSize)}`;

/** Requires the same rows in the same order from both; otherwise their times cannot be compared. */
async function assertSame(staff: StaffApi, table: AdminPage): Promise<void> {
  for (const page of pages) {
    const answer = await staff.ask<{ data: { _id: string }[]; total: number }>('GET', urlOf(table, page));
    const { ids, total } = await table.query(page);
    assert.deepEqual([answer.data.map(({ _id }) => _id), answer.total], [ids, total], table.name);
  }
}

async function measure(product: Product, { token }: StaffSession, table: AdminPage): Promise<Result> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const timesOf = async (request: (page: number) => Promise<unknown>) => {
    const took: number[] = [];
    for (let time = 0; time < requestsPerPageAndRound; time += 1)
      for (const page of pages) took.push(await elapsed(() => request(page)));
    return percentilesOf(took);
  };
  const ways = {
    gateway: () =>
      timesOf((page) => sendJson('GET', `${product.origin}${urlOf(table, page)}`, { token, agent })),
    direct: () => timesOf(table.query),
  };
  try {
    await interleave(1, ways);
    const { gateway, direct } = await interleave(rounds, ways);
    const { measured, reference, ratio } = comparePercentiles('p95', gateway, direct);
    const p50 = comparePercentiles('p50', gateway, direct);
    return {
      name: `${table.name}, p95`,
      measured: { value: measured, unit },
      reference: { value: reference, unit: 'ms of MongoDB' },
      ratio,
      bound: `≤ ${String(maxRatio)} ×`,
      isMet: ratio <= maxRatio,
      note: `p50 ${p50.measured.toFixed(1)} and ${p50.reference.toFixed(1)} ms`,
    };
  } finally {
    agent.destroy();
  }
}
