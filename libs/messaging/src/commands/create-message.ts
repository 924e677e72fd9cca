import { randomUUID } from 'node:crypto';
import {
  messageSchemas,
  type EventType,
  type MessageData,
  type MessageType,
  type ServiceName,
} from '@vault/contracts';
import { correlationId, currentActor, currentTraceparent } from '@vault/base';
import { encodeMessage } from '../events/message-codec.ts';
import type { Message } from '../events/message.ts';
import type { CommandKey } from './keyed-request.ts';

export interface NewMessage<Type extends MessageType> {
  readonly type: Type;
  readonly source: ServiceName;
  /** The aggregate's id: the message key, which defines the order. */
  readonly subject: string;
  readonly data: MessageData<Type>;
  readonly deadline?: Date;
  readonly replyToken?: string | undefined;
  /** Of a command whose client chose an idempotency key; its id comes from the key. */
  readonly key?: CommandKey | undefined;
  /** Set when the same event must have the same id each time it is published. */
  readonly id?: string;
}

/**
 * Creates a CloudEvents envelope with validated data.
 * @throws MessageTooLargeError before it is stored, because it would block an outbox for ever
 */
export function createMessage<Type extends MessageType>(
  message: NewMessage<Type>,
): Message<MessageData<Type>> {
  const actor = currentActor();
  const traceparent = currentTraceparent();
  const newMessage = {
    id: message.id ?? message.key?.id ?? randomUUID(),
    type: message.type,
    source: message.source,
    time: new Date().toISOString(),
    subject: message.subject,
    correlationid: correlationId(),
    ...(actor && { actorid: actor.id }),
    ...(actor?.address !== undefined && { actoraddress: actor.address }),
    ...(traceparent !== undefined && { traceparent }),
    ...(message.deadline ? { deadline: message.deadline.toISOString() } : {}),
    ...(message.replyToken !== undefined && { replytoken: message.replyToken }),
    ...(message.key && { requestkey: message.key.requestKey, requesthash: message.key.requestHash }),
    data: messageSchemas[message.type].parse(message.data) as MessageData<Type>,
  };
  encodeMessage(newMessage);
  return newMessage;
}

/** As {@link createMessage}, for an event, whose type begins with the name of its service. */
export function createEvent<Type extends EventType>(
  type: Type,
  subject: string,
  data: MessageData<Type>,
): Message<MessageData<Type>> {
  return createMessage({ type, source: type.split('.', 1)[0] as ServiceName, subject, data });
}
