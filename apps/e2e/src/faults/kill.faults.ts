import { after, before, describe, it } from 'node:test';
import { assertConsistent } from '../testing/product/assert-consistent.ts';
import { chooseSeed, isFullRun, sample, seeded } from '../testing/shared/random.ts';
import { authPoints } from './kill/auth-points.ts';
import { chapteringPoints } from './kill/chaptering-points.ts';
import { clipPoints } from './kill/clip-points.ts';
import { enginePoints } from './kill/engine-points.ts';
import { gatewayPoints } from './kill/gateway-points.ts';
import { FaultTestEnvironment } from './kill/fault-test-environment.ts';
import type { Point } from './kill/point.ts';
import { portalPoints } from './kill/portal-points.ts';
import { searchPoints } from './kill/search-points.ts';
import { uploadPoints } from './kill/upload-points.ts';

const rounds = Number(process.env.FAULT_ROUNDS ?? 1);
const seed = chooseSeed();
/** A full run kills every service at each of its points. */
const maxServices = isFullRun ? Infinity : 4;
const maxPoints = isFullRun ? Infinity : 1;
const choose = seeded(seed);
/** Upload comes first: it cleans up interrupted sessions only after a minute. */
const services = [
  uploadPoints,
  clipPoints,
  chapteringPoints,
  searchPoints,
  portalPoints,
  enginePoints,
  gatewayPoints,
  authPoints,
];

describe(`kill -9 of each service at each step, E2E_SEED=${String(seed)}`, () => {
  let environment: FaultTestEnvironment;
  before(async () => {
    environment = await FaultTestEnvironment.prepare(seeded(seed));
  });
  after(() => environment.end());

  for (let round = 1; round <= rounds; round += 1) {
    describe(`round ${String(round)}`, () => {
      before(() => environment.beginRound());
      for (const { app, points } of sample(services, maxServices, choose)) {
        describe(app, () => {
          for (const point of sample(points, maxPoints, choose)) it(point.when, () => runPoint(point));
          it('and every video becomes ready', () => environment.untilAllReady());
        });
      }
    });
  }

  it('leaves the stores consistent', async () => {
    // Makes the upload service release the slots of interrupted sessions.
    const requestAllowance = () =>
      Promise.all(environment.people.map((api) => api.send('POST', '/api/auth/can-upload-video')));
    await assertConsistent(environment.product, { beforeEachCheck: requestAllowance });
  });

  /** Runs a point; a failure gets the seed to repeat it and the ends of all logs. */
  async function runPoint({ when, run }: Point): Promise<void> {
    try {
      await run(environment);
    } catch (error) {
      const tails = environment.product.processes.map(({ name, log }) => `── ${name}\n${log.tail()}`);
      throw new Error(`${when}, E2E_SEED=${String(seed)}: ${String(error)}\n${tails.join('\n')}`, {
        cause: error,
      });
    }
  }
});
