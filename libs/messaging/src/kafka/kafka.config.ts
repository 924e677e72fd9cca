import { certificates, privateKey } from '@vault/base';
import { z } from 'zod';
import type { KafkaSecurity } from './connection/kafka-types.ts';
import { TokenEndpoint } from './connection/token-endpoint.ts';

/** `a:9092,[fd00::1]:9092` as a list. */
const addresses = z
  .string()
  .transform((text) => text.split(',').map((address) => address.trim()))
  .refine((list) => list.every((address) => /^(?:[^\s:/]+|\[[\da-f:.]+\]):\d+$/i.test(address)), {
    error: 'must be host:port, several with commas between',
  });

/** How a process reaches the Kafka brokers, and who it is there. */
export const kafkaConfig = z.object({
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
});

type KafkaAccess = Omit<z.infer<typeof kafkaConfig>, 'KAFKA_BROKERS' | 'KAFKA_SESSION_SECONDS'>;

/** TLS and SASL settings of connections to the brokers; each new connection reads the current secrets. */
export function kafkaSecurityOf(config: KafkaAccess): KafkaSecurity {
  const { KAFKA_TLS, KAFKA_CA, KAFKA_CERT } = config;
  const files = {
    get ca() {
      return config.KAFKA_CA === undefined ? undefined : [config.KAFKA_CA];
    },
    get cert() {
      return config.KAFKA_CERT;
    },
    get key() {
      return config.KAFKA_KEY;
    },
  };
  const ssl = KAFKA_CA === undefined && KAFKA_CERT === undefined ? KAFKA_TLS === 'true' : files;
  const sasl = saslOf(config);
  return { ssl, ...(sasl && { sasl }) };
}

function saslOf(config: KafkaAccess): KafkaSecurity['sasl'] {
  const { KAFKA_SASL: mechanism, KAFKA_USERNAME: username } = config;
  if (mechanism === 'oauthbearer') return { mechanism, token: tokensOf(config) };
  if (username === undefined) return undefined;
  return {
    mechanism,
    username,
    get password() {
      return config.KAFKA_PASSWORD ?? '';
    },
  };
}

function tokensOf(config: KafkaAccess): () => Promise<string> {
  const { KAFKA_OAUTH_TOKEN_URL: url } = config;
  if (url === undefined) return () => Promise.resolve(config.KAFKA_OAUTH_TOKEN ?? '');
  const tokens = new TokenEndpoint({
    url,
    clientId: config.KAFKA_OAUTH_CLIENT_ID ?? '',
    clientSecret: () => config.KAFKA_OAUTH_CLIENT_SECRET ?? '',
    scope: config.KAFKA_OAUTH_SCOPE,
  });
  return () => tokens.current();
}

/** Problems of the token with which this process signs in at the brokers. */
export function problemsOfToken(config: KafkaAccess): string[] {
  const isUsed = config.KAFKA_SASL === 'oauthbearer';
  const { KAFKA_OAUTH_TOKEN: token, KAFKA_OAUTH_TOKEN_URL: url } = config;
  const { KAFKA_OAUTH_CLIENT_ID: id, KAFKA_OAUTH_CLIENT_SECRET: secret } = config;
  if (!isUsed)
    return token || url ? ['KAFKA_SASL: must be oauthbearer when a KAFKA_OAUTH_ variable is set'] : [];
  if (config.KAFKA_USERNAME) return ['KAFKA_USERNAME: has no effect when KAFKA_SASL is oauthbearer'];
  if (token && url) return ['KAFKA_OAUTH_TOKEN and KAFKA_OAUTH_TOKEN_URL are both set; keep one.'];
  if (!token && !url)
    return ['KAFKA_OAUTH_TOKEN: must be set when KAFKA_SASL is oauthbearer, or KAFKA_OAUTH_TOKEN_URL'];
  return Object.entries({ KAFKA_OAUTH_CLIENT_ID: id, KAFKA_OAUTH_CLIENT_SECRET: secret })
    .filter(([, value]) => url && !value)
    .map(([name]) => `${name}: must be set when KAFKA_OAUTH_TOKEN_URL is`);
}
