// The least that can answer a message with a message: each that comes on one topic goes back on the other.
import { BareKafka, type BareRecord } from '../product/bare-kafka.ts';

const [brokers = '', namespace = '', there = '', back = ''] = process.argv.slice(2);
const atOnce = 8;

const kafka = new BareKafka({ KAFKA_BROKERS: brokers, MONGODB_URI: '' }, namespace);
const producer = await kafka.openProducer(back);
const reply = async (record: BareRecord) => {
  await producer.send(record);
};
const consumer = await kafka.consume(there, reply, atOnce);
process.once('disconnect', () => {
  void Promise.all([consumer.close(), producer.close()]).finally(() => process.exit(0));
});
process.send?.('ready');
