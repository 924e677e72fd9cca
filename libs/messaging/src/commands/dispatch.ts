import { SpanKind, type Span } from '@opentelemetry/api';
import {
  isCommandType,
  isMessageType,
  messageSchemas,
  topicOf,
  type MessageType,
  type ServiceName,
} from '@vault/contracts';
import {
  AppError,
  isStorageFull,
  toAppError,
  type Actor,
  type Logger,
  withOrigin,
  inSpan,
  withoutTrace,
  backOff,
  type RetryPolicy,
} from '@vault/base';
import type { Delivery, EventBus } from '../events/event-bus.ts';
import { PoisonMessageError } from '../events/event-errors.ts';
import type { Message } from '../events/message.ts';
import { withLoggedCommand } from './audit-entry.ts';
import { createMessage } from './create-message.ts';
import { withoutKeyedRequest } from './keyed-request.ts';
import type { HandlingOutcome, MessageObserver } from './message-observer.ts';
import type { CommandResult, MessageConsumer, MessageContext, MessageHandlers } from './message-consumer.ts';
import { executeOnce, type CommandEnd, type OutcomeMemory } from './outcome-memory.ts';
import { publish } from './publisher.ts';

export interface DispatchOptions {
  readonly service: ServiceName;
  readonly consumers: readonly MessageConsumer[];
  readonly bus: EventBus;
  readonly logger: Logger;
  /** The retry policy of failed messages; {@link backOff} by default. */
  readonly retry?: RetryPolicy;
  readonly observer?: MessageObserver | undefined;
  /** Where the service keeps the ends of commands that have a key. */
  readonly memory?: OutcomeMemory | undefined;
}

/** One attempt to handle a message. */
interface Handling {
  readonly delivery: Delivery;
  readonly span: Span;
  /** By `performance.now()`. */
  readonly begin: number;
}

type AnyGivenUpHandler = (data: unknown, message: Message) => Promise<void>;

type AnyHandler = (data: unknown, context: MessageContext) => Promise<CommandResult | undefined>;

/** Collects one handler per type. @throws when a service has two handlers of one type */
export function mergeHandlers(consumers: readonly MessageConsumer[]): ReadonlyMap<MessageType, AnyHandler> {
  const merged = new Map<MessageType, AnyHandler>();
  for (const { handlers } of consumers) {
    for (const type of Object.keys(handlers) as (keyof MessageHandlers)[]) {
      if (merged.has(type)) throw new Error(`Two handlers of one service take ${type}.`);
      merged.set(type, handlers[type] as AnyHandler);
    }
  }
  return merged;
}

/** The topics of the given message types. */
export function topicsOf(types: Iterable<MessageType>): string[] {
  return [...new Set([...types].map(topicOf))];
}

/**
 * Dispatches deliveries to the handler of their type. Types without a handler are ignored. Data that its schema refuses is
 * a poison message, and so is a message outside the topic of its type. A command after its deadline is dropped, because its
 * sender has already answered. A command whose next attempt would come after its deadline fails at once: its sender
 * receives the outcome, and later commands of its key do not wait. The outcome of each attempt is reported to the observer
 * and logged in one line.
 */
