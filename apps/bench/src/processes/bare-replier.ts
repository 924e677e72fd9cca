// A minimal Kafka replier: sends each message of one topic back on the other.
import { BareKafka, type BareRecord } from './bare-kafka.ts';

const [brokers = '', namespace = '', requestTopic = '', replyTopic = ''] = process.argv.slice(2);
const atOnce = 8;

const kafka = new BareKafka({ KAFKA_BROKERS: brokers, MONGODB_URI: '' }, namespace);
const producer = await kafka.openProducer(replyTopic);
const reply = async (record: BareRecord) => {
  await producer.send(record);
};
const consumer = await kafka.consume(requestTopic, reply, atOnce);
process.once('disconnect', () => {
  void Promise.all([consumer.close(), producer.close()]).finally(() => process.exit(0));
});
process.send?.('ready');
