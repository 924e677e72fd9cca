// Consumes the product's events through the platform, and bare records with plain kafkajs, and reports to the parent
// process when each arrived.
import { createLogger } from '@vault/base';
import { defineService, hostConfig, runServices } from '@vault/platform';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import { monotonicMs } from '../measuring/monotonic-ms.ts';
import { BareKafka } from './bare-kafka.ts';

/** The arrival of a message. */
export interface ReceivedEvent {
  readonly id: string;
  /** In ms of {@link monotonicMs}, the clock that all processes share. */
  readonly at: number;
}

const [brokers = '', mongoUrl = '', namespace = '', bareTopic = ''] = process.argv.slice(2);

function report(id: string): Promise<void> {
  const received: ReceivedEvent = { id, at: monotonicMs() };
  process.send?.(received);
  return Promise.resolve();
}

class Listener implements MessageConsumer {
  readonly handlers: MessageHandlers = {
    'upload.video-ready.v1': (_data, { message }) => report(message.id),
  };
}

class ListeningModule {
  readonly name = 'listening';
}

const listening = defineService({
  name: 'chaptering',
  config: hostConfig,
  consumers: [Listener],
  module: (platform) => ({
    module: ListeningModule,
    imports: [platform],
    providers: [{ provide: Listener, useValue: new Listener() }],
  }),
});

const running = await runServices([listening], {
  env: {
    KAFKA_BROKERS: brokers,
    MONGO_URL: mongoUrl,
    NAMESPACE: namespace,
    PORT: '0',
    RPC_SECRET: 'unused'.padEnd(32, '.'),
  },
  logger: createLogger({ level: 'warn' }),
});
const kafka = new BareKafka({ KAFKA_BROKERS: brokers, MONGODB_URI: mongoUrl }, namespace);
const bare = await kafka.consume(bareTopic, ({ headers }) => report(headers?.ce_id ?? ''));
process.once('disconnect', () => {
  void Promise.all([running.stop(), bare.close()]).finally(() => process.exit(0));
});
process.send?.('ready');
