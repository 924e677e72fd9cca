import type { FastifyInstance } from 'fastify';
import { within } from '../host/within.ts';

const checkWithinMs = 1_000;

/** Answers whether one thing this process needs is there; it must not wait for long. */
export type HealthCheck = () => boolean | Promise<boolean>;

/** What must be true before this process takes requests. */
export class Health {
  private readonly checks = new Map<string, HealthCheck>();
  private readonly notes = new Map<string, HealthCheck>();
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

  register(name: string, check: HealthCheck): void {
    this.checks.set(name, check);
  }

  /** Reported with the checks, and decides nothing: a process that fails this one alone is still to be sent requests. */
  note(name: string, check: HealthCheck): void {
    this.notes.set(name, check);
  }

  /** Every check by name; a check that throws, or has no answer after a second, has failed. */
  async report(): Promise<{ isReady: boolean; checks: Record<string, boolean> }> {
    const [checks, notes] = await Promise.all([ask(this.checks), ask(this.notes)]);
    return { isReady: Object.values(checks).every(Boolean), checks: { ...checks, ...notes } };
  }
}

async function ask(checks: ReadonlyMap<string, HealthCheck>): Promise<Record<string, boolean>> {
  const answers = [...checks].map(async ([name, check]) => {
    const isThere = await within(checkWithinMs, Promise.resolve().then(check)).catch(() => false);
    return [name, isThere] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

/**
 * `/livez`: the process runs; it asks nothing of anybody, so a slow database kills no pod.
 * `/readyz`: it can serve; 503 with the failed checks otherwise.
 */
export function healthRoutes(fastify: FastifyInstance, health: Health): void {
  fastify.get('/livez', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  fastify.get('/readyz', async (_request, reply) => {
    const { isReady, checks } = await health.report();
    void reply.header('cache-control', 'no-store').status(isReady ? 200 : 503);
    return reply.send({ status: isReady ? 'ok' : 'not ready', checks });
  });
}
