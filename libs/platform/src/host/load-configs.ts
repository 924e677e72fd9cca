import { createPrivateKey, X509Certificate } from 'node:crypto';
import { serviceNames, type ServiceName } from '@vault/contracts';
import { ConfigError, isSet, loadAll, type Environment } from '@vault/base';
import { problemsOfToken } from '@vault/messaging/kafka';
import { hasName, isSocket, rpcVariableOf } from '@vault/rpc';
import type { ServiceDefinition } from './define-service.ts';
import { hostConfig, type HostConfig } from '../config/host.config.ts';
import { incompleteAccounts } from '../config/incomplete-accounts.ts';

export interface LoadedConfigs {
  readonly host: HostConfig;
  readonly configs: Readonly<Record<ServiceName, unknown>>;
}

/**
 * The configuration of a process and of each service in it.
 * @throws {ConfigError} naming every problem
 */
export function loadConfigs(definitions: readonly ServiceDefinition[], env: Environment): LoadedConfigs {
  const schemas = {
    host: hostConfig,
    ...Object.fromEntries(definitions.map(({ name, config }) => [name, config])),
  };
  const problems = problemsOnServers(definitions, env);
  try {
    const loaded = loadAll(schemas, env) as { host: HostConfig } & Record<ServiceName, unknown>;
    problems.push(...problemsOfToken(loaded.host), ...problemsOfCalls(definitions, loaded.host));
    problems.push(...problemsOfKeys(loaded.host));
    if (problems.length === 0) return { host: loaded.host, configs: loaded };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    problems.push(...error.problems);
  }
  throw new ConfigError(problems);
}

/**
 * Reads the configuration again and puts it into the objects of the first reading, which services keep: a value that
 * may come from a file must be read from them when it is used.
 * @throws {ConfigError} naming every problem; then nothing has changed
 */
export function reloadConfigs(
  { host, configs }: LoadedConfigs,
  definitions: readonly ServiceDefinition[],
  env: Environment,
): void {
  const fresh = loadConfigs(definitions, env);
  Object.assign(host, fresh.host);
  for (const { name } of definitions) Object.assign(configs[name] as object, fresh.configs[name]);
}

/** Problems that only matter when servers are used. */
function problemsOnServers(definitions: readonly ServiceDefinition[], env: Environment): string[] {
  const [hasKafka, hasMongo] = [isSet(env, 'KAFKA_BROKERS'), isSet(env, 'MONGO_URL')];
  if (!hasKafka && !hasMongo) return [];
  const keepsData = definitions.some(({ models }) => models);
  return [
    ...incompleteAccounts((name) => isSet(env, name)),
    ...(hasKafka ? [] : ['KAFKA_BROKERS: must be set when MONGO_URL is']),
    ...(hasMongo || !keepsData ? [] : ['MONGO_URL: must be set when KAFKA_BROKERS is']),
    ...definitions
      .flatMap(({ sharedByReplicas }) => sharedByReplicas ?? [])
      .filter((name) => !isSet(env, name))
      .map((name) => `${name}: must be set, the same for every replica, when KAFKA_BROKERS is`),
  ];
}

/** Calls that leave this process need certificates or a secret: receivers would refuse them. */
function problemsOfCalls(definitions: readonly ServiceDefinition[], host: HostConfig): string[] {
  if (!host.KAFKA_BROKERS) return [];
  const { RPC_TLS_CERT: cert, RPC_TLS_KEY: key, RPC_TLS_CA: ca } = host;
  if (cert && key && ca) return problemsOfNames(definitions, cert);
  const missing = Object.entries({ RPC_TLS_CERT: cert, RPC_TLS_KEY: key, RPC_TLS_CA: ca }).filter(
    ([, pem]) => !pem,
  );
  if (missing.length < 3)
    return missing.map(([name]) => `${name}: must be set when another RPC_TLS_ variable is`);
  if (host.RPC_SECRET) return [];
  const others = serviceNames.filter((name) => definitions.every((each) => each.name !== name));
  const answers = definitions.some(({ rpc }) => rpc);
  const variables = answers ? (['RPC_ADDRESS'] as const) : others.map(rpcVariableOf);
  if (variables.every((variable) => isSocket(host[variable]))) return [];
  return ['RPC_SECRET: must be set, the same for every process, unless the RPC_TLS_ variables are'];
}

function problemsOfNames(definitions: readonly ServiceDefinition[], certificate: string): string[] {
  const parsed = new X509Certificate(certificate);
  const unnamed = definitions.filter(({ name }) => !hasName(parsed, name));
  return unnamed.map(({ name }) => `RPC_TLS_CERT: must have the DNS name ${name}`);
}

/** Of two files one may be replaced before the other. */
function problemsOfKeys(host: HostConfig): string[] {
  return (['RPC_TLS', 'KAFKA'] as const).flatMap((prefix) => {
    const [cert, key] = [host[`${prefix}_CERT`], host[`${prefix}_KEY`]];
    if (!cert || !key || new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) return [];
    return [`${prefix}_KEY: must be the key of ${prefix}_CERT`];
  });
}
