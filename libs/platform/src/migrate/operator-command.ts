import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { loadConfig, type Environment } from '../config/load-config.ts';
import { operate, type Order } from '../events/operate.ts';
import { kafkaSecurityOf } from '../host/server-access.ts';
import { createServerBus } from '../host/server-bus.ts';
import { createLogger } from '../logging/logger.ts';
import { migrateConfig } from './migrate.config.ts';

const usage = `What can be asked for:
  (nothing)                                             makes topics, accounts and indexes
  dead-letters list [--group G] [--topic T]             shows what consumers gave up
  dead-letters replay [--group G] [--topic T] [ID …]    gives it back to those who gave it up
  replay GROUP TOPIC OFFSET                             lets a group read a topic again; stop its processes first`;

/**
 * @param commands what services add to it
 * @throws with what can be asked for when it is something else
 */
export function parseOrder(args: readonly string[], commands: readonly { usage: string }[] = []): Order {
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
 * Carries out an operator's order on Kafka. Names of groups and topics are those of the product, without a namespace.
 * @throws {ConfigError} naming every problem
 */
export async function runOrder(order: Order, env: Environment, print: (line: string) => void): Promise<void> {
  const config = loadConfig(migrateConfig, env);
  const logger = createLogger({ level: config.LOG_LEVEL }).child({ service: 'migrate' });
  const { KAFKA_BROKERS: brokers, NAMESPACE: namespace } = config;
  const clientId = `operator-${hostname()}`;
  const bus = createServerBus({ brokers, security: kafkaSecurityOf(config), namespace, clientId, logger });
  try {
    for (const line of await operate(bus, order)) print(line);
  } finally {
    await bus.close();
  }
}
