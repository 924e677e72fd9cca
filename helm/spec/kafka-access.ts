import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { serviceNames } from '../../libs/contracts/src/index.ts';
import { productTopics } from '../../libs/platform/src/events/kafka/product-topics.ts';
import { root } from './root.ts';

/** An ACL on a topic or on groups, without the tenant. */
interface Access {
  readonly type: 'topic' | 'group';
  readonly name: string;
  readonly patternType: 'literal' | 'prefix';
  readonly operations: readonly string[];
}

interface KafkaAccess {
  readonly topics: readonly {
    readonly name: string;
    readonly partitions: number;
    readonly config: Readonly<Record<string, string>>;
  }[];
  readonly users: Readonly<Record<string, readonly Access[]>>;
}

interface Operation {
  readonly action: 'send' | 'receive';
  readonly channel: { readonly $ref: string };
  readonly tags: readonly { readonly name: string }[];
  readonly bindings?: { readonly kafka: { readonly groupId: { readonly enum: readonly string[] } } };
}

const document = parse(readFileSync(join(root, 'libs/contracts/asyncapi.yaml'), 'utf8')) as {
  readonly operations: Readonly<Record<string, Operation>>;
};
/** The topics that each service sends to and receives from, according to the contracts. */
export const kafkaOperations = Object.values(document.operations).map(
  ({ action, channel, tags: [tag], bindings }) => ({
    service: tag?.name ?? '',
    action,
    topic: channel.$ref.replace('#/channels/', ''),
    group: bindings?.kafka.groupId.enum[0],
  }),
);

/** The topics that a service reads in the consumer group of its name. */
export function consumedBy(service: string): string[] {
  const own = kafkaOperations.filter((operation) => operation.service === service && operation.group);
  return own.map(({ topic }) => topic).sort();
}

const topic = (name: string, ...operations: string[]): Access => ({
  type: 'topic',
  name,
  patternType: 'literal',
  operations,
});

/** The least ACLs that a service needs: for the topics it sends to and reads, and for its groups. */
function accessOf(service: string): Access[] {
  const own = kafkaOperations.filter((operation) => operation.service === service);
  const isGrouped = own.some(({ group }) => group);
  const hearsOutcomes = own.some(({ action, group }) => action === 'receive' && !group);
  const names = [...new Set(own.map((operation) => operation.topic))].sort();
  const topics = names.map((name) => {
    const does = (action: string) => own.some((each) => each.topic === name && each.action === action);
    return topic(name, 'Describe', ...(does('receive') ? ['Read'] : []), ...(does('send') ? ['Write'] : []));
  });
  return [
    ...topics,
    ...(isGrouped ? [group(service, 'literal', 'Describe', 'Read')] : []),
    // Each replica reads all outcomes, in its own group.
    ...(hearsOutcomes ? [group(`${service}-outcomes-`, 'prefix', 'Describe', 'Read', 'Delete')] : []),
  ];
}

function group(name: string, patternType: Access['patternType'], ...operations: string[]): Access {
  return { type: 'group', name, patternType, operations };
}

/** The topics of the broker, and the ACLs of each account. */
export function kafkaAccess(): KafkaAccess {
  const wanted = productTopics({ replicationFactor: 1 });
  const topics = wanted.map(({ name, partitions, retentionMs, configs }) => ({
    name,
    partitions,
    config: { ...configs, 'retention.ms': String(retentionMs) },
  }));
  const ofServices = serviceNames.map((service) => [service, accessOf(service)] as const);
  const everything = ['Describe', 'Read', 'Write', 'Create', 'Alter', 'AlterConfigs', 'DescribeConfigs'];
  const groups = [...new Set(kafkaOperations.flatMap((operation) => operation.group ?? []))];
  // It creates topics, replays dead letters, and resets the offsets of a group to replay a topic.
  const migrate = [
    ...topics.map(({ name }) => topic(name, ...everything)),
    ...groups.map((name) => group(name, 'literal', 'Describe', 'Read', 'Delete')),
    group('dead-letters.reader-', 'prefix', 'Describe', 'Read', 'Delete'),
  ];
  return { topics, users: { ...Object.fromEntries(ofServices), migrate } };
}
