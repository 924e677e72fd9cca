import { kafkaOperations, leastRights } from '../../libs/messaging/src/kafka/topics/least-rights.ts';
import { productTopics } from '../../libs/messaging/src/kafka/topics/product-topics.ts';

/** The topics that a service reads in the consumer group of its name. */
export function consumedBy(service: string): string[] {
  const own = kafkaOperations.filter((operation) => operation.service === service && operation.group);
  return own.map(({ topic }) => topic).sort();
}

/** The topics of the broker, and the rights of each account. */
export function kafkaAccess() {
  const topics = productTopics({ replicationFactor: 1 }).map(
    ({ name, partitions, retentionMs, configs }) => ({
      name,
      partitions,
      config: { ...configs, 'retention.ms': String(retentionMs) },
    }),
  );
  return { topics, users: leastRights() };
}
