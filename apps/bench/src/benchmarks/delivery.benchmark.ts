import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message } from '@vault/messaging';
import type { Servers } from '../../../e2e/src/testing/stores/test-servers.ts';
import { sized, type Benchmark, type Result } from '../measuring/benchmark.ts';
import { interleave } from '../measuring/interleave.ts';
import { monotonicMs } from '../measuring/monotonic-ms.ts';
import { comparePercentiles, percentilesOf, type Percentiles } from '../measuring/percentiles.ts';
import type { ReceivedEvent } from '../processes/message-listener.ts';
import { startProcess } from '../processes/start-process.ts';
import { BareKafka, type BareProducer, type BareRecord } from '../processes/bare-kafka.ts';
import { withServers } from '../product/microservices.ts';
import { PendingAnswers } from '../product/pending-answers.ts';
import { startPublishingService, type PublishingService } from '../product/publishing-service.ts';
import { programOf, spawnProgram } from '../../../e2e/src/testing/product/product-process.ts';

const rounds = sized(15, 1);
const warmUps = sized(3, 1);
const messagesPerRound = sized(80, 5);
const maxRatio = 1.5;
const unit = 'ms';
const bareTopic = 'bare-events';

/** Time from a stored change until a handler in another process starts, compared with plain kafkajs. */
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
  const service = await startPublishingService(servers, namespace);
  const producer = await kafka.openProducer(bareTopic);
  try {
    const received = new PendingAnswers<number>();
    listener.onMessage((message) => {
      const { id, at } = message as ReceivedEvent;
      received.settle(id, at);
    });
    return await measure(service, producer, received);
  } finally {
    await Promise.allSettled([service.stop(), producer.close(), listener.stop()]);
    await kafka.drop();
  }
}

async function measure(
  service: PublishingService,
  producer: BareProducer,
  received: PendingAnswers<number>,
): Promise<Result[]> {
  const ways = {
    product: () => repeat(() => measureProduct(service, received)),
    bare: () => repeat(() => measureBare(toRecord(service.makeEvent()), producer, received)),
  };
  await interleave(warmUps, ways);
  const { product, bare } = await interleave(rounds, ways);
  return (['p50', 'p95'] as const).map((percentile) =>
    toResult(percentile, comparePercentiles(percentile, product, bare)),
  );
}

async function repeat(once: () => Promise<number>): Promise<Percentiles> {
  const took: number[] = [];
  for (let index = 0; index < messagesPerRound; index += 1) took.push(await once());
  return percentilesOf(took);
}

/** Changes one document and waits until its event is received. @returns milliseconds */
async function measureProduct(service: PublishingService, received: PendingAnswers<number>): Promise<number> {
  const event = service.makeEvent();
  const arrival = received.answerTo(event.id);
  await service.change(event);
  const stored = monotonicMs();
  return (await arrival) - stored;
}

/** Sends one record and waits until it is received. @returns milliseconds */
async function measureBare(
  record: BareRecord,
  producer: BareProducer,
  received: PendingAnswers<number>,
): Promise<number> {
  const arrival = received.answerTo(record.headers?.ce_id ?? '');
  const startedAt = monotonicMs();
  const [at] = await Promise.all([arrival, producer.send(record)]);
  return at - startedAt;
}

/** The same headers and data as a record of the product. */
function toRecord({ data, ...attributes }: Message): BareRecord {
  const headers = Object.entries(attributes).map(([name, value]) => [`ce_${name}`, value] as const);
  return {
    key: attributes.subject,
    value: JSON.stringify(data),
    headers: { ce_specversion: '1.0', 'content-type': 'application/json', ...Object.fromEntries(headers) },
  };
}

function toResult(
  percentile: keyof Percentiles,
  { measured, reference, ratio }: ReturnType<typeof comparePercentiles>,
): Result {
  return {
    name: `stored change to handler in another process, ${percentile}`,
    measured: { value: measured, unit },
    reference: { value: reference, unit },
    ratio,
    bound: `≤ ${String(maxRatio)} × bare produce to consume`,
    isMet: ratio <= maxRatio,
    note: 'sequential changes, in turn to 50 documents, between two processes',
  };
}

/** Creates the product's topics and indexes, as an operator does before the first start. */
async function migrate({ KAFKA_BROKERS, MONGODB_URI: MONGO_URL }: Servers, namespace: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vault-bench-migrate-'));
  const log = join(folder, 'migrate.log');
  try {
    const env = { KAFKA_BROKERS, MONGO_URL, NAMESPACE: namespace };
    const child = spawnProgram(programOf('migrate'), env, log);
    await once(child, 'exit');
    if (child.exitCode !== 0) throw new Error(`migrate failed\n${readFileSync(log, 'utf8')}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
