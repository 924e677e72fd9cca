import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { loadConfig, type Environment, createLogger } from '@vault/base';
import { runBusOperation, type BusOperation } from '@vault/messaging';
import { kafkaSecurityOf } from '@vault/messaging/kafka';
import { createServerBus } from '@vault/platform';
import { migrateConfig } from './common/migrate.config.ts';

const usage = `Commands:
  (nothing)                                             creates topics, accounts and indexes, upgrades data
  dead-letters list [--group G] [--topic T]             lists dead letters
  dead-letters replay [--group G] [--topic T] [ID …]    delivers dead letters to their groups again
  replay GROUP TOPIC OFFSET                             moves a group to an offset; stop its processes first`;

/**
 * Parses the arguments of the operators' command.
 * @param commands commands of services, for the usage
 * @throws with the usage when the arguments are invalid
 */
export function parseOperation(
  args: readonly string[],
  commands: readonly { usage: string }[] = [],
): BusOperation {
  const all = [usage, ...commands.map((command) => command.usage)].join('\n');
  const { values, positionals } = parse(args, all);
  const [first, second, ...rest] = positionals;
  const filter = { ...values, ...(rest.length > 0 ? { ids: rest } : {}) };
  if (first === 'dead-letters' && second === 'list' && rest.length === 0)
    return { do: 'list-dead-letters', ...filter };
  if (first === 'dead-letters' && second === 'replay') return { do: 'replay-dead-letters', ...filter };
  const [topic, offset] = rest;
  if (first === 'replay' && second && topic && rest.length === 2 && /^\d{1,15}$/.test(offset ?? ''))
    return { do: 'replay', group: second, topic, fromOffset: Number(offset) };
  throw new Error(all);
}

function parse(args: readonly string[], usageOfAll: string) {
  try {
    const options = { group: { type: 'string' }, topic: { type: 'string' } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    throw new Error(usageOfAll, { cause });
  }
}

/**
 * Executes an operation on Kafka. Names of groups and topics are given without the namespace.
 * @throws {ConfigError} naming every problem
 */
export async function runOperation(
  operation: BusOperation,
  env: Environment,
  print: (line: string) => void,
): Promise<void> {
  const config = loadConfig(migrateConfig, env);
  const logger = createLogger({ level: config.LOG_LEVEL }).child({ service: 'migrate' });
  const { KAFKA_BROKERS: brokers, NAMESPACE: namespace } = config;
  const clientId = `operator-${hostname()}`;
  const bus = createServerBus({ brokers, security: kafkaSecurityOf(config), namespace, clientId, logger });
  try {
    for (const line of await runBusOperation(bus, operation)) print(line);
  } finally {
    await bus.close();
  }
}
