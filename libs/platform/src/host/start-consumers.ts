import type { INestApplication } from '@nestjs/common';
import type { EventBus } from '../events/event-bus.ts';
import type { Health } from '../health/health.ts';
import { createDispatcher } from '../messaging/dispatch.ts';
import type { MessageConsumer } from '../messaging/message-consumer.ts';
import {
  consumerMetrics,
  deadLetterMetrics,
  messageMetrics,
  producerMetrics,
  type Consumer,
} from '../metrics/message-metrics.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ServiceInstance } from './service-runtime.ts';

export interface ConsumerOptions {
  readonly app: INestApplication;
  readonly instances: readonly ServiceInstance[];
  readonly bus: EventBus;
  readonly health: Health;
  readonly metrics: Metrics;
}

/**
 * Subscribes each service that handles messages, with its own consumer group. Consumers do not affect readiness,
 * because requests can be answered without a broker; a broker that refuses this process does, because its configuration
 * is wrong: a rollout must stop.
 */
export async function startConsumers({ app, instances, bus, health, metrics }: ConsumerOptions) {
  const running: Consumer[] = [];
  const observer = messageMetrics(metrics);
  for (const { name: service, definition, logger } of instances) {
    if (!definition.consumers?.length) continue;
    const consumers = definition.consumers.map((type) => app.get<MessageConsumer>(type, { strict: false }));
    const { topics, types, handle, retry } = createDispatcher({ service, consumers, bus, logger, observer });
    observer.expect(service, types);
    const onDeadLetter = deadLetterMetrics(metrics, service, topics);
    const subscription = await bus.subscribe({
      group: service,
      topics,
      handler: handle,
      retry,
      onDeadLetter,
    });
    health.watch(`${service} consumer`, () => subscription.isHealthy);
    running.push({ group: service, topics, subscription });
  }
  health.register('access to messages', () => !bus.isRefused);
  health.watch('sending messages', () => !bus.isUnavailable);
  producerMetrics(metrics, bus);
  consumerMetrics(metrics, running);
  return { close: () => Promise.all(running.map(({ subscription }) => subscription.close())) };
}
