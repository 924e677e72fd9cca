import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import type { StaffSession } from '@vault/contracts';
import { firstStaff } from '../../../e2e/src/testing/first-staff.ts';
import type { Product } from '../../../e2e/src/testing/product.ts';
import type { ServerData } from '../../../e2e/src/testing/server-data.ts';
import { StaffApi } from '../../../e2e/src/testing/staff-api.ts';
import type { Benchmark, Result } from '../benchmark.ts';
import { elapsed } from '../measuring/elapsed.ts';
import { interleave } from '../measuring/interleave.ts';
import { compareSpreads, spreadOf } from '../measuring/spread.ts';
import { AdminPages, pageSize, type AdminPage } from '../product/admin-pages.ts';
import { withMicroservices } from '../product/microservices.ts';
import { seedPeople } from '../product/seed-people.ts';
import { sendJson } from '../product/send-json.ts';

const seed = { users: 10_000, videos: 20_000 };
const rounds = 5;
const warmUps = 2;
/** The first page, the next, and one that few ever see. */
const pages = [1, 2, 8];
const timesARound = 7;
const most = 4;
const unit = 'ms';

/** Pages of the tables of staff, against what they show asked of MongoDB directly. */
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
    // Every process has answered everything before the first is measured.
    for (let time = 0; time < warmUps; time += 1) for (const page of tables) await assertSame(staff, page);
    const results: Result[] = [];
    for (const page of tables) {
      results.push(await measure(product, session, page));
    }
    return results;
  });
}

const urlOf = ({ path }: AdminPage, page: number) => `${path}&page=${String(page)}&limit=${String(pageSize)}`;

/** Both answer the same rows in the same order, or their times say nothing. */
async function assertSame(staff: StaffApi, asked: AdminPage): Promise<void> {
  for (const page of pages) {
    const answer = await staff.ask<{ data: { _id: string }[]; total: number }>('GET', urlOf(asked, page));
    const { ids, total } = await asked.ask(page);
    assert.deepEqual([answer.data.map(({ _id }) => _id), answer.total], [ids, total], asked.name);
  }
}

async function measure(product: Product, { token }: StaffSession, asked: AdminPage): Promise<Result> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const timesOf = async (ask: (page: number) => Promise<unknown>) => {
    const took: number[] = [];
    for (let time = 0; time < timesARound; time += 1)
      for (const page of pages) took.push(await elapsed(() => ask(page)));
    return spreadOf(took);
  };
  const ways = {
    gateway: () =>
      timesOf((page) => sendJson('GET', `${product.origin}${urlOf(asked, page)}`, { token, agent })),
    direct: () => timesOf(asked.ask),
  };
  try {
    await interleave(1, ways);
    const { gateway, direct } = await interleave(rounds, ways);
    const { measured, reference, ratio } = compareSpreads('p95', gateway, direct);
    const middle = compareSpreads('p50', gateway, direct);
    return {
      name: `${asked.name}, p95`,
      measured: { value: measured, unit },
      reference: { value: reference, unit: 'ms of MongoDB' },
      ratio,
      bound: `≤ ${String(most)} ×`,
      isMet: ratio <= most,
      note: `p50 ${middle.measured.toFixed(1)} and ${middle.reference.toFixed(1)} ms`,
    };
  } finally {
    agent.destroy();
  }
}
