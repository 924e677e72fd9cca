import { randomUUID } from 'node:crypto';
import {
  isMessageType,
  messageSchemas,
  outcomesTopic,
  topicOf,
  type CommandOutcome,
  type CommandType,
  type EventType,
  type MessageData,
  type ServiceName,
} from '@vault/contracts';
import { AppError, isStorageFull, toAppError, inSpan, setCode } from '@vault/base';
import type { EventBus, Subscription } from '../events/event-bus.ts';
import type { Message } from '../events/message.ts';
import { createMessage } from './create-message.ts';
import { topicsOf } from './dispatch.ts';
import { nextCommandKey } from './keyed-request.ts';
import type { CommandObserver } from './message-observer.ts';
import { publish } from './publisher.ts';

interface Pending {
  readonly settle: (outcome: CommandOutcome) => void;
}

export interface SendOptions {
  readonly subject: string;
  /** Milliseconds the sender waits for the outcome; 10,000 by default. */
  readonly deadlineMs?: number;
  /**
   * Use the same id to send a command again whose outcome was not received: the owner executes it once. Without one, it
   * comes from the key of the client's request, or is random.
   */
  readonly id?: string;
  /** Publishes the command instead of the bus: stores it in an outbox, together with a change. */
  readonly publish?: (command: Message) => Promise<void>;
}

export interface CommandBusOptions {
  readonly observer?: CommandObserver;
  /** Events that this replica reads as well; like outcomes, each replica reads all of them. */
  readonly observedEvents?: readonly EventType[];
  /** Fetches outcomes in batches, up to 250 ms late: for rare senders, because every replica receives all outcomes. */
  readonly isBatched?: boolean;
}

/** Receives the outcomes of all replicas' commands and the observed events, in the order of their subject. */
export type MessageListener = (message: Message) => void;

/** A command that its owner has executed; `version`, `id` and `account` where the owner answers them. */
export type Executed = Pick<CommandOutcome, 'commandId' | 'version' | 'id' | 'account'>;

/** How often pending commands are ended when the log cannot be written: nor can their outcomes. */
const checkEveryMs = 250;

/** More pending commands mean that owners do not answer, so further calls are rejected at once. */
const maxPending = 5_000;

/** Sends commands to their owners and waits for the outcomes. */
export class CommandBus {
  /** By reply token. */
  private readonly pending = new Map<string, Pending>();
  private subscription: Subscription | undefined;
  private readonly listeners: MessageListener[] = [];
  private isClosed = false;
  private check: NodeJS.Timeout | undefined;

  /** @param group the outcome group of this replica: each replica reads all outcomes */
  constructor(
    private readonly bus: EventBus,
    private readonly source: ServiceName,
    private readonly group: string,
    private readonly options: CommandBusOptions = {},
  ) {}

  async start(): Promise<void> {
    this.subscription = await this.bus.subscribe({
      group: this.group,
      topics: [outcomesTopic, ...topicsOf(this.options.observedEvents ?? [])],
      perProcessPrefix: `${this.source}-outcomes-`,
      from: 'latest',
      isBatched: this.options.isBatched ?? false,
      handler: ({ message, topic }) => {
        // The rights to topics say who may write which message.
        if (isMessageType(message.type) && topicOf(message.type) === topic) this.receive(message);
        return Promise.resolve();
      },
    });
    this.check = setInterval(() => {
      if (this.bus.isUnavailable && this.bus.failure !== undefined) this.giveUp(this.bus.failure);
    }, checkEveryMs).unref();
  }

  get isHealthy(): boolean {
    return this.subscription?.isHealthy ?? false;
  }

  /** Call it before {@link start}. A listener must be quick and must not throw. */
  onMessage(listener: MessageListener): void {
    this.listeners.push(listener);
  }

