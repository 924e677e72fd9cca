import { randomUUID } from 'node:crypto';
import { messageSchemas, type MessageData, type MessageType, type ServiceName } from '@vault/contracts';
import { encodeMessage } from '../events/message-codec.ts';
import type { Message } from '../events/message.ts';
import { correlationId } from '../logging/correlation.ts';

export interface NewMessage<Type extends MessageType> {
  readonly type: Type;
  readonly source: ServiceName;
  /** The aggregate's id: the key that keeps order. */
  readonly subject: string;
  readonly data: MessageData<Type>;
  readonly deadline?: Date;
  /** Given when the same happening must carry the same id however often it is told. */
  readonly id?: string;
}

/**
 * Makes a CloudEvents envelope around data that its schema accepts.
 * @throws MessageTooLargeError here, before it is stored: in an outbox it would stand in the way for ever
 */
export function createMessage<Type extends MessageType>(
  message: NewMessage<Type>,
): Message<MessageData<Type>> {
  const made = {
    id: message.id ?? randomUUID(),
    type: message.type,
    source: message.source,
    time: new Date().toISOString(),
    subject: message.subject,
    correlationid: correlationId(),
    ...(message.deadline ? { deadline: message.deadline.toISOString() } : {}),
    data: messageSchemas[message.type].parse(message.data) as MessageData<Type>,
  };
  encodeMessage(made);
  return made;
}
