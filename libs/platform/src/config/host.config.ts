import { kafkaConfig } from '@vault/messaging/kafka';
import { rpcConfig } from '@vault/rpc';
import { mongoConfig } from '@vault/store';
import { z } from 'zod';

/** `true` means one proxy. */
const proxies = z
  .enum(['true', 'false', '0', '1', '2', '3', '4', '5'], {
    error: 'must be true, false or a number from 0 to 5',
  })
  .transform((value) => (value === 'true' ? 1 : value === 'false' ? 0 : Number(value)));

/** The configuration of every process, whatever services it runs. */
export const hostConfig = z.object({
  /** The HTTP port: the gateway's routes, and health routes in every process. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(5000),
  /** The address to listen on; 0.0.0.0 in containers. */
  HOST: z.string().default('127.0.0.1'),
  /** The folder of the embedded adapters' data. */
  DATA_DIR: z.string().default('./data'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /**
   * Seconds for which a stopping process keeps serving while it reports that it is not ready, so that load balancers
   * notice. Together with `preStop` it must suit their probe interval.
   */
  STOP_DELAY_SECONDS: z.coerce.number().min(0).max(60).default(5),
  /** The number of proxies in front that add to X-Forwarded-For: `true` for one, a number for a chain; 0 by default. */
  TRUST_PROXY: proxies.default(0),
  ...kafkaConfig.shape,
  ...mongoConfig.shape,
  /** Keeps several installations on one Kafka and one MongoDB apart: `NAMESPACE.upload.events`, `NAMESPACE-upload`. */
  NAMESPACE: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,30}$/, 'must be 1 to 31 of a-z, 0-9 and dashes')
    .optional(),
  ...rpcConfig.shape,
  /** The port of the metrics of this process; unset means no metrics server. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** The OTLP/HTTP address to which traces are sent, without `/v1/traces`; unset means no tracing. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .optional(),
  /** Headers for that address, such as `api-key=…`; several with commas between. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  /** The share of traces that begin here and are sent, from 0 to 1; other traces follow the caller's decision. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
});

export type HostConfig = z.infer<typeof hostConfig>;