export function createDispatcher(options: DispatchOptions) {
  const { service, consumers, bus, logger, observer, memory, retry = backOff() } = options;
  const handlers = mergeHandlers(consumers);

  async function deliver(delivery: Delivery): Promise<void> {
    const { id, type, subject } = delivery.message;
    const handler = isMessageType(type) ? handlers.get(type) : undefined;
    if (!handler) return;
    const attributes = { service, messageId: id, subject, attempt: delivery.attempt };
    await inSpan(`handle ${type}`, { kind: SpanKind.CONSUMER, attributes }, async (span) => {
      const begin = performance.now();
      try {
        report({ delivery, span, begin }, await dispatch(handler, delivery));
      } catch (error) {
        report({ delivery, span, begin }, isGivenUp(error, delivery) ? 'dead' : 'retried');
        throw error;
      }
    });
  }

  function isGivenUp(error: unknown, { attempt, signal }: Delivery): boolean {
    return error instanceof PoisonMessageError || (attempt >= retry.maxAttempts && !signal.aborted);
  }

  function report({ delivery, span, begin }: Handling, outcome: HandlingOutcome): void {
    const { message, attempt } = delivery;
    const { id, type, subject } = message;
    const ms = performance.now() - begin;
    observer?.observe({ group: service, type: type as MessageType, outcome, seconds: ms / 1_000 });
    span.setAttribute('outcome', outcome);
    logger.info({ type, id, subject, attempt, outcome, ms: Math.round(ms) }, 'message');
  }

  async function dispatch(handler: AnyHandler, delivery: Delivery): Promise<HandlingOutcome> {
    const message = delivery.message as Message & { type: MessageType };
    // The rights to topics say who may write which message.
    if (topicOf(message.type) !== delivery.topic)
      throw new PoisonMessageError(`${message.type} came in the topic ${delivery.topic}.`);
    const parsed = messageSchemas[message.type].safeParse(message.data);
    if (!parsed.success) throw new PoisonMessageError(`${message.type}: ${parsed.error.message}`);
    const context = { message, attempt: delivery.attempt, signal: delivery.signal };
    if (isCommandType(message.type)) return await executeCommand(handler, parsed.data, context);
    await handler(parsed.data, context);
    return 'done';
  }

  async function executeCommand(
    handler: AnyHandler,
    data: unknown,
    context: MessageContext,
  ): Promise<HandlingOutcome> {
    const { message } = context;
    if (message.deadline !== undefined && Date.parse(message.deadline) <= Date.now()) {
      logger.warn(
        { type: message.type, id: message.id },
        'a command came after its deadline and was dropped',
      );
      return 'late';
    }
    let end: CommandEnd;
    try {
      end = await executeOnce(memory, message, () =>
        endOf(withLoggedCommand(message, data, () => handler(data, context))),
      );
    } catch (error) {
      const failure = toAppError(error);
      // Only a person can make room, so the sender gets its answer at once.
      const mayRecover = !isStorageFull(error);
      if (mayRecover && (context.signal.aborted || hasTimeForAnotherTry(context))) throw error;
      await publishOutcome(message, refusalOf(failure));
      // The sender has its answer. When the store is back, another attempt would save what the sender gave up.
      if (failure.code === 'unavailable') return 'failed';
      // An internal error becomes a dead letter for analysis.
      throw new PoisonMessageError(`${message.type}: ${String(error)}`, { cause: error });
    }
    await publishOutcome(message, end);
    return end.ok ? 'done' : 'refused';
  }

  function hasTimeForAnotherTry({ message, attempt }: MessageContext): boolean {
    if (attempt >= retry.maxAttempts) return false;
    return message.deadline === undefined || Date.now() + retry.delay(attempt) < Date.parse(message.deadline);
  }

  async function publishOutcome(command: Message, end: CommandEnd): Promise<void> {
    const outcome = createMessage({
      type: 'command.outcome.v1',
      source: service,
      subject: command.subject,
      id: `${command.id}-outcome`,
      replyToken: command.replytoken,
      data: { commandId: command.id, ...end },
    });
    await publish(bus, topicOf('command.outcome.v1'), [outcome]);
  }

  async function reportGivenUp(message: Message): Promise<void> {
    const { type } = message;
    if (!isMessageType(type)) return;
    const parsed = messageSchemas[type].safeParse(message.data);
    if (!parsed.success) return;
    for (const { givenUp = {} } of consumers)
      await (givenUp[type] as AnyGivenUpHandler | undefined)?.(parsed.data, message);
  }

  return {
    types: [...handlers.keys()],
    topics: topicsOf(handlers.keys()),
    retry,
    handle: (delivery: Delivery) => inOriginOf(delivery.message, () => deliver(delivery)),
    onGivenUp: (message: Message) => inOriginOf(message, () => reportGivenUp(message)),
  };
}

function inOriginOf(message: Message, work: () => Promise<void>): Promise<void> {
  const { correlationid: correlationId, traceparent } = message;
  const handle = () => withOrigin({ correlationId, traceparent, actor: actorOf(message) }, work);
  return withoutKeyedRequest(() => withoutTrace(handle));
}

function actorOf({ actorid: id, actoraddress: address }: Message): Actor | undefined {
  return id === undefined ? undefined : { id, address };
}

/** @throws what may be tried again: all but a refusal */
async function endOf(handling: Promise<CommandResult | undefined>): Promise<CommandEnd> {
  try {
    const { version, id, account } = (await handling) ?? {};
    return { ok: true, version, id, account };
  } catch (error) {
    if (error instanceof AppError && error.code !== 'unavailable') return refusalOf(error);
    throw error;
  }
}

function refusalOf({ code, message, field }: AppError): CommandEnd {
  return { ok: false, code, msg: message, field };
}
