export { fromRecord, sizeOf, toRecord } from './topics/cloud-event-record.ts';
export { forGroup, fromLetter, replayHeader, toLetter } from './topics/dead-letter-record.ts';
export { checkTopics, ensureTopics } from './topics/ensure-topics.ts';
export { kafkaConfig, kafkaSecurityOf, problemsOfToken } from './kafka.config.ts';
export { KafkaClient, type KafkaClientOptions } from './connection/kafka-client.ts';
export { KafkaEventBus } from './kafka-event-bus.ts';
export type {
  Acl,
  Bounds,
  KafkaPassword,
  KafkaSecurity,
  KafkaToken,
  NewRecord,
  RecordAdmin,
  RecordProducer,
} from './connection/kafka-types.ts';
export { kafkaOperations, leastRights } from './topics/least-rights.ts';
export { productTopics } from './topics/product-topics.ts';
