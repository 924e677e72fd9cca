import type { MessageData, MessageType } from '@vault/contracts';
import type { Message } from '../events/message.ts';

/** What a handler receives in addition to the data. */
export interface MessageContext {
  readonly message: Message;
  readonly attempt: number;
  readonly signal: AbortSignal;
}

export type MessageHandlers = {
  readonly [Type in MessageType]?: (data: MessageData<Type>, context: MessageContext) => Promise<void>;
};

/** A provider that handles messages: `*.commands.ts` and `*.listeners.ts` of a service. */
export interface MessageConsumer {
  readonly handlers: MessageHandlers;
}
