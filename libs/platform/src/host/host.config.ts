import { serviceNames, type ServiceName } from '@vault/contracts';
import { z } from 'zod';

/** `true` is one proxy. */
const proxies = z
  .enum(['true', 'false', '0', '1', '2', '3', '4', '5'], {
    error: 'must be true, false or a number from 0 to 5',
  })
  .transform((value) => (value === 'true' ? 1 : value === 'false' ? 0 : Number(value)));

/** `a:9092,b:9092` as a list. */
const addresses = z
  .string()
  .transform((text) => text.split(',').map((address) => address.trim()))
  .refine((list) => list.every((address) => /^[^\s:/]+:\d+$/.test(address)), {
    error: 'must be host:port, several with commas between',
  });

/** Two at most: the one that is sent, and the one before or after it. Metadata of a call holds such characters only. */
const rpcSecrets = z
  .string()
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .refine((list) => list.length <= 2 && list.every((secret) => /^[!-~]{32,256}$/.test(secret)), {
    error:
      'must have at least 32 characters, ASCII without spaces; while it changes, two with a comma between',
  });

/** The variable that says where a service answers gRPC, such as `AUTH_RPC`. */
type RpcVariable = `${Uppercase<ServiceName>}_RPC`;

/** `AUTH_RPC`, `UPLOAD_RPC` …: a gRPC target each; by default the service's name, as containers find each other. */
const rpcTargets = Object.fromEntries(
  serviceNames.map((name) => [rpcVariableOf(name), z.string().default(`dns:///${name}:50051`)]),
) as Record<RpcVariable, z.ZodDefault<z.ZodString>>;

/** What every process reads, whatever services it runs. */
export const hostConfig = z.object({
  /** Where HTTP listens: the gateway's routes, and health in every process. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(5000),
  /** The address to listen on; 0.0.0.0 in containers. */
  HOST: z.string().default('127.0.0.1'),
  /** Where the embedded adapters keep everything. */
  DATA_DIR: z.string().default('./data'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /**
   * Seconds for which a process that is asked to stop serves on while it says that it is not ready: until those who send
   * requests here have noticed. Together with `preStop` it must suit their probes.
   */
  STOP_DELAY_SECONDS: z.coerce.number().min(0).max(60).default(5),
  /** How many proxies in front add to X-Forwarded-For: `true` for one, a number for a chain; off unless there is any. */
  TRUST_PROXY: proxies.default(0),
  /** Kafka's brokers. With this the process uses servers, and `MONGO_URL` where it keeps data; else all is embedded. */
  KAFKA_BROKERS: addresses.optional(),
  /**
   * Seconds of silence after which Kafka gives a process's messages to others. Short ones cost work that is done twice on
   * a busy machine; less than 6 only where the brokers' `group.min.session.timeout.ms` allows it.
   */
  KAFKA_SESSION_SECONDS: z.coerce.number().min(1).max(300).default(12),
  /** Whether connections to brokers use TLS; setting `KAFKA_CA` turns it on too. */
  KAFKA_TLS: z.enum(['true', 'false'], 'must be "true" or "false"').optional(),
  /** CA certificates in PEM that sign the brokers' certificates, where no public authority does. */
  KAFKA_CA: z.string().includes('-----BEGIN CERTIFICATE-----', 'must be certificates in PEM').optional(),
  /** The account on brokers that ask for one; both or neither. */
  KAFKA_USERNAME: z.string().optional(),
  KAFKA_PASSWORD: z.string().optional(),
  /** SASL mechanism of the account. */
  KAFKA_SASL: z.enum(['scram-sha-512', 'scram-sha-256', 'plain']).default('scram-sha-512'),
  /** The MongoDB server, with the account of this process's service. */
  MONGO_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb:// or mongodb+srv://')
    // What is left of mongodb://auth:${PASSWORD}@… when there is none: the driver would try it for ever.
    .refine((url) => !/^[^/]*\/\/[^/:@]*:@/.test(url), 'names an account, but its password is empty')
    .optional(),
  /** The account, where `MONGO_URL` names none: any characters, nothing to escape; both or neither. */
  MONGO_USERNAME: z.string().optional(),
  MONGO_PASSWORD: z.string().optional(),
  /** Keeps several installations on one Kafka and one MongoDB apart: `NAMESPACE.upload.events`, `NAMESPACE-upload`. */
  NAMESPACE: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,30}$/, 'must be 1 to 31 of a-z, 0-9 and dashes')
    .optional(),
  /** Where this process answers gRPC for the others, when it uses servers; 0.0.0.0 in containers. */
  RPC_ADDRESS: z.string().default('127.0.0.1:50051'),
  /** What the processes know each other by, one or two: the first is sent, each is accepted. Needed beyond loopback. */
  RPC_SECRET: rpcSecrets.optional(),
  ...rpcTargets,
  /** Where Prometheus finds the metrics of this process; none when unset. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
});

export type HostConfig = z.infer<typeof hostConfig>;

/** The variable that names the gRPC target of a service. */
export function rpcVariableOf(service: ServiceName): RpcVariable {
  return `${service.toUpperCase() as Uppercase<ServiceName>}_RPC`;
}
