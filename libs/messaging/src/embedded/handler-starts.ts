import type { MessagePlace, StartedMessage, StartedTable } from './started-table.ts';

/**
 * A process that hangs is killed after this time at the earliest. A process may be killed sooner for any reason, also while
 * the same message is handled again: that alone shows little.
 */
const hangMs = 15_000;
/** So many times a message may hang its process, or be handled as it dies; then it is not started again. */
const maxHangs = 2;
const maxStarts = 5;

/**
 * Which messages the handlers of a group have begun and not ended. It is stored before they begin, so that a message that
 * ends the process is known after the next start.
 */
export class HandlerStarts {
  private readonly group: string;
  private readonly table: StartedTable;
  private readonly now: () => number;
  private readonly messages = new Map<string, StartedMessage>();
  private isStored = true;

  constructor(group: string, table: StartedTable, now: () => number) {
    this.group = group;
    this.table = table;
    this.now = now;
    for (const { begunAt, ...message } of table.find(group)) {
      const isHang = begunAt !== undefined && now() - begunAt >= hangMs;
      this.messages.set(nameOf(message), { ...message, hangs: message.hangs + (isHang ? 1 : 0) });
    }
  }

  /** Whether handlers have ended since the last write, and none runs. */
  get mustForget(): boolean {
    return !this.isStored && this.messages.size === 0;
  }

  /** How often the process has died while it handled this message. */
  countOf(place: MessagePlace): number {
    return this.messages.get(nameOf(place))?.starts ?? 0;
  }

  /** Whether the message ends the process each time. */
  isDeadly(place: MessagePlace): boolean {
    const { starts = 0, hangs = 0 } = this.messages.get(nameOf(place)) ?? {};
    return hangs >= maxHangs || starts >= maxStarts;
  }

  /** A handler is about to begin: write this first. */
  begin({ topic, offset }: MessagePlace): void {
    const { starts = 0, hangs = 0 } = this.messages.get(nameOf({ topic, offset })) ?? {};
    const begunAt = this.now();
    this.messages.set(nameOf({ topic, offset }), { topic, offset, starts: starts + 1, hangs, begunAt });
    this.isStored = false;
  }

  /** Its end is written with the next start, or when no handler runs. */
  end(place: MessagePlace): void {
    if (this.messages.delete(nameOf(place))) this.isStored = false;
  }

  /** Call it in a transaction. */
  write(): void {
    this.table.put(this.group, [...this.messages.values()]);
    this.isStored = true;
  }
}

function nameOf({ topic, offset }: MessagePlace): string {
  return `${topic}:${String(offset)}`;
}
