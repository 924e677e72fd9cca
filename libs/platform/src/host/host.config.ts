import { z } from 'zod';

const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');

/** What every process reads, whatever services it runs. */
export const hostConfig = z.object({
  /** Where HTTP listens: the gateway's routes, and health in every process. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(5000),
  /** The address to listen on; 0.0.0.0 in containers. */
  HOST: z.string().default('127.0.0.1'),
  /** Where the embedded adapters keep everything. */
  DATA_DIR: z.string().default('./data'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Believe X-Forwarded-For of a proxy in front; off unless there is one. */
  TRUST_PROXY: flag.default(false),
});

export type HostConfig = z.infer<typeof hostConfig>;
