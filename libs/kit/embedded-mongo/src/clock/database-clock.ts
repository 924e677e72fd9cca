import { setTimeout as wait } from 'node:timers/promises';

import type { Connection } from 'mongoose';

/** The clocks of this machine, in milliseconds. */
interface MachineClocks {
  /** The time of day in epoch milliseconds; it may be wrong, and be set. */
  wall(): number;
  /** It only runs, from some beginning; it may stand still while the machine sleeps. */
  running(): number;
}

interface ClockLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

interface DatabaseClockOptions {
  logger?: ClockLogger;
  machine?: MachineClocks;
}

interface Measurement {
  /** The time of the database minus the running clock. */
  offset: number;
  /** How wrong the offset may have been when it was measured. */
  error: number;
  /** When it was measured, on the running clock. */
  at: number;
  /** The time of day minus the running clock. */
  wallOffset: number;
}

const measureEveryMs = 10_000;
const retryAfterMs = 500;
/** An answer that takes longer does not tell the time: half of this is the largest error. */
const answerWithinMs = 2000;
/** The clocks of two machines run apart by at most this, while both are corrected by a time service. */
const maxDrift = 0.001;
/** A larger change is a clock that was set, or a machine that slept; smaller ones are corrections. */
const stepMs = 5000;
const jumpMs = 1000;
/** A larger difference of the own time of day is a fault of this machine. */
const maxSkewMs = 5000;

const ownClocks: MachineClocks = { wall: () => Date.now(), running: () => performance.now() };

/** The time of the database is not known, because it has not answered yet. */
export class DatabaseTimeUnknownError extends Error {
  override readonly name = 'DatabaseTimeUnknownError';

  constructor() {
    super('the time of the database is not known yet');
  }
}

/**
 * The time of a database, by which all its clients decide what has ended. The own time of day is not used: between two
 * measurements, a clock that only runs is added to the measured time. The error is at most half the time of an answer.
 */
export class DatabaseClock {
  private readonly readTime: () => Promise<Date>;
  private readonly logger: ClockLogger | undefined;
  private readonly machine: MachineClocks;
  private measurement: Measurement | undefined;
  private measuring: Promise<void> | undefined;
  private lastTime = -Infinity;
  private steppedAt = -Infinity;
  private wasSkewed = false;
  private readonly stopping = new AbortController();

  constructor(readTime: () => Promise<Date>, { logger, machine = ownClocks }: DatabaseClockOptions = {}) {
    this.readTime = readTime;
    this.logger = logger;
    this.machine = machine;
  }

  /** The time of the server of a connection, which may not be open yet, and may change its client. */
  static of(connection: Connection, logger?: ClockLogger): DatabaseClock {
    const readTime = async (): Promise<Date> => {
      if (connection.db === undefined) throw new DatabaseTimeUnknownError();
      const { localTime } = await connection.db.command({ hello: 1 });
      return localTime as Date;
    };
    return new DatabaseClock(readTime, logger === undefined ? {} : { logger });
  }

  /** Measures now, and again and again until `stop`. Resolves when the time is known, or after `stop`. */
  async start(): Promise<void> {
    while (!(await this.isMeasured())) {
      if (this.stopping.signal.aborted) return;
      await this.pause(retryAfterMs);
    }
    void this.measureRegularly();
  }

  stop(): void {
    this.stopping.abort();
  }

  /** Whether it was measured once. */
  get isKnown(): boolean {
    return this.measurement !== undefined;
  }

  /** It runs backwards only when the database's own clock was set back by more than 5 s. @throws DatabaseTimeUnknownError */
  now(): Date {
    const known = this.measurement;
    if (known === undefined) throw new DatabaseTimeUnknownError();
    const running = this.machine.running();
    const wallOffset = this.machine.wall() - running;
    if (Math.abs(wallOffset - known.wallOffset) > jumpMs) {
      // The machine slept, or its clock was set. If it slept, the time is too early until the answer: nothing ends by it.
      known.wallOffset = wallOffset;
      this.measure().catch(() => undefined);
    }
    this.lastTime = Math.max(this.lastTime, running + known.offset);
    return new Date(this.lastTime);
  }

  /** How far the own time of day is ahead of the database's; 0 while that is not known. */
  get skewMs(): number {
    return this.isKnown ? this.machine.wall() - this.now().getTime() : 0;
  }

  /** Whether the own time of day differs by more than 5 s. */
  get isSkewed(): boolean {
    return Math.abs(this.skewMs) > maxSkewMs;
  }

  /**
   * Whether the time has not been set for so long. After it was set, others must have the time to renew what they hold, or
   * else it would seem to have ended.
   */
  isSettledFor(ms: number): boolean {
    return this.machine.running() - this.steppedAt >= ms;
  }

  /** Concurrent calls share a measurement. @throws when the database does not answer in time */
  measure(): Promise<void> {
    this.measuring ??= this.measureOnce().finally(() => {
      this.measuring = undefined;
    });
    return this.measuring;
  }

  private async measureRegularly(): Promise<void> {
    let pauseMs = measureEveryMs;
    for (;;) {
      await this.pause(pauseMs);
      if (this.stopping.signal.aborted) return;
      pauseMs = (await this.isMeasured()) ? measureEveryMs : retryAfterMs;
    }
  }

  private async isMeasured(): Promise<boolean> {
    return await this.measure().then(
      () => true,
      () => false,
    );
  }

  private async pause(ms: number): Promise<void> {
    const { signal } = this.stopping;
    await wait(ms, undefined, { signal, ref: false }).catch(() => undefined);
  }

  private async measureOnce(): Promise<void> {
    const sentAt = this.machine.running();
    const time = (await this.readTime()).getTime();
    const at = this.machine.running();
    if (at - sentAt > answerWithinMs) throw new Error('the database answered too late to tell its time');
    const wallOffset = this.machine.wall() - at;
    // Its time is in whole milliseconds.
    this.adopt({ offset: time - (sentAt + at) / 2, error: (at - sentAt) / 2 + 1, at, wallOffset });
    this.logSkew();
  }

  /** A slow answer does not replace a better one that it agrees with. */
  private adopt(next: Measurement): void {
    const known = this.measurement;
    if (known !== undefined) {
      const change = Math.abs(next.offset - known.offset);
      const error = known.error + (next.at - known.at) * maxDrift;
      if (change <= error + next.error && next.error >= error) {
        known.wallOffset = next.wallOffset;
        return;
      }
      if (change > stepMs) {
        this.steppedAt = next.at;
        this.lastTime = -Infinity;
      }
    }
    this.measurement = next;
  }

  private logSkew(): void {
    const { isSkewed } = this;
    if (isSkewed === this.wasSkewed) return;
    this.wasSkewed = isSkewed;
    const details = { skewSeconds: Math.round(this.skewMs / 1000) };
    if (isSkewed)
      this.logger?.warn(details, 'the clock of this machine differs from the clock of the database');
    else this.logger?.info(details, 'the clock of this machine agrees with the clock of the database again');
  }
}
