import { serviceNames, type ServiceName } from '@vault/contracts';
import { ConfigError, isSet, loadAll, type Environment } from '../config/load-config.ts';
import { isLoopback } from '../rpc/rpc-credentials.ts';
import type { ServiceDefinition } from './define-service.ts';
import { hostConfig, rpcVariableOf, type HostConfig } from './host.config.ts';
import { incompleteAccounts } from './server-access.ts';

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
    problems.push(...problemsOfCalls(definitions, loaded.host));
    if (problems.length === 0) return { host: loaded.host, configs: loaded };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    problems.push(...error.problems);
  }
  throw new ConfigError(problems);
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

/** Calls that cross a network must carry a secret: receivers check it, and callers without it would be refused. */
function problemsOfCalls(definitions: readonly ServiceDefinition[], host: HostConfig): string[] {
  if (!host.KAFKA_BROKERS || host.RPC_SECRET) return [];
  const others = serviceNames.filter((name) => definitions.every((each) => each.name !== name));
  const answers = definitions.some(({ rpc }) => rpc);
  const variables = answers ? (['RPC_ADDRESS'] as const) : others.map(rpcVariableOf);
  const open = variables.find((variable) => !isLoopback(host[variable]));
  if (!open) return [];
  return [`RPC_SECRET: must be set, the same for every process, when ${open} is not a loopback address`];
}
