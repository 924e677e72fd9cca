import { randomUUID } from 'node:crypto';
import type { Message } from '@vault/platform';
import type { Servers } from '../../../e2e/src/testing/test-servers.ts';
import type { Benchmark, Result } from '../benchmark.ts';
import { interleave } from '../measuring/interleave.ts';
import { monotonicMs } from '../measuring/monotonic-ms.ts';
import { compareSpreads, spreadOf, type Spread } from '../measuring/spread.ts';
import type { Heard } from '../processes/message-listener.ts';
import { startProcess } from '../processes/start-process.ts';
import { Awaited } from '../product/awaited.ts';
import { BareKafka, type BareProducer, type BareRecord } from '../product/bare-kafka.ts';
import { withServers } from '../product/microservices.ts';
import { migrate } from '../product/migrate.ts';
import { startTellingService, type TellingService } from '../product/telling-service.ts';

const rounds = 15;
const warmUps = 3;
const messagesARound = 80;
const most = 1.5;
const unit = 'ms';
const bareTopic = 'bare-events';

/** From a stored change until another process begins to handle its event, against Kafka with nothing between. */
export const deliveryBenchmark: Benchmark = {
  name: 'delivery',
  run: () => withServers(measureOn),
};

async function measureOn(servers: Servers): Promise<Result[]> {
  const namespace = `bench-${randomUUID().slice(0, 8)}`;
  const { KAFKA_BROKERS, MONGODB_URI } = servers;
  const kafka = new BareKafka(servers, namespace);
  await migrate(servers, namespace);
  await kafka.createTopics(bareTopic);
  const listener = await startProcess('message-listener.ts', [
    KAFKA_BROKERS,
    MONGODB_URI,
    namespace,
    bareTopic,
  ]);
  const service = await startTellingService(servers, namespace);
  const producer = await kafka.openProducer(bareTopic);
  try {
    const heard = new Awaited<number>();
    listener.hear((message) => {
      const { id, at } = message as Heard;
      heard.settle(id, at);
    });
    return await measure(service, producer, heard);
  } finally {
    await Promise.allSettled([service.stop(), producer.close(), listener.stop()]);
    await kafka.drop();
  }
}

async function measure(
  service: TellingService,
  producer: BareProducer,
  heard: Awaited<number>,
): Promise<Result[]> {
  const ways = {
    product: () => takeMany(() => tell(service, heard)),
    bare: () => takeMany(() => send(toRecord(service.makeEvent()), producer, heard)),
  };
  await interleave(warmUps, ways);
  const { product, bare } = await interleave(rounds, ways);
  return (['p50', 'p95'] as const).map((share) => toResult(share, compareSpreads(share, product, bare)));
}

async function takeMany(once: () => Promise<number>): Promise<Spread> {
  const took: number[] = [];
  for (let index = 0; index < messagesARound; index += 1) took.push(await once());
  return spreadOf(took);
}

/** One change, and its event is waited for. @returns milliseconds */
async function tell(service: TellingService, heard: Awaited<number>): Promise<number> {
  const event = service.makeEvent();
  const begins = heard.answerTo(event.id);
  await service.change(event);
  const stored = monotonicMs();
  return (await begins) - stored;
}

async function send(record: BareRecord, producer: BareProducer, heard: Awaited<number>): Promise<number> {
  const comes = heard.answerTo(record.headers?.ce_id ?? '');
  const begun = monotonicMs();
  const [at] = await Promise.all([comes, producer.send(record)]);
  return at - begun;
}

/** With all that the product's own record has. */
function toRecord({ data, ...attributes }: Message): BareRecord {
  const headers = Object.entries(attributes).map(([name, value]) => [`ce_${name}`, value] as const);
  return {
    key: attributes.subject,
    value: JSON.stringify(data),
    headers: { ce_specversion: '1.0', 'content-type': 'application/json', ...Object.fromEntries(headers) },
  };
}

function toResult(
  share: keyof Spread,
  { measured, reference, ratio }: ReturnType<typeof compareSpreads>,
): Result {
  return {
    name: `stored change to handler elsewhere, ${share}`,
    measured: { value: measured, unit },
    reference: { value: reference, unit },
    ratio,
    bound: `≤ ${String(most)} × bare produce to consume`,
    isMet: ratio <= most,
    note: 'one change after the other, each to another of 50 documents, between two processes',
  };
}
