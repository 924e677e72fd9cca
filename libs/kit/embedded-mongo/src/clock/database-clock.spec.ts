import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { DatabaseClock, DatabaseTimeUnknownError } from './database-clock.ts';

const hourMs = 3_600_000;
const begin = Date.UTC(2026, 0, 1);

/** A database and a machine with a clock of its own; time passes only on demand. */
class World {
  /** Since the beginning, in milliseconds. */
  passed = 0;
  /** The errors of the clocks. */
  readonly wrong = { wall: 0, database: 0 };
  /** How long the machine has slept. */
  slept = 0;
  answer = { thereMs: 0, backMs: 0 };
  isAway = false;
  readonly log: string[] = [];
  readonly clock = new DatabaseClock(() => this.ask(), {
    machine: {
      wall: () => begin + this.passed + this.wrong.wall,
      running: () => this.passed - this.slept,
    },
    logger: {
      warn: (_details, message) => this.log.push(message),
      info: (_details, message) => this.log.push(message),
    },
  });

  get databaseTime(): number {
    return begin + this.passed + this.wrong.database;
  }

  get error(): number {
    return this.clock.now().getTime() - this.databaseTime;
  }

  private ask(): Promise<Date> {
    if (this.isAway) return Promise.reject(new Error('away'));
    this.passed += this.answer.thereMs;
    const time = new Date(this.databaseTime);
    this.passed += this.answer.backMs;
    return Promise.resolve(time);
  }
}

describe(DatabaseClock, () => {
  test('without an answer there is no time', async () => {
    const { clock } = Object.assign(new World(), { isAway: true });
    await expect(clock.measure()).rejects.toThrow('away');
    expect(() => clock.now()).toThrow(DatabaseTimeUnknownError);
    expect([clock.isKnown, clock.skewMs, clock.isSkewed]).toEqual([false, 0, false]);
  });

  test('it is the time of the database, however wrong the own time of day is, and when that is set', async () => {
    const property = fc.asyncProperty(
      fc.integer({ min: -10 * hourMs, max: 10 * hourMs }),
      fc.integer({ min: -10 * hourMs, max: 10 * hourMs }),
      fc.integer({ min: 0, max: 900 }),
      fc.integer({ min: 0, max: 900 }),
      async (before, after, thereMs, backMs) => {
        const world = new World();
        Object.assign(world, { answer: { thereMs, backMs } });
        world.wrong.wall = before;
        await world.clock.measure();
        // Both the answer and the time are in whole milliseconds.
        const largest = (thereMs + backMs) / 2 + 2;
        expect(Math.abs(world.error)).toBeLessThanOrEqual(largest);
        world.isAway = true;
        world.passed += hourMs;
        world.wrong.wall = after;
        expect(Math.abs(world.error)).toBeLessThanOrEqual(largest);
      },
    );
    await fc.assert(property);
  });

  test('it never runs backwards, whatever the answers take', async () => {
    const step = fc.record({
      thereMs: fc.integer({ min: 0, max: 1500 }),
      backMs: fc.integer({ min: 0, max: 1500 }),
      waitMs: fc.integer({ min: 0, max: 20_000 }),
    });
    const property = fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const world = new World();
      await world.clock.measure();
      let last = 0;
      for (const { thereMs, backMs, waitMs } of steps) {
        world.answer = { thereMs, backMs };
        await world.clock.measure().catch(() => undefined);
        world.passed += waitMs;
        const now = world.clock.now().getTime();
        expect(now).toBeGreaterThanOrEqual(last);
        last = now;
      }
    });
    await fc.assert(property);
  });

  test('a slow answer does not replace a better one, and a late one is none', async () => {
    const world = new World();
    await world.clock.measure();
    world.answer = { thereMs: 0, backMs: 1900 };
    await world.clock.measure();
    expect(Math.abs(world.error)).toBeLessThanOrEqual(1);
    world.answer.backMs = 2100;
    await expect(world.clock.measure()).rejects.toThrow('too late');
  });

  test('after the sleep of the machine it is early, never late, until it has measured at once', async () => {
    const world = new World();
    await world.clock.measure();
    world.passed += hourMs;
    world.slept += hourMs;
    expect(world.error).toBe(-hourMs);
    // The look at the time has begun the measurement.
    await new Promise(setImmediate);
    expect(Math.abs(world.error)).toBeLessThanOrEqual(1);
    expect([world.clock.isSettledFor(60_000), world.clock.isSkewed]).toEqual([false, false]);
    world.passed += 60_000;
    expect(world.clock.isSettledFor(60_000)).toBe(true);
  });

  test.each([-hourMs, hourMs])(
    'it follows a database whose clock was set by %d ms, and tells that it was',
    async (ms) => {
      const world = new World();
      await world.clock.measure();
      world.passed += 10_000;
      await world.clock.measure();
      expect(world.clock.isSettledFor(60_000)).toBe(true);
      world.wrong.database = ms;
      await world.clock.measure();
      expect(Math.abs(world.error)).toBeLessThanOrEqual(1);
      expect(world.clock.isSettledFor(60_000)).toBe(false);
    },
  );

  test('a difference of more than 5 s of the own time of day is logged once when it begins, and when it ends', async () => {
    const world = new World();
    const measured = async (wrongMs: number): Promise<boolean> => {
      world.wrong.wall = wrongMs;
      await world.clock.measure();
      return world.clock.isSkewed;
    };
    expect([await measured(0), await measured(4_900), await measured(-4_900)]).toEqual([false, false, false]);
    expect(world.log).toEqual([]);
    expect([await measured(120_000), await measured(7 * hourMs), await measured(-2 * hourMs)]).toEqual([
      true,
      true,
      true,
    ]);
    expect(Math.round(world.clock.skewMs / 1000)).toBe(-7200);
    expect(await measured(0)).toBe(false);
    expect(world.log).toEqual([
      'the clock of this machine differs from the clock of the database',
      'the clock of this machine agrees with the clock of the database again',
    ]);
  });
});
