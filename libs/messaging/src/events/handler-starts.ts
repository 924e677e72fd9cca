/**
 * A process that hangs is killed after this time at the earliest. A process may be killed sooner for any reason, also while
 * the same message is handled again: that alone shows little.
 */
export const hangMs = 15_000;
/** So many times a message may hang its process, or be handled as it dies; then it is not started again. */
const maxHangs = 2;
const maxStarts = 5;

export interface MessagePlace {
  readonly topic: string;
  readonly offset: number;
}

/** A message that handlers have begun and never ended. */
export interface StartedMessage extends MessagePlace {
  readonly starts: number;
  /** After how many of them the process hung. */
  readonly hangs: number;
  /** When it was begun by this process, in milliseconds of its clock; absent while it waits. */
  readonly begunAt?: number;
}

/**
 * Which messages handlers have begun and not ended. A log stores it before they begin, so that a message that ends the
 * process is known after the next start.
 */
export class HandlerStarts {
  private readonly now: () => number;
  private readonly messages = new Map<string, StartedMessage>();

  /** @param noted what was stored as a process died */
  constructor(noted: readonly StartedMessage[], now: () => number) {
    this.now = now;
    for (const message of noted) {
      const { topic, offset, starts, hangs } = message;
      this.put({ topic, offset, starts, hangs: hangs + (hasHung(message, now()) ? 1 : 0) });
    }
  }

  get all(): StartedMessage[] {
    return [...this.messages.values()];
  }

  /** How often the process has died while it handled this message. */
  countOf(place: MessagePlace): number {
    return this.find(place).starts;
  }

  /** Whether the message ends the process each time. */
  isDeadly(place: MessagePlace): boolean {
    const { starts, hangs } = this.find(place);
    return hangs >= maxHangs || starts >= maxStarts;
  }

  /** A handler is about to begin: store this first. */
  begin(place: MessagePlace): void {
    const { topic, offset, starts, hangs } = this.find(place);
    this.put({ topic, offset, starts: starts + 1, hangs, begunAt: this.now() });
  }

  end(place: MessagePlace): void {
    this.messages.delete(nameOf(place));
  }

  /** The handler did not begin, or was stopped: this start does not count. */
  cancel(place: MessagePlace): void {
    const before = beforeStart(this.find(place));
    if (before) this.put(before);
    else this.end(place);
  }

  private find({ topic, offset }: MessagePlace): StartedMessage {
    return this.messages.get(nameOf({ topic, offset })) ?? { topic, offset, starts: 0, hangs: 0 };
  }

  private put(message: StartedMessage): void {
    this.messages.set(nameOf(message), message);
  }
}

export function hasHung({ begunAt }: StartedMessage, now: number): boolean {
  return begunAt !== undefined && now - begunAt >= hangMs;
}

/** The message as it was noted before it was begun, if it was. */
export function beforeStart(message: StartedMessage): StartedMessage | undefined {
  const { begunAt, ...waiting } = message;
  const starts = begunAt === undefined ? waiting.starts : waiting.starts - 1;
  return starts > 0 ? { ...waiting, starts } : undefined;
}

function nameOf({ topic, offset }: MessagePlace): string {
  return `${topic}:${String(offset)}`;
}
