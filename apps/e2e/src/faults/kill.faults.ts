import { after, before, describe, it } from 'node:test';
import { assertSound } from '../testing/assert-sound.ts';
import { chooseSeed, isFullRun, sample, seeded } from '../testing/random.ts';
import { authPoints } from './kill/auth-points.ts';
import { chapteringPoints } from './kill/chaptering-points.ts';
import { clipPoints } from './kill/clip-points.ts';
import { enginePoints } from './kill/engine-points.ts';
import { gatewayPoints } from './kill/gateway-points.ts';
import { Ground } from './kill/ground.ts';
import type { Point } from './kill/point.ts';
import { searchPoints } from './kill/search-points.ts';
import { uploadPoints } from './kill/upload-points.ts';

const rounds = Number(process.env.FAULT_ROUNDS ?? 1);
const seed = chooseSeed();
/** A full run strikes at all services, at each of their points. */
const servicesAtMost = isFullRun ? Infinity : 4;
const pointsAtMost = isFullRun ? Infinity : 1;
const choose = seeded(seed);
/** Upload first: what a killed upload may leave of a session is tidied up after a minute. */
const services = [
  uploadPoints,
  clipPoints,
  chapteringPoints,
  searchPoints,
  enginePoints,
  gatewayPoints,
  authPoints,
];

describe(`kill -9 of each service at each step, E2E_SEED=${String(seed)}`, () => {
  let ground: Ground;
  before(async () => {
    ground = await Ground.prepare(seeded(seed));
  });
  after(() => ground.end());

  for (let round = 1; round <= rounds; round += 1) {
    describe(`round ${String(round)}`, () => {
      before(() => {
        ground.beginRound();
      });
      for (const { app, points } of sample(services, servicesAtMost, choose)) {
        describe(app, () => {
          for (const point of sample(points, pointsAtMost, choose)) it(point.when, () => strike(point));
          it('and every video ends well', () => ground.untilAllReady());
        });
      }
    });
  }

  it('leaves nothing lost, doubled or lying about', async () => {
    const askForPlaces = () =>
      Promise.all(ground.people.map((api) => api.send('POST', '/api/auth/can-upload-video')));
    await assertSound(ground.product, { prompt: askForPlaces });
  });

  /** What is needed to see a failure again. */
  async function strike({ when, strike: act }: Point): Promise<void> {
    try {
      await act(ground);
    } catch (error) {
      const tails = ground.product.processes.map(({ name, log }) => `── ${name}\n${log.tail()}`);
      throw new Error(`${when}, E2E_SEED=${String(seed)}: ${String(error)}\n${tails.join('\n')}`, {
        cause: error,
      });
    }
  }
});
