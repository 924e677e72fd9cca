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

/** The listeners of {@link secureSettings}, by what a client shows. */
export const secureListeners = ['passwords', 'certificates', 'tokens', 'expired'];

/**
 * More settings for a broker with ACLs, where nothing is allowed without one: a listener for each way to sign in, and
 * one whose own certificate has expired. Clients of the listener without TLS are administrators.
 * @param {{ settings: object, ports: Record<string, number>, files: { broker: string, expired: string, ca: string } }} options
 *   the files are PEM, each with certificates and their key; the ports belong to {@link secureListeners}
 */
export function secureSettings({ settings, ports, files }) {
  const protocols = { passwords: 'SASL_SSL', certificates: 'SSL', tokens: 'SASL_SSL', expired: 'SSL' };
  const joined = (toText) => secureListeners.map((name) => toText(name)).join(',');
  const ofListener = (name, values) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [`listener.name.${name}.${key}`, value]));
  const module = 'org.apache.kafka.common.security';
  const addresses = joined((name) => `${name.toUpperCase()}://localhost:${ports[name]}`);
  const map = joined((name) => `${name.toUpperCase()}:${protocols[name]}`);
  return {
    ...settings,
    listeners: `${settings.listeners},${addresses}`,
    'advertised.listeners': `${settings['advertised.listeners']},${addresses}`,
    'listener.security.protocol.map': `${settings['listener.security.protocol.map']},${map}`,
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'allow.everyone.if.no.acl.found': false,
    'super.users': 'User:ANONYMOUS',
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': files.broker,
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': files.ca,
    ...ofListener('certificates', { 'ssl.client.auth': 'required' }),
    ...ofListener('expired', { 'ssl.keystore.location': files.expired }),
    ...ofListener('passwords', {
      'sasl.enabled.mechanisms': 'SCRAM-SHA-512',
      'scram-sha-512.sasl.jaas.config': `${module}.scram.ScramLoginModule required;`,
    }),
    ...ofListener('tokens', {
      'sasl.enabled.mechanisms': 'OAUTHBEARER',
      // Without a separate validator the module accepts unsigned tokens.
      'oauthbearer.sasl.jaas.config': `${module}.oauthbearer.OAuthBearerLoginModule required unsecuredLoginStringClaim_sub="broker";`,
    }),
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
