import { z } from 'zod';

/** `true` is one proxy. */
const proxies = z
  .enum(['true', 'false', '0', '1', '2', '3', '4', '5'], {
    error: 'must be true, false or a number from 0 to 5',
  })
  .transform((value) => (value === 'true' ? 1 : value === 'false' ? 0 : Number(value)));

/** What every process reads, whatever services it runs. */
export const hostConfig = z.object({
  /** Where HTTP listens: the gateway's routes, and health in every process. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(5000),
  /** The address to listen on; 0.0.0.0 in containers. */
  HOST: z.string().default('127.0.0.1'),
  /** Where the embedded adapters keep everything. */
  DATA_DIR: z.string().default('./data'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** How many proxies in front add to X-Forwarded-For: `true` for one, a number for a chain; off unless there is any. */
  TRUST_PROXY: proxies.default(0),
});

export type HostConfig = z.infer<typeof hostConfig>;
