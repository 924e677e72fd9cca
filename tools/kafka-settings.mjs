/**
 * The settings of a Kafka for tests: one node that is both broker and controller.
 * The caller adds its folder and its address for clients (`advertised.listeners` of the listener CLIENTS).
 */
export function kafkaSettings({ host, port, controllerPort }) {
  return {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    'controller.listener.names': 'CONTROLLER',
    listeners: `CLIENTS://${host}:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'listener.security.protocol.map': 'CLIENTS:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'CLIENTS',
    // Only the migrate command creates topics.
    'auto.create.topics.enable': false,
    ...internalTopics(['offsets.topic', 'transaction.state.log', 'share.coordinator.state.topic']),
    'transaction.state.log.min.isr': 1,
    'share.coordinator.state.topic.min.isr': 1,
    // Tests must not wait for members that never join, and only briefly for members that died.
    'group.initial.rebalance.delay.ms': 0,
    'group.min.session.timeout.ms': 500,
    // After a crash the server's previous registration must expire before it serves again.
    'broker.session.timeout.ms': 3000,
    'broker.heartbeat.interval.ms': 500,
    // One node with few clients needs few threads and little memory.
    'num.network.threads': 2,
    'num.io.threads': 2,
    'background.threads': 2,
    'log.cleaner.dedupe.buffer.size': 2_097_152,
    'log.segment.bytes': 16_777_216,
    'log.index.size.max.bytes': 1_048_576,
  };
}

/** Internal topics: one partition, one replica. */
function internalTopics(prefixes) {
  const settings = prefixes.flatMap((prefix) => [
    [`${prefix}.num.partitions`, 1],
    [`${prefix}.replication.factor`, 1],
  ]);
  return Object.fromEntries(settings);
}
