import { serviceNames, topicOperations, type ServiceName } from '@vault/contracts';
import type { Acl, Right } from '../connection/kafka-types.ts';
import { productTopics } from './product-topics.ts';

/** The rights of an account on a topic, or on groups, without the namespace. */
export interface ResourceRights extends Readonly<Pick<Acl, 'type' | 'name' | 'patternType'>> {
  readonly operations: readonly Right[];
}

/** The topics that each service sends to and receives from. */
export const kafkaOperations = serviceNames.flatMap(topicOperations);

/** The least rights of each account: of each service, and of the migrate command. */
export function leastRights(): Readonly<Record<ServiceName | 'migrate', readonly ResourceRights[]>> {
  const ofServices = serviceNames.map((service) => [service, rightsOf(service)] as const);
  const users = Object.fromEntries(ofServices) as Record<ServiceName, ResourceRights[]>;
  return { ...users, migrate: rightsOfMigrate() };
}

function rightsOf(service: ServiceName): ResourceRights[] {
  const own = kafkaOperations.filter((operation) => operation.service === service);
  const isGrouped = own.some(({ group }) => group);
  const receivesOutcomes = own.some(({ action, group }) => action === 'receive' && !group);
  const names = [...new Set(own.map((operation) => operation.topic))].sort();
  const topics = names.map((name) => {
    const does = (action: string) => own.some((each) => each.topic === name && each.action === action);
    return topic(name, 'Describe', ...(does('receive') ? read : []), ...(does('send') ? write : []));
  });
  return [
    ...topics,
    ...(isGrouped ? [group(service, 'literal', 'Describe', 'Read')] : []),
    // Each replica reads all outcomes, in its own group.
    ...(receivesOutcomes ? [group(`${service}-outcomes-`, 'prefix', 'Describe', 'Read', 'Delete')] : []),
  ];
}

/** It creates topics, replays dead letters, and resets the offsets of a group to replay a topic. */
function rightsOfMigrate(): ResourceRights[] {
  const everything = [
    'Describe',
    'Read',
    'Write',
    'Create',
    'Alter',
    'AlterConfigs',
    'DescribeConfigs',
  ] as const;
  const groups = [...new Set(kafkaOperations.flatMap((operation) => operation.group ?? []))];
  return [
    ...productTopics({ replicationFactor: 1 }).map(({ name }) => topic(name, ...everything)),
    ...groups.map((name) => group(name, 'literal', 'Describe', 'Read', 'Delete')),
    group('dead-letters.reader-', 'prefix', 'Describe', 'Read', 'Delete'),
  ];
}

const read = ['Read'] as const;
const write = ['Write'] as const;

function topic(name: string, ...operations: Right[]): ResourceRights {
  return { type: 'topic', name, patternType: 'literal', operations };
}

function group(name: string, patternType: Acl['patternType'], ...operations: Right[]): ResourceRights {
  return { type: 'group', name, patternType, operations };
}
