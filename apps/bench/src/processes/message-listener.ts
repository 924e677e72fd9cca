// Listens to the same events twice: as a service of the product does, and with kafkajs alone. Tells the parent when each came.
import {
  createLogger,
  defineService,
  hostConfig,
  runServices,
  type MessageConsumer,
  type MessageHandlers,
} from '@vault/platform';
import { monotonicMs } from '../measuring/monotonic-ms.ts';
import { BareKafka } from '../product/bare-kafka.ts';

/** A message was there. */
export interface Heard {
  readonly id: string;
  /** By the clock that all processes share. */
  readonly at: number;
}

const [brokers = '', mongoUrl = '', namespace = '', bareTopic = ''] = process.argv.slice(2);

function tell(id: string): Promise<void> {
  const heard: Heard = { id, at: monotonicMs() };
  process.send?.(heard);
  return Promise.resolve();
}

class Listener implements MessageConsumer {
  readonly handlers: MessageHandlers = { 'upload.video-ready.v1': (_data, { message }) => tell(message.id) };
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
    ...{ KAFKA_BROKERS: brokers, MONGO_URL: mongoUrl, NAMESPACE: namespace },
    ...{ PORT: '0', RPC_SECRET: 'nobody-is-asked'.padEnd(32, '.') },
  },
  logger: createLogger({ level: 'warn' }),
});
const kafka = new BareKafka({ KAFKA_BROKERS: brokers, MONGODB_URI: mongoUrl }, namespace);
const bare = await kafka.consume(bareTopic, ({ headers }) => tell(headers?.ce_id ?? ''));
process.once('disconnect', () => {
  void Promise.all([running.stop(), bare.close()]).finally(() => process.exit(0));
});
process.send?.('ready');
