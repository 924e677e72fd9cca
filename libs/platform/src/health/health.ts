import type { FastifyInstance } from 'fastify';

/** Answers whether one thing this process needs is there; it must not wait for long. */
export type HealthCheck = () => boolean | Promise<boolean>;

/** What must be true before this process takes requests. */
export class Health {
  private readonly checks = new Map<string, HealthCheck>();

  register(name: string, check: HealthCheck): void {
    this.checks.set(name, check);
  }

  /** Every check by name; a check that throws has failed. */
  async report(): Promise<{ isReady: boolean; checks: Record<string, boolean> }> {
    const checks: Record<string, boolean> = {};
    for (const [name, check] of this.checks) {
      checks[name] = await Promise.resolve()
        .then(check)
        .catch(() => false);
    }
    return { isReady: Object.values(checks).every(Boolean), checks };
  }
}

/**
 * `/livez`: the process runs; it asks nothing of anybody, so a slow database kills no pod.
 * `/readyz`: it can serve; 503 with the failed checks otherwise.
 */
export function healthRoutes(fastify: FastifyInstance, health: Health): void {
  fastify.get('/livez', () => ({ status: 'ok' }));
  fastify.get('/readyz', async (_request, reply) => {
    const { isReady, checks } = await health.report();
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'not ready', checks });
  });
}
