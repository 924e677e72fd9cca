import type { KafkaSecurity } from '../events/kafka/kafka-types.ts';
import { MutualTls } from '../rpc/mutual-tls.ts';
import { noSecurity, type RpcSecurity } from '../rpc/rpc-security.ts';
import { sharedSecret } from '../rpc/shared-secret.ts';
import type { HostConfig } from './host.config.ts';

type KafkaAccess = Pick<
  HostConfig,
  'KAFKA_TLS' | 'KAFKA_CA' | 'KAFKA_USERNAME' | 'KAFKA_PASSWORD' | 'KAFKA_SASL'
>;
type RpcAccess = Pick<HostConfig, 'RPC_TLS_CERT' | 'RPC_TLS_KEY' | 'RPC_TLS_CA' | 'RPC_SECRET'>;
type MongoAccount = Pick<HostConfig, 'MONGO_USERNAME' | 'MONGO_PASSWORD'>;

/** TLS and SASL settings of connections to the brokers; each new connection reads the current password and CA. */
export function kafkaSecurityOf(config: KafkaAccess): KafkaSecurity {
  const { KAFKA_TLS, KAFKA_CA, KAFKA_USERNAME: username, KAFKA_PASSWORD, KAFKA_SASL: mechanism } = config;
  const authorities = {
    get ca() {
      return [config.KAFKA_CA ?? ''];
    },
  };
  const ssl = KAFKA_CA === undefined ? KAFKA_TLS === 'true' : authorities;
  if (username === undefined || KAFKA_PASSWORD === undefined) return { ssl };
  const sasl = {
    mechanism,
    username,
    get password() {
      return config.KAFKA_PASSWORD ?? '';
    },
  };
  return { ssl, sasl };
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

/** Inserts the escaped account into the address, unless the address already has one. */
export function withAccount(url: string, { MONGO_USERNAME, MONGO_PASSWORD }: MongoAccount): string {
  if (MONGO_USERNAME === undefined || MONGO_PASSWORD === undefined) return url;
  const [scheme = '', rest = ''] = url.split('://');
  const [hosts = ''] = rest.split(/[/?]/);
  if (hosts.includes('@')) return url;
  return `${scheme}://${encodeURIComponent(MONGO_USERNAME)}:${encodeURIComponent(MONGO_PASSWORD)}@${rest}`;
}

/** Problems for user names without a password, and passwords without a user name. */
export function incompleteAccounts(isSet: (name: string) => boolean): string[] {
  return ['KAFKA', 'MONGO'].flatMap((server) => {
    const [name, password] = [`${server}_USERNAME`, `${server}_PASSWORD`];
    if (isSet(name) === isSet(password)) return [];
    return [
      isSet(name) ? `${password}: must be set when ${name} is` : `${name}: must be set when ${password} is`,
    ];
  });
}
