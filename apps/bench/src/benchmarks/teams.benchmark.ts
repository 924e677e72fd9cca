import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { WorkspaceItem } from '@vault/contracts';
import { EventReader } from '../../../e2e/src/testing/api/event-reader.ts';
import type { Api } from '../../../e2e/src/testing/api/api.ts';
import type { Product } from '../../../e2e/src/testing/product/product.ts';
import type { ServerData } from '../../../e2e/src/testing/stores/server-data.ts';
import { sized, type Benchmark, type Result } from '../measuring/benchmark.ts';
import { elapsed } from '../measuring/elapsed.ts';
import { interleave } from '../measuring/interleave.ts';
import { comparePercentiles, percentilesOf } from '../measuring/percentiles.ts';
import { median } from '../measuring/statistics.ts';
import { withMicroservices } from '../product/microservices.ts';
import { seedLibrary, seedMembers } from '../product/seed-people.ts';
import { sendJson } from '../product/send-json.ts';

const personalVideos = 20;
const team = { members: sized(499, 20), videos: sized(2_000, 40) };
const rounds = sized(9, 1);
const callsPerRound = sized(60, 5);
/** Longer than what is known of a session is kept, so that each call is verified with auth. */
const verifiedEachMs = 1_050;
const verifications = sized(10, 1);
const streams = { people: sized(50, 2), ofEach: 10 };
const changes = sized(10, 1);
const maxRatio = 1.3;
const unit = 'ms';

/** A team of 500 members with 2,000 videos, compared with a person with 20. */
export const teamsBenchmark: Benchmark = {
  name: 'teams',
  run: () => withMicroservices(measure),
};

async function measure(product: Product): Promise<Result[]> {
  const api = product.api();
  const { id, token } = await api.register();
  const { namespace } = product.stored() as ServerData;
  const { id: teamId } = await api.ask<WorkspaceItem>('POST', '/api/workspaces', { name: 'Acme' });
  await seedLibrary(namespace, id, personalVideos);
  await seedLibrary(namespace, teamId, team.videos);
  await seedMembers(namespace, teamId, team.members);
  const list = await compareLists(product, token, teamId, 'library of a team, p95', 0);
  const verified = await compareLists(
    product,
    token,
    teamId,
    'library of a team with its member verified, p50',
    verifiedEachMs,
  );
  return [list, verified, await measureFanOut(product, api, teamId)];
}

/** @param pauseMs before each call */
async function compareLists(
  product: Product,
  token: string,
  teamId: string,
  name: string,
  pauseMs: number,
): Promise<Result> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const url = `${product.origin}/api/muxvideos?view=card&page=1&limit=${String(personalVideos)}`;
  const timesOf = async (workspaceId?: string) => {
    const took: number[] = [];
    for (let call = 0; call < (pauseMs > 0 ? verifications : callsPerRound); call += 1) {
      await wait(pauseMs);
      took.push(await elapsed(() => sendJson('GET', url, { token, agent, workspaceId })));
    }
    return percentilesOf(took);
  };
  const ways = { team: () => timesOf(teamId), person: () => timesOf() };
  const percentile = pauseMs > 0 ? 'p50' : 'p95';
  try {
    await interleave(pauseMs > 0 ? 0 : 2, ways);
    const { team: ofTeam, person } = await interleave(pauseMs > 0 ? 1 : rounds, ways);
    const { measured, reference, ratio } = comparePercentiles(percentile, ofTeam, person);
    return {
      name,
      measured: { value: measured, unit },
      reference: { value: reference, unit: 'ms of a person with 20 videos' },
      ratio,
      bound: `≤ ${String(maxRatio)} ×`,
      isMet: ratio <= maxRatio,
    };
  } finally {
    agent.destroy();
  }
}

/** How long 500 open pages take to hear of a change. Notices of changes wait a quarter of a second, also for one page. */
async function measureFanOut(product: Product, owner: Api, teamId: string): Promise<Result> {
  owner.workspaceId = teamId;
  const readers = [await EventReader.open(owner)];
  try {
    const alone = await hearingOf(readers, owner, `${teamId}-0`);
    const people = await Promise.all(Array.from({ length: streams.people }, () => joined(product, teamId)));
    for (const person of people)
      for (let stream = 0; stream < streams.ofEach; stream += 1) readers.push(await EventReader.open(person));
    const together = await hearingOf(readers, owner, `${teamId}-1`);
    const ratio = together / alone;
    return {
      name: `${String(readers.length)} pages hear of a change after its answer`,
      measured: { value: together, unit },
      reference: { value: alone, unit: 'ms of one page' },
      ratio,
      bound: `≤ ${String(maxRatio)} ×`,
      isMet: ratio <= maxRatio,
    };
  } finally {
    for (const reader of readers) reader.close();
  }
}

/** @returns the median of the times from the answer of a change until all readers have heard of it */
async function hearingOf(readers: readonly EventReader[], owner: Api, videoId: string): Promise<number> {
  const took: number[] = [];
  for (let change = 0; change < changes; change += 1) {
    for (const reader of readers) reader.text = '';
    await owner.save(videoId, { title: `Title ${String(change)}` });
    took.push(
      await elapsed(async () => {
        while (!readers.every(({ text }) => text.includes(videoId))) await wait(1);
      }),
    );
  }
  return median(took);
}

async function joined(product: Product, teamId: string): Promise<Api> {
  const api = product.api();
  const { id: userId } = await api.register();
  const { namespace } = product.stored() as ServerData;
  await namespace.withMongo(async (client) => {
    const teams = client
      .db(namespace.databaseOf('auth'))
      .collection<{ _id: string; members: object[] }>('teams');
    const member = { userId, role: 'viewer', since: new Date() };
    await teams.updateOne({ _id: teamId }, { $inc: { version: 1 }, $push: { members: member } });
  });
  api.workspaceId = teamId;
  return api;
}
