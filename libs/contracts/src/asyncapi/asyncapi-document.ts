import { allTopics, messageSchemas, topicOf, type MessageType } from '../messages/registry.ts';
import { auditTopic, deadLettersTopic, outcomesTopic, topicSettings } from '../messages/topics.ts';
import { serviceNames } from '../common/services.ts';
import { deadLetterPart, headerSchemas, messagePart, type Part } from './message-parts.ts';
import { topicOperations, type TopicOperation } from './topic-operations.ts';

const everyType = Object.keys(messageSchemas) as MessageType[];
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
    operations: entries(serviceNames.flatMap(topicOperations).map(operationPart)),
    components: { schemas: headerSchemas, messages: entries([...messages, ['dead-letter', deadLetterPart]]) },
  };
}

function descriptionOf(topic: string): string {
  if (topic === deadLettersTopic) return 'Messages that consumers gave up, for an operator.';
  if (topic === outcomesTopic)
    return 'Outcomes of commands. Every replica of a service that sends commands reads all of them, in a consumer group of its own.';
  if (topic === auditTopic) return 'Who changed what in a workspace, for its audit log.';
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

function operationPart({ service, action, topic, types, summary, isAnswered, group }: TopicOperation) {
  const messagesOf = (channelName: string, names: readonly string[]) =>
    names.map((type) => ref('channels', channelName, 'messages', type));
  const part: Part = {
    action,
    channel: ref('channels', topic),
    summary,
    tags: [{ name: service }],
    messages: messagesOf(topic, types),
    ...(isAnswered && {
      reply: { channel: ref('channels', outcomesTopic), messages: messagesOf(outcomesTopic, [outcome]) },
    }),
    ...(group && {
      bindings: {
        kafka: { groupId: { type: 'string', enum: [group] }, bindingVersion: '0.5.0' },
      },
    }),
  };
  return [`${service}-${action}-${topic}`, part] as const;
}
