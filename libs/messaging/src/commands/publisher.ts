import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { isMessageType, topicOf } from '@vault/contracts';
import { currentTraceparent, runWithin, startSpan, withTraceparent } from '@vault/base';
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
  for (const [topic, batch] of byTopic) await publish(bus, topic, batch);
}

/**
 * Publishes messages to one topic. A message with a trace gets a span below the one that created it, however long ago,
 * and is sent with the context of that span, so that the time in an outbox is visible.
 */
export async function publish(bus: EventBus, topic: string, messages: readonly Message[]): Promise<void> {
  const sent = messages.map((message) => {
    const { id, type, subject, traceparent } = message;
    if (traceparent === undefined) return { message };
    const span = withTraceparent(traceparent, () =>
      startSpan(`publish ${type}`, { kind: SpanKind.PRODUCER, attributes: { messageId: id, subject } }),
    );
    return { span, message: { ...message, traceparent: runWithin(span, currentTraceparent) ?? traceparent } };
  });
  const batch = sent.map(({ message }) => message);
  try {
    await bus.publish(topic, batch);
  } catch (error) {
    for (const { span } of sent) span?.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    for (const { span } of sent) span?.end();
  }
}
