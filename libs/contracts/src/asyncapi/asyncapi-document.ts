import {
  allTopics,
  commandSchemas,
  eventSchemas,
  messageSchemas,
  topicOf,
  type CommandType,
  type EventType,
  type MessageType,
} from '../messages/registry.ts';
import {
  commandsTopic,
  deadLettersTopic,
  eventsTopic,
  outcomesTopic,
  topicSettings,
} from '../messages/topics.ts';
import { serviceNames, type ServiceName } from '../services.ts';
import { commandSenders, eventsFor, ownerOf, replicaReaders } from './message-facts.ts';
import { deadLetterPart, headerSchemas, messagePart, type Part } from './message-parts.ts';

const typesOf = <Type extends MessageType>(schemas: Readonly<Record<Type, unknown>>) =>
  Object.keys(schemas) as Type[];
const everyType = typesOf<MessageType>(messageSchemas);
const events = typesOf<EventType>(eventSchemas);
const commands = typesOf<CommandType>(commandSchemas);
const outcome: MessageType = 'command.outcome.v1';

const ref = (...path: string[]) => ({ $ref: `#/${path.join('/')}` });
const entries = <Value>(pairs: readonly (readonly [string, Value])[]) => Object.fromEntries(pairs);

/**
 * The AsyncAPI 3.0 document of every topic and message between the services.
 * @param exampleOf the golden message of a type
 */
export function asyncapiDocument(exampleOf: (type: MessageType) => unknown): Part {
  const messages = everyType.map((type) => [type, messagePart(type, exampleOf(type))] as const);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Webinar Vault: events and commands',
      version: '1.0.0',
      description:
        'The messages between the services over Kafka. A message is a CloudEvent in binary mode; delivery is at least ' +
        'once, in order per key. A breaking change is a new version of the type beside the old. With NAMESPACE set, ' +
        'each topic and group begins with it and a dot.',
    },
    defaultContentType: 'application/json',
    channels: entries(allTopics().map((topic) => [topic, channel(topic)] as const)),
    operations: entries(serviceNames.flatMap(operationsOf)),
    components: { schemas: headerSchemas, messages: entries([...messages, ['dead-letter', deadLetterPart]]) },
  };
}

function descriptionOf(topic: string): string {
  if (topic === deadLettersTopic) return 'Messages that consumers gave up, for an operator.';
  if (topic === outcomesTopic)
    return 'Outcomes of commands. Every replica of a service that sends commands reads all of them, in a consumer group of its own.';
  const [owner = ''] = topic.split('.');
  return topic.endsWith('.commands') ? `Commands that ${owner} handles.` : `Events that ${owner} publishes.`;
}

function channel(topic: string): Part {
  const types =
    topic === deadLettersTopic ? ['dead-letter'] : everyType.filter((type) => topicOf(type) === topic);
  const { partitions, retentionMs, segmentMs, cleanupPolicy } = topicSettings(topic);
  const topicConfiguration = {
    ...(cleanupPolicy && { 'cleanup.policy': cleanupPolicy }),
    'retention.ms': retentionMs,
    ...(segmentMs !== undefined && { 'segment.ms': segmentMs }),
  };
  return {
    address: topic,
    description: descriptionOf(topic),
    bindings: { kafka: { partitions, topicConfiguration, bindingVersion: '0.5.0' } },
    messages: entries(types.map((type) => [type, ref('components', 'messages', type)] as const)),
  };
}

interface Operation {
  readonly action: 'send' | 'receive';
  readonly topic: string;
  readonly types: readonly string[];
  readonly summary: string;
  readonly isAnswered?: boolean;
}

/** What one service sends and receives. */
function operationsOf(service: ServiceName): [string, Part][] {
  const isOwn = (type: EventType | CommandType) => ownerOf(type) === service;
  const handled = commands.filter(isOwn);
  const sent = commands.filter((type) => commandSenders[type].includes(service));
  const received = eventsFor(service);
  const keepsDeadLetters = handled.length > 0 || (received.length > 0 && !replicaReaders.includes(service));
  const operations: Operation[] = [
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
    },
    ...commandsByOwner(service, sent),
    ...serviceNames.map((owner): Operation => {
      const types = received.filter((type) => ownerOf(type) === owner);
      return {
        action: 'receive',
        topic: eventsTopic(owner),
        types,
        summary: `${service} consumes events of ${owner}.`,
      };
    }),
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
      topic: deadLettersTopic,
      types: keepsDeadLetters ? ['dead-letter'] : [],
      summary: `${service} publishes a message that it gave up.`,
    },
  ];
  return operations
    .filter(({ types }) => types.length > 0)
    .map((operation) => [
      `${service}-${operation.action}-${operation.topic}`,
      operationPart(service, operation),
    ]);
}

function commandsByOwner(sender: ServiceName, sent: readonly CommandType[]): Operation[] {
  return serviceNames.map((owner) => ({
    action: 'send',
    topic: commandsTopic(owner),
    types: sent.filter((type) => ownerOf(type) === owner),
    summary: `${sender} sends commands to ${owner} and waits for their outcomes.`,
    isAnswered: true,
  }));
}

function operationPart(service: ServiceName, { action, topic, types, summary, isAnswered }: Operation): Part {
  const messagesOf = (channelName: string, names: readonly string[]) =>
    names.map((type) => ref('channels', channelName, 'messages', type));
  const groupId = { type: 'string', enum: [service] };
  // Each replica receives all outcomes and observed events: its consumer group has a name of its own.
  const isPerReplica = topic === outcomesTopic || replicaReaders.includes(service);
  const hasGroup = action === 'receive' && !isPerReplica;
  return {
    action,
    channel: ref('channels', topic),
    summary,
    tags: [{ name: service }],
    messages: messagesOf(topic, types),
    ...(isAnswered && {
      reply: { channel: ref('channels', outcomesTopic), messages: messagesOf(outcomesTopic, [outcome]) },
    }),
    ...(hasGroup && { bindings: { kafka: { groupId, bindingVersion: '0.5.0' } } }),
  };
}