  /**
   * Resolves when the owner has executed the command, with its id and what its outcome says.
   * @throws {AppError} the owner's error, or `unavailable`: at the deadline, or at once if the broker is unavailable
   */
  async send<Type extends CommandType>(
    type: Type,
    data: MessageData<Type>,
    options: SendOptions,
  ): Promise<Executed> {
    const begin = performance.now();
    const outcome = await this.sendInSpan(type, data, options);
    const { ok, code = 'internal', msg, field, cause, ...executed } = outcome;
    const seconds = (performance.now() - begin) / 1_000;
    this.options.observer?.observe({ type, outcome: ok ? 'ok' : code, seconds });
    if (ok) return executed;
    throw new AppError(code, msg ?? 'The server could not finish this. Please try again.', {
      cause,
      field,
    });
  }

  private sendInSpan<Type extends CommandType>(
    type: Type,
    data: MessageData<Type>,
    options: SendOptions,
  ): Promise<CommandOutcome & { cause?: unknown }> {
    return inSpan(`command ${type}`, { attributes: { subject: options.subject } }, async (span) => {
      const outcome = await this.sendAndWait(type, data, options);
      setCode(span, outcome.ok ? 'ok' : (outcome.code ?? 'internal'));
      return outcome;
    });
  }

  private async sendAndWait<Type extends CommandType>(
    type: Type,
    data: MessageData<Type>,
    options: SendOptions,
  ): Promise<CommandOutcome & { cause?: unknown }> {
    if (this.isClosed || this.bus.isUnavailable || this.pending.size >= maxPending)
      return unanswered(this.bus.failure);
    const deadlineMs = options.deadlineMs ?? 10_000;
    const deadline = new Date(Date.now() + deadlineMs);
    const { subject, id } = options;
    const replyToken = randomUUID();
    const about = { type, source: this.source, subject, data, deadline, replyToken };
    const message = createMessage({ ...about, ...(id ? { id } : { key: nextCommandKey(type, subject) }) });
    const outcome = this.outcomeOf(replyToken, deadlineMs);
    // Not awaited: publishing may take long while the broker is unavailable, but the deadline counts from here.
    let cause: unknown;
    const send = options.publish ?? ((command: Message) => publish(this.bus, topicOf(type), [command]));
    this.publishWhenReady(send, message, replyToken).catch((error: unknown) => {
      cause = error;
      this.pending.get(replyToken)?.settle(unanswered(error));
    });
    return { ...(await outcome), cause };
  }

  /** Waits until the outcome group has started, so that it receives the outcome of this command. */
  private async publishWhenReady(
    send: (command: Message) => Promise<void>,
    message: Message,
    replyToken: string,
  ): Promise<void> {
    await this.subscription?.started;
    if (this.pending.has(replyToken)) await send(message);
  }

  private outcomeOf(replyToken: string, deadlineMs: number): Promise<CommandOutcome> {
    return new Promise((resolve) => {
      const settle = (outcome: CommandOutcome) => {
        clearTimeout(timer);
        this.pending.delete(replyToken);
        resolve(outcome);
      };
      const timer = setTimeout(() => settle(unanswered()), deadlineMs);
      this.pending.set(replyToken, { settle });
    });
  }

  /** Notifies listeners first, so that the sender does not read stale caches afterwards. */
  private receive(message: Message): void {
    for (const listener of this.listeners) listener(message);
    if (message.type !== 'command.outcome.v1' || message.replytoken === undefined) return;
    const parsed = messageSchemas['command.outcome.v1'].safeParse(message.data);
    if (parsed.success) this.pending.get(message.replytoken)?.settle(parsed.data);
  }

  /** Accepts no more commands; pending ones reject with `unavailable`, because their outcomes are not received. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.check);
    this.giveUp();
    await this.subscription?.close();
  }

  private giveUp(cause?: unknown): void {
    for (const { settle } of this.pending.values()) settle(unanswered(cause));
  }
}

/** @param cause why it was not sent, if a reason is available */
function unanswered(cause?: unknown): CommandOutcome {
  const { message: msg } = isStorageFull(cause) ? toAppError(cause) : AppError.unavailable();
  return { commandId: '', ok: false, code: 'unavailable', msg };
}
