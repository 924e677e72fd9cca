import { type KafkaSecurity, TokenEndpoint } from '@vault/messaging/kafka';
import type { MongoAccess } from '@vault/store';
import { MutualTls, noSecurity, type RpcSecurity, sharedSecret } from '@vault/rpc';
import type { HostConfig } from './host.config.ts';

type KafkaAccess = Pick<
  HostConfig,
  Exclude<Extract<keyof HostConfig, `KAFKA_${string}`>, 'KAFKA_BROKERS' | 'KAFKA_SESSION_SECONDS'>
>;
type RpcAccess = Pick<HostConfig, 'RPC_TLS_CERT' | 'RPC_TLS_KEY' | 'RPC_TLS_CA' | 'RPC_SECRET'>;
type MongoAccount = Pick<HostConfig, 'MONGO_USERNAME' | 'MONGO_PASSWORD'>;
type MongoSettings = MongoAccount & Pick<HostConfig, 'MONGO_CA' | 'MONGO_CERT' | 'MONGO_KEY'>;

/** TLS and SASL settings of connections to the brokers; each new connection reads the current secrets. */
export function kafkaSecurityOf(config: KafkaAccess): KafkaSecurity {
  const { KAFKA_TLS, KAFKA_CA, KAFKA_CERT } = config;
  const certificates = {
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
  const ssl = KAFKA_CA === undefined && KAFKA_CERT === undefined ? KAFKA_TLS === 'true' : certificates;
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

/** Certificates if they are set, else the secret; neither for sockets. */
export function rpcSecurityOf(config: RpcAccess): { security: RpcSecurity; refresh: () => void } {
  const current = () => ({
    cert: config.RPC_TLS_CERT ?? '',
    key: config.RPC_TLS_KEY ?? '',
    ca: config.RPC_TLS_CA ?? '',
  });
  if (config.RPC_TLS_CERT !== undefined) {
    const security = new MutualTls({ current });
    return { security, refresh: () => security.refresh() };
  }
  const security = config.RPC_SECRET ? sharedSecret(() => config.RPC_SECRET ?? []) : noSecurity;
  return { security, refresh: () => undefined };
}

/** How to connect to MongoDB now. Without an account the certificate is the account (X.509). */
export function mongoAccessOf(given: string, config: MongoSettings): MongoAccess {
  const { MONGO_CA: ca, MONGO_CERT: cert, MONGO_KEY: key } = config;
  const url = withAccount(given, config);
  if (ca === undefined && cert === undefined) return { url };
  const tls = { tls: true, ...(ca !== undefined && { ca }) };
  if (cert === undefined || key === undefined) return { url, options: tls };
  const x509 = { authMechanism: 'MONGODB-X509', authSource: '$external' } as const;
  return { url, options: { ...tls, cert, key, ...(hasAccount(url) ? {} : x509) } };
}

/** Inserts the escaped account into the address, unless the address already has one. */
export function withAccount(url: string, { MONGO_USERNAME, MONGO_PASSWORD }: MongoAccount): string {
  if (MONGO_USERNAME === undefined || MONGO_PASSWORD === undefined) return url;
  if (hasAccount(url)) return url;
  const [scheme = '', rest = ''] = url.split('://');
  return `${scheme}://${encodeURIComponent(MONGO_USERNAME)}:${encodeURIComponent(MONGO_PASSWORD)}@${rest}`;
}

function hasAccount(url: string): boolean {
  return /^[^/]*\/\/[^/?]*@/.test(url);
}

/** Problems of accounts that are not complete, such as user names without a password. */
export function incompleteAccounts(isSet: (name: string) => boolean): string[] {
  return [
    ['KAFKA_USERNAME', 'KAFKA_PASSWORD'],
    ['KAFKA_CERT', 'KAFKA_KEY'],
    ['MONGO_USERNAME', 'MONGO_PASSWORD'],
    ['MONGO_CERT', 'MONGO_KEY'],
  ].flatMap((pair) => {
    const [present, missing] = [pair.find(isSet), pair.find((name) => !isSet(name))];
    return present && missing ? [`${missing}: must be set when ${present} is`] : [];
  });
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
