import {
  commandsBy,
  commandSchemas,
  eventSchemas,
  eventsFor,
  factsOfMessage,
  loggedActionOf,
  loggedCalls,
  ownerOf,
  type CommandType,
  type EventType,
  type MessageType,
} from '../messages/registry.ts';
import {
  auditTopic,
  commandsTopic,
  deadLettersTopic,
  eventsTopic,
  outcomesTopic,
} from '../messages/topics.ts';
import { serviceNames, type ServiceName } from '../common/services.ts';

const outcome: MessageType = 'command.outcome.v1';
const entry: MessageType = 'audit.entry.v1';
const events = Object.keys(eventSchemas) as EventType[];
const commands = Object.keys(commandSchemas) as CommandType[];

/** Services of which each replica reads all its events, in the group of its outcomes. */
const replicaReaders: readonly ServiceName[] = ['gateway'];

/** Messages that a service sends to a topic or receives from it. */
export interface TopicOperation {
  readonly service: ServiceName;
  readonly action: 'send' | 'receive';
  readonly topic: string;
  readonly types: readonly string[];
  readonly summary: string;
  readonly isAnswered?: boolean;
  /** The consumer group; not set when each replica has its own. */
  readonly group?: ServiceName;
}

/** What one service sends and receives, by topic. */
export function topicOperations(service: ServiceName): TopicOperation[] {
  const isOwn = (type: EventType | CommandType) => ownerOf(type) === service;
  const handled = commands.filter(isOwn);
  const isOfService = (call: string) => call.startsWith(`${service}.`);
  const sent = commandsBy(service);
  const received = eventsFor(service);
  // Each replica receives all observed events: its consumer group has a unique name.
  const isPerReplica = replicaReaders.includes(service);
  const keepsDeadLetters = handled.length > 0 || (received.length > 0 && !isPerReplica);
  const operations: Omit<TopicOperation, 'service'>[] = [
    {
      action: 'send',
      topic: eventsTopic(service),
      types: events.filter(isOwn),
      summary: `${service} publishes its events.`,
    },
    {
      action: 'receive',
      topic: commandsTopic(service),
      types: handled,
      summary: `${service} handles its commands and publishes their outcomes.`,
      isAnswered: true,
      group: service,
    },
    ...commandsByOwner(service, sent),
    ...serviceNames.map((owner) => ({
      action: 'receive' as const,
      topic: eventsTopic(owner),
      types: received.filter((type) => ownerOf(type) === owner),
      summary: `${service} consumes events of ${owner}.`,
      ...(isPerReplica ? {} : { group: service }),
    })),
    {
      action: 'send',
      topic: outcomesTopic,
      types: handled.length > 0 ? [outcome] : [],
      summary: `${service} publishes outcomes of commands.`,
    },
    {
      action: 'receive',
      topic: outcomesTopic,
      types: sent.length > 0 ? [outcome] : [],
      summary: `${service} receives the outcomes of its commands.`,
    },
    {
      action: 'send',
      topic: auditTopic,
      types: handled.some(loggedActionOf) || loggedCalls.some(isOfService) ? [entry] : [],
      summary: `${service} publishes entries of audit logs.`,
    },
    {
      action: 'receive',
      topic: auditTopic,
      types: factsOfMessage(entry).others.includes(service) ? [entry] : [],
      summary: `${service} keeps the audit logs of workspaces.`,
      group: service,
    },
    {
      action: 'send',
      topic: deadLettersTopic,
      types: keepsDeadLetters ? ['dead-letter'] : [],
      summary: `${service} publishes a message that it gave up.`,
    },
  ];
  return operations.filter(({ types }) => types.length > 0).map((operation) => ({ ...operation, service }));
}

function commandsByOwner(sender: ServiceName, sent: readonly CommandType[]) {
  return serviceNames.map((owner) => ({
    action: 'send' as const,
    topic: commandsTopic(owner),
    types: sent.filter((type) => ownerOf(type) === owner),
    summary: `${sender} sends commands to ${owner} and waits for their outcomes.`,
    isAnswered: true,
  }));
}
