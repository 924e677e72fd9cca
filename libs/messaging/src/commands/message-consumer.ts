import type { CommandOutcome, MessageData, MessageType } from '@vault/contracts';
import type { Message } from '../events/message.ts';

/** What a handler receives in addition to the data. */
export interface MessageContext {
  readonly message: Message;
  readonly attempt: number;
  readonly signal: AbortSignal;
}

/** What the outcome of a command says besides its success. */
export type CommandResult = Pick<CommandOutcome, 'version' | 'id' | 'account'>;

export type MessageHandlers = {
  readonly [Type in MessageType]?: (
    data: MessageData<Type>,
    context: MessageContext,
    // oxlint-disable-next-line typescript/no-invalid-void-type -- most handlers have nothing to answer
  ) => Promise<CommandResult | void>;
};

/** What is done when a message has become a dead letter; a second time perhaps, so it is idempotent by the message's id. */
export type GivenUpHandlers = {
  readonly [Type in MessageType]?: (data: MessageData<Type>, message: Message) => Promise<void>;
};

/** A provider that handles messages: `*.commands.ts` and `*.listeners.ts` of a service. */
export interface MessageConsumer {
  readonly handlers: MessageHandlers;
  /** Says to the person who waits that a message was given up; most messages have nobody who waits. */
  readonly givenUp?: GivenUpHandlers;
}
