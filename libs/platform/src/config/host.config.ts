import { createPrivateKey, X509Certificate } from 'node:crypto';
import { serviceNames, type ServiceName } from '@vault/contracts';
import { z } from 'zod';

/** `true` means one proxy. */
const proxies = z
  .enum(['true', 'false', '0', '1', '2', '3', '4', '5'], {
    error: 'must be true, false or a number from 0 to 5',
  })
  .transform((value) => (value === 'true' ? 1 : value === 'false' ? 0 : Number(value)));

/** `a:9092,[fd00::1]:9092` as a list. */
const addresses = z
  .string()
  .transform((text) => text.split(',').map((address) => address.trim()))
  .refine((list) => list.every((address) => /^(?:[^\s:/]+|\[[\da-f:.]+\]):\d+$/i.test(address)), {
    error: 'must be host:port, several with commas between',
  });

/** At most two: the one that is sent, and the previous or next one. Call metadata allows only these characters. */
const rpcSecrets = z
  .string()
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .refine((list) => list.length <= 2 && list.every((secret) => /^[!-~]{32,256}$/.test(secret)), {
    error:
      'must have at least 32 characters, ASCII without spaces; while it changes, two with a comma between',
  });

const certificates = z
  .string()
  .refine((text) => succeeds(() => new X509Certificate(text)), 'must be certificates in PEM');

const privateKey = z
  .string()
  .refine((text) => succeeds(() => createPrivateKey(text)), 'must be a private key in PEM');

/** The variable with the gRPC target of a service, such as `AUTH_RPC`. */
type RpcVariable = `${Uppercase<ServiceName>}_RPC`;

/** `AUTH_RPC`, `UPLOAD_RPC` …: gRPC targets; the default is the service's name, which resolves between containers. */
const rpcTargets = Object.fromEntries(
  serviceNames.map((name) => [rpcVariableOf(name), z.string().default(`dns:///${name}:50051`)]),
) as Record<RpcVariable, z.ZodDefault<z.ZodString>>;

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
  /** The Kafka brokers. If set, the process uses servers, with `MONGO_URL` for its data; else all is embedded. */
  KAFKA_BROKERS: addresses.optional(),
  /**
   * Seconds without a heartbeat after which Kafka reassigns a process's messages. With short values a busy machine
   * handles messages twice; values below 6 need a lower `group.min.session.timeout.ms` on the brokers.
   */
  KAFKA_SESSION_SECONDS: z.coerce.number().min(1).max(300).default(12),
  /** Whether connections to brokers use TLS; setting `KAFKA_CA` or `KAFKA_CERT` turns it on too. */
  KAFKA_TLS: z.enum(['true', 'false'], 'must be "true" or "false"').optional(),
  /** CA certificates in PEM that sign the brokers' certificates, if no public authority does. */
  KAFKA_CA: z.string().includes('-----BEGIN CERTIFICATE-----', 'must be certificates in PEM').optional(),
  /** The account on brokers that require one; set both or neither. */
  KAFKA_USERNAME: z.string().optional(),
  KAFKA_PASSWORD: z.string().optional(),
  /** The certificate of this process for brokers that require one, in PEM, and its key; set both or neither. */
  KAFKA_CERT: certificates.optional(),
  KAFKA_KEY: privateKey.optional(),
  /** SASL mechanism of the account; `oauthbearer` needs a token instead of a name and a password. */
  KAFKA_SASL: z.enum(['scram-sha-512', 'scram-sha-256', 'plain', 'oauthbearer']).default('scram-sha-512'),
  /** The token of `oauthbearer`, usually a file that Kubernetes or another program replaces before it expires. */
  KAFKA_OAUTH_TOKEN: z.string().optional(),
  /** Or the address that issues tokens for the client id and the secret of this process (client credentials). */
  KAFKA_OAUTH_TOKEN_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  KAFKA_OAUTH_CLIENT_ID: z.string().optional(),
  KAFKA_OAUTH_CLIENT_SECRET: z.string().optional(),
  KAFKA_OAUTH_SCOPE: z.string().optional(),
  /** The MongoDB server, with the account of this process's service. */
  MONGO_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb:// or mongodb+srv://')
    // The result of mongodb://auth:${PASSWORD}@… without a PASSWORD: the driver would retry it for ever.
    .refine((url) => !/^[^/]*\/\/[^/:@]*:@/.test(url), 'names an account, but its password is empty')
    .optional(),
  /** The account, if `MONGO_URL` contains none: any characters, without escaping; set both or neither. */
  MONGO_USERNAME: z.string().optional(),
  MONGO_PASSWORD: z.string().optional(),
  /** CA certificates in PEM that sign MongoDB's certificate; turns TLS on, as `tls=true` in `MONGO_URL` does. */
  MONGO_CA: certificates.optional(),
  /** The certificate of this process for MongoDB and its key, in PEM; without an account, its subject is the account. */
  MONGO_CERT: certificates.optional(),
  MONGO_KEY: privateKey.optional(),
  /** Keeps several installations on one Kafka and one MongoDB apart: `NAMESPACE.upload.events`, `NAMESPACE-upload`. */
  NAMESPACE: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,30}$/, 'must be 1 to 31 of a-z, 0-9 and dashes')
    .optional(),
  /** The gRPC address of this process when it uses servers; 0.0.0.0 in containers. */
  RPC_ADDRESS: z.string().default('127.0.0.1:50051'),
  /**
   * Mutual TLS of calls between processes, in PEM; set all three or none. The certificate's DNS names are the names of
   * the process's services: `auth`.
   */
  RPC_TLS_CERT: certificates.optional(),
  RPC_TLS_KEY: privateKey.optional(),
  /** The authorities that sign the certificates of all processes: while they change, the old and the new ones. */
  RPC_TLS_CA: certificates.optional(),
  /**
   * Without certificates: one or two secrets of calls between processes; the first is sent, each is accepted. Only
   * sockets need neither.
   */
  RPC_SECRET: rpcSecrets.optional(),
  ...rpcTargets,
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

function succeeds(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch {
    return false;
  }
}

/** The variable that names the gRPC target of a service. */
export function rpcVariableOf(service: ServiceName): RpcVariable {
  return `${service.toUpperCase() as Uppercase<ServiceName>}_RPC`;
}
