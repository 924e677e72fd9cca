export { fromRecord, sizeOf, toRecord } from './cloud-event-record.ts';
export { forGroup, fromLetter, replayHeader, toLetter } from './dead-letter-record.ts';
export { ensureTopics } from './ensure-topics.ts';
export { kafkaConfig, kafkaSecurityOf, problemsOfToken } from './kafka.config.ts';
export { KafkaClient, type KafkaClientOptions } from './kafka-client.ts';
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
} from './kafka-types.ts';
export { kafkaOperations, leastRights } from './least-rights.ts';
export { productTopics } from './product-topics.ts';
