import { isMessageType, topicOf } from '@vault/contracts';
import type { EventBus } from '../events/event-bus.ts';
import type { Message } from '../events/message.ts';

/** Publishes messages to the topics of their types, in order within each topic. */
export async function publishAll(bus: EventBus, messages: readonly Message[]): Promise<void> {
  const byTopic = new Map<string, Message[]>();
  for (const message of messages) {
    if (!isMessageType(message.type)) throw new Error(`Unknown message type "${message.type}".`);
    const topic = topicOf(message.type);
    byTopic.set(topic, [...(byTopic.get(topic) ?? []), message]);
  }
  for (const [topic, batch] of byTopic) await bus.publish(topic, batch);
}
