import type { INestApplication } from '@nestjs/common';
import type { EventBus, Subscription } from '../events/event-bus.ts';
import type { Health } from '../health/health.ts';
import { createDispatcher } from '../messaging/dispatch.ts';
import type { MessageConsumer } from '../messaging/message-consumer.ts';
import type { ServiceInstance } from './service-runtime.ts';

export interface ConsumerOptions {
  readonly app: INestApplication;
  readonly instances: readonly ServiceInstance[];
  readonly bus: EventBus;
  readonly health: Health;
}

/** Subscribes each service that handles messages, in one consumer group of its own. */
export async function startConsumers({ app, instances, bus, health }: ConsumerOptions) {
  const subscriptions: Subscription[] = [];
  for (const { name: service, definition, logger } of instances) {
    if (!definition.consumers?.length) continue;
    const consumers = definition.consumers.map((type) => app.get<MessageConsumer>(type, { strict: false }));
    const { topics, handle, retry } = createDispatcher({ service, consumers, bus, logger });
    const subscription = await bus.subscribe({ group: service, topics, handler: handle, retry });
    health.register(`${service} consumer`, () => subscription.isHealthy);
    subscriptions.push(subscription);
  }
  return { close: () => Promise.all(subscriptions.map((subscription) => subscription.close())) };
}
