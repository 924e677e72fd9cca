export { auditEntry, entryOfCommand, fieldsOfCommand, type LoggedChange } from './commands/audit-entry.ts';
export { CommandBus, type MessageListener, type SendOptions } from './commands/command-bus.ts';
export { createEvent, createMessage } from './commands/create-message.ts';
export { createDispatcher } from './commands/dispatch.ts';
export {
  currentRequestKey,
  idFrom,
  type KeyedRequest,
  nextCommandKey,
  withKeyedRequest,
} from './commands/keyed-request.ts';
export type {
  CommandResult,
  GivenUpHandlers,
  MessageConsumer,
  MessageContext,
  MessageHandlers,
} from './commands/message-consumer.ts';
export type { CommandObserver, MessageObserver } from './commands/message-observer.ts';
export {
  type CommandEnd,
  executeOnce,
  type KeyedCommand,
  type KnownRequest,
  otherRequestContent,
  type OutcomeMemory,
} from './commands/outcome-memory.ts';
export { publishAll } from './commands/publisher.ts';
export type { EventBus, Subscription } from './events/event-bus.ts';
export { LogInUseError, PoisonMessageError } from './events/event-errors.ts';
export { decodeMessage } from './events/message-codec.ts';
export type { Message } from './events/message.ts';
export { NamespacedEventBus } from './events/namespaced-event-bus.ts';
export { type BusOperation, runBusOperation } from './events/bus-operations.ts';
