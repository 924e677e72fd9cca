import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { loadConfig, createLogger } from '@vault/base';
import {
  KafkaClient,
  type Acl,
  type RecordAdmin,
  kafkaSecurityOf,
  leastRights,
} from '@vault/messaging/kafka';
import type { OperatorCommand } from '@vault/platform';
import { migrateConfig, type MigrateConfig } from './migrate.config.ts';
import { waitUntilAvailable } from './migrate.ts';

const appliedWithinMs = 10_000;

const usage = `  kafka-acls print [--principal P]                      prints commands that allow each account its topics and groups
  kafka-acls make [--principal P]                       makes these ACLs; P is User:{account}, with certificates User:CN={account}`;

/** Prints or makes the ACLs on Kafka with which each service has only the rights that it needs. */
export const kafkaAclsCommand: OperatorCommand = {
  name: 'kafka-acls',
  usage,
  run: async (args, env, print) => {
    const { action, principal } = parse(args);
    const config = loadConfig(migrateConfig, env);
    const acls = neededAcls(principal, config.NAMESPACE);
    if (action === 'make') await makeAcls(acls, config, print);
    else for (const line of commandsFor(acls, config.KAFKA_BROKERS)) print(line);
  },
};

function parse(args: readonly string[]): { action: string; principal: string } {
  const unusable = (cause?: unknown) => new Error(`Commands:\n${usage}`, { cause });
  try {
    const options = { principal: { type: 'string', default: 'User:{account}' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [action = '', ...more] = positionals;
    if (!['print', 'make'].includes(action) || more.length > 0) throw unusable();
    if (!/^User:.*\{account\}/.test(values.principal)) throw unusable();
    return { action, principal: values.principal };
  } catch (cause) {
    throw unusable(cause);
  }
}

/**
 * The ACLs of all accounts.
 * @param principal the name of an account on the broker, with `{account}` for the name of the service
 */
export function neededAcls(principal: string, namespace: string | undefined): Acl[] {
  const prefix = namespace === undefined ? '' : `${namespace}.`;
  return Object.entries(leastRights()).flatMap(([account, rights]) =>
    rights.flatMap(({ type, name, patternType, operations }) =>
      operations.map((operation) => ({
        principal: principal.replaceAll('{account}', account),
        type,
        name: `${prefix}${name}`,
        patternType,
        operation,
      })),
    ),
  );
}

function commandsFor(acls: readonly Acl[], brokers: readonly string[]): string[] {
  const begin = `kafka-acls.sh --bootstrap-server ${brokers.join(',')} --add`;
  const words = { literal: 'literal', prefix: 'prefixed' };
  const groups = Map.groupBy(acls, ({ principal, type, name, patternType }) =>
    [
      `--allow-principal '${principal}' --${type} '${name}'`,
      `--resource-pattern-type ${words[patternType]}`,
    ].join(' '),
  );
  return [...groups].map(
    ([resource, allowed]) =>
      `${begin} ${resource}${allowed.map(({ operation }) => ` --operation ${operation}`).join('')}`,
  );
}

/** Creates missing ACLs. Others stay; other ACLs of the same accounts are printed. */
async function makeAcls(
  required: readonly Acl[],
  config: MigrateConfig,
  print: (line: string) => void,
): Promise<void> {
  const logger = createLogger({ level: config.LOG_LEVEL }).child({ service: 'migrate' });
  const { KAFKA_BROKERS: brokers } = config;
  const client = new KafkaClient({
    brokers,
    clientId: `operator-${hostname()}`,
    security: kafkaSecurityOf(config),
    logger,
  });
  const admin = await client.openAdmin();
  try {
    const { made, others } = await ensureAcls(admin, required);
    print(`${String(made)} ACLs made, ${String(required.length - made)} found.`);
    for (const { principal, operation, type, name, patternType } of others)
      print(`not needed: ${principal} may ${operation} the ${type} ${name} (${patternType})`);
  } finally {
    await admin.close();
    client.close();
  }
}

/**
 * Makes the missing ACLs, and waits until the brokers apply them.
 * @returns the number of missing ones, and the ACLs of the same accounts that are not wanted
 */
async function ensureAcls(
  admin: RecordAdmin,
  required: readonly Acl[],
): Promise<{ made: number; others: Acl[] }> {
  const keys = new Set(required.map(keyOf));
  const accounts = new Set(required.map(({ principal }) => principal));
  const present = (await admin.acls()).filter(({ principal }) => accounts.has(principal));
  const missing = without(required, present);
  if (missing.length > 0) {
    await admin.createAcls(missing);
    await waitUntilAvailable('The new ACLs', performance.now() + appliedWithinMs, async () => {
      const late = without(missing, await admin.acls());
      if (late.length > 0) throw new Error(`${String(late.length)} are not applied`);
    });
  }
  return { made: missing.length, others: present.filter((acl) => !keys.has(keyOf(acl))) };
}

function without(acls: readonly Acl[], present: readonly Acl[]): Acl[] {
  const keys = new Set(present.map(keyOf));
  return acls.filter((acl) => !keys.has(keyOf(acl)));
}

function keyOf({ principal, type, name, patternType, operation }: Acl): string {
  return JSON.stringify([principal, type, name, patternType, operation]);
}
