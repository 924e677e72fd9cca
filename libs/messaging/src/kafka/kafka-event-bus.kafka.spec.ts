import { describeEventBus } from '../events/contract/event-bus.contract.ts';
import { createTopic, openKafkaHarness, startKafka } from './kafka-harness.ts';

const brokers = process.env['KAFKA_BROKERS'];
const server =
  brokers === undefined ? await startKafka() : { brokers: brokers, stop: () => Promise.resolve() };

beforeAll(() => createTopic(server.brokers, { partitions: 1, name: 'dead-letters' }));
afterAll(() => server.stop());
describeEventBus('KafkaEventBus', () => Promise.resolve(openKafkaHarness(server.brokers)));
