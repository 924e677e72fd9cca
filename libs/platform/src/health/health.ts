import type { FastifyInstance } from 'fastify';
import { within } from '../host/within.ts';

const checkWithinMs = 1_000;

/** Answers whether one thing is there; it must not wait for long. */
export type HealthCheck = () => boolean | Promise<boolean>;

interface NamedCheck {
  readonly check: HealthCheck;
  readonly isNeeded: boolean;
}

/** How a process is, at one look. */
export interface HealthReport {
  /** Whether it can serve. */
  readonly isReady: boolean;
  /** What it needs for that, by name. */
  readonly checks: Readonly<Record<string, boolean>>;
  /** What does not work while it serves all the same. */
  readonly degraded: readonly string[];
}

/** What must be true before this process takes requests, and what it can be without for a while. */
export class Health {
  private readonly checks = new Map<string, NamedCheck>();
  private hasStopped = false;

  /** Whether this process is on its way out. */
  get isStopping(): boolean {
    return this.hasStopped;
  }

  /** From now on nothing is ready: whoever sends requests here must look elsewhere. */
  stop(): void {
    this.hasStopped = true;
    this.register('running', () => false);
  }

  /** Without this the process can serve nobody. */
  register(name: string, check: HealthCheck): void {
    this.checks.set(name, { check, isNeeded: true });
  }

  /** Without this the process still serves, if less: a load balancer that took it away would take away what works. */
  watch(name: string, check: HealthCheck): void {
    this.checks.set(name, { check, isNeeded: false });
  }

  /** Every check by name; a check that throws, or has no answer after a second, has failed. */
  async report(): Promise<HealthReport> {
    const answers = await Promise.all(
      [...this.checks].map(async ([name, { check, isNeeded }]) => {
        const isThere = await within(checkWithinMs, Promise.resolve().then(check)).catch(() => false);
        return { name, isNeeded, isThere };
      }),
    );
    const needed = answers.filter(({ isNeeded }) => isNeeded);
    const failed = answers.filter(({ isThere }) => !isThere);
    return {
      isReady: needed.every(({ isThere }) => isThere),
      checks: Object.fromEntries(needed.map(({ name, isThere }) => [name, isThere])),
      degraded: failed.filter(({ isNeeded }) => !isNeeded).map(({ name }) => name),
    };
  }
}

/**
 * `/livez`: the process runs; it asks nothing of anybody, so a slow database kills no pod.
 * `/readyz`: it can serve; 503 with the failed checks otherwise. `degraded` names what does not work meanwhile.
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
