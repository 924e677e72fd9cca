export { makeMessage } from '../events/contract/make-message.ts';
export { type KafkaServer, silent, startKafka } from '../kafka/kafka-harness.ts';
export { startSecureKafka, unsignedToken } from './secure-kafka.fixture.ts';
export { RememberedOutcomes } from './remembered-outcomes.ts';
