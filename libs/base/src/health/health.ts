import type { FastifyInstance } from 'fastify';
import { withinTime } from '../scheduling/within-time.ts';

const checkWithinMs = 1_000;

/** Returns whether one dependency is available; it must not wait for long. */
export type HealthCheck = () => boolean | Promise<boolean>;

interface NamedCheck {
  readonly check: HealthCheck;
  readonly isNeeded: boolean;
}

/** An outside system that may refuse its settings: a `SettingCheck`, or another part that finds out. */
export interface WatchedSetting {
  /** As a sentence. */
  readonly problem: string | undefined;
  start?(): void;
  stop?(): Promise<void>;
}

/** The state of a process. */
export interface HealthReport {
  /** Whether it can serve requests. */
  readonly isReady: boolean;
  /** The required checks, by name. */
  readonly checks: Readonly<Record<string, boolean>>;
  /** The names of failed optional checks, and what does not work because of a wrong setting, as sentences. */
  readonly degraded: readonly string[];
}

/** The checks of a process: required ones decide whether it is ready, optional ones whether it is degraded. */
export class Health {
  private readonly checks = new Map<string, NamedCheck>();
  private readonly settings: WatchedSetting[] = [];
  private hasStopped = false;

  /** Whether this process is stopping. */
  get isStopping(): boolean {
    return this.hasStopped;
  }

  /** Reports from now on that the process is not ready, so that load balancers send requests elsewhere. */
  stop(): void {
    this.hasStopped = true;
    this.register('running', () => false);
    for (const setting of this.settings) void setting.stop?.();
  }

  /** Adds a required check. */
  register(name: string, check: HealthCheck): void {
    this.checks.set(name, { check, isNeeded: true });
  }

  /** Adds an optional check: the process stays ready when it fails, because its other functions still work. */
  watch(name: string, check: HealthCheck): void {
    this.checks.set(name, { check, isNeeded: false });
  }

  /** Starts to try the settings of an outside system. The process stays ready while they are wrong. */
  watchSetting(setting: WatchedSetting): void {
    this.settings.push(setting);
    setting.start?.();
  }

  /** What does not work because of a wrong setting, as sentences. */
  get wrongSettings(): readonly string[] {
    return this.settings.flatMap(({ problem }) => problem ?? []);
  }

  /** Runs every check; a check that throws, or does not answer within 1 s, has failed. */
  async report(): Promise<HealthReport> {
    const answers = await Promise.all(
      [...this.checks].map(async ([name, { check, isNeeded }]) => {
        const isOk = await withinTime(Promise.resolve().then(check), checkWithinMs).catch(() => false);
        return { name, isNeeded, isOk };
      }),
    );
    const needed = answers.filter(({ isNeeded }) => isNeeded);
    const failed = answers.filter(({ isOk }) => !isOk);
    return {
      isReady: needed.every(({ isOk }) => isOk),
      checks: Object.fromEntries(needed.map(({ name, isOk }) => [name, isOk])),
      degraded: [
        ...failed.filter(({ isNeeded }) => !isNeeded).map(({ name }) => name),
        ...this.wrongSettings,
      ],
    };
  }
}

/**
 * `/livez`: the process runs; it checks no dependency, so a slow database does not restart a pod.
 * `/readyz`: the process can serve; otherwise 503 with the failed checks. `degraded` lists failed optional checks and wrong
 * settings.
 */
export function healthRoutes(fastify: FastifyInstance, health: Health): void {
  fastify.get('/livez', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  fastify.get('/readyz', async (_request, reply) => {
    const { isReady, checks, degraded } = await health.report();
    void reply.header('cache-control', 'no-store').status(isReady ? 200 : 503);
    return reply.send({ status: isReady ? 'ok' : 'not ready', checks, degraded });
  });
}
