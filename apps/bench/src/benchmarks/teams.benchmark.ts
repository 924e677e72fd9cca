import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { WorkspaceItem } from '@vault/contracts';
import { EventReader } from '../../../e2e/src/testing/api/event-reader.ts';
import type { Api } from '../../../e2e/src/testing/api/api.ts';
import type { Product } from '../../../e2e/src/testing/product/product.ts';
import type { ServerNamespace } from '../../../e2e/src/testing/stores/server-namespace.ts';
import type { ServerData } from '../../../e2e/src/testing/stores/server-data.ts';
import { sized, type Benchmark, type Result } from '../measuring/benchmark.ts';
import { elapsed } from '../measuring/elapsed.ts';
import { interleave } from '../measuring/interleave.ts';
import { comparePercentiles, percentilesOf } from '../measuring/percentiles.ts';
import { median } from '../measuring/statistics.ts';
import { withMicroservices } from '../product/microservices.ts';
import { seedLibrary, seedMembers, seedSearch } from '../product/seed-people.ts';
import { sendJson } from '../product/send-json.ts';
import { keywordsOf, makeSpokenLibrary } from '../product/spoken-library.ts';

const personalVideos = 20;
const team = { members: sized(499, 20), videos: sized(2_000, 40) };
const warmUps = 2;
const rounds = sized(9, 1);
const callsPerRound = sized(200, 5);
/** Longer than what is known of a session is kept, so that each call is verified with auth. */
const verifiedEachMs = 1_050;
const verifications = sized(15, 1);
/** The library of the team, an hour in each video, and others beside it. */
const searchMiB = '512';
const streams = { people: sized(50, 2), ofEach: 10 };
const changes = sized(10, 1);
/** Before each change: notices of changes that follow each other closely are published together. */
const betweenChangesMs = 500;
const [maxListRatio, maxSearchRatio] = [1.3, 1.5];
const maxFanOutMs = 100;
const unit = 'ms';

/** A team of 500 members with 2,000 videos, compared with a person with 20. */
export const teamsBenchmark: Benchmark = {
  name: 'teams',
  run: () => withMicroservices(measure, { SEARCH_MEMORY_MIB: searchMiB }),
};

async function measure(product: Product): Promise<Result[]> {
  const api = product.api();
  const { id, token } = await api.register();
  const { namespace } = product.stored() as ServerData;
  const { id: teamId } = await api.ask<WorkspaceItem>('POST', '/api/workspaces', { name: 'Acme' });
  await seedLibrary(namespace, id, personalVideos);
  await seedLibrary(namespace, teamId, team.videos);
  await seedMembers(namespace, teamId, team.members);
  const compared = { product, token, teamId };
  const list = `/muxvideos?view=card&page=1&limit=${String(personalVideos)}`;
  const lists = { ...compared, paths: Array<string>(callsPerRound).fill(list), rounds };
  return [
    await compareReads('library of a team, p95', lists),
    await compareReads('library of a team with its member verified, p50', {
      ...{ ...lists, paths: [list], rounds: verifications },
      ...{ percentile: 'p50', pauseMs: verifiedEachMs },
    }),
    await compareSearches(compared, namespace, id),
    await measureFanOut(product, api, teamId),
  ];
}

interface Compared {
  readonly product: Product;
  readonly token: string;
  readonly teamId: string;
}

interface Reads extends Compared {
  /** Of the calls of a round. */
  readonly paths: readonly string[];
  readonly rounds: number;
  readonly percentile?: 'p50' | 'p95';
  /** Before each call. */
  readonly pauseMs?: number;
  readonly maxRatio?: number;
}

/** Reads of a team, compared with the same of a person. */
async function compareReads(name: string, reads: Reads): Promise<Result> {
  const { product, token, teamId, paths, percentile = 'p95', pauseMs = 0 } = reads;
  const { maxRatio = maxListRatio } = reads;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const timesOf = async (workspaceId?: string) => {
    const took: number[] = [];
    for (const path of paths) {
      await wait(pauseMs);
      const url = `${product.origin}/api${path}`;
      took.push(await elapsed(() => sendJson('GET', url, { token, agent, workspaceId })));
    }
    return percentilesOf(took);
  };
  const ways = { team: () => timesOf(teamId), person: () => timesOf() };
  try {
    await interleave(warmUps, ways);
    const { team: ofTeam, person } = await interleave(reads.rounds, ways);
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

/** Of an hour of speech in each video. */
async function compareSearches(
  compared: Compared,
  namespace: ServerNamespace,
  ownerId: string,
): Promise<Result> {
  const library = makeSpokenLibrary(team.videos);
  try {
    await seedSearch(namespace, compared.teamId, library.files);
    await seedSearch(namespace, ownerId, library.files.slice(0, personalVideos));
    const paths = keywordsOf(library).map((keyword) => `/search?keyword=${encodeURIComponent(keyword)}`);
    const searches = { ...compared, paths, rounds, maxRatio: maxSearchRatio };
    return await compareReads('search in a team, p95', searches);
  } finally {
    library.remove();
  }
}

/** How long 500 open pages take to hear of a change. Notices of changes wait for 50 ms, also for one page. */
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
      bound: `≤ ${String(maxFanOutMs)} ms`,
      isMet: together <= maxFanOutMs,
    };
  } finally {
    for (const reader of readers) reader.close();
  }
}

/** @returns the median of the times from the answer of a change until all readers have heard of it */
async function hearingOf(readers: readonly EventReader[], owner: Api, videoId: string): Promise<number> {
  const took: number[] = [];
  for (let change = 0; change < changes; change += 1) {
    await wait(betweenChangesMs);
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
