import type { FairQueue } from '@vault/worker-pool';
import type { EventLogger } from '../events/event-bus.ts';
import { EndedProcessError } from '../events/event-errors.ts';
import { HandlerStarts } from '../events/handler-starts.ts';
import type { LogDatabase } from './log-database.ts';
import type { LogTables } from './log-tables.ts';
import type { Member } from './member.ts';
import type { CursorLimits, Task } from './topic-cursor.ts';
import { TopicCursor } from './topic-cursor.ts';
import { reportGivenUp, runHandler, type Handling } from '../events/run-handler.ts';
import { decodeMessage } from '../events/message-codec.ts';

/** Pause before a failed write of progress is retried. */
const retryDelayMs = 1000;

/** The parts of the log that a group uses. */
export interface GroupContext {
  database: LogDatabase;
  tables: LogTables;
  limits: CursorLimits;
  /** Messages that were being handled as the process died run one at a time: then the one that ends it is known. */
  suspects: FairQueue;
  now: () => number;
  logger: EventLogger;
}

/** A message that a member takes. */
interface Work {
  readonly member: Member;
  readonly cursor: TopicCursor;
  readonly task: Task;
  /** How often the process has died while it handled this message. */
  readonly starts: number;
  readonly ended: () => void;
}

/** The members of one group in this process: dispatches messages to members with free capacity and stores progress. */
export class ConsumerGroup {
  readonly name: string;
  private readonly context: GroupContext;
  private readonly cursors = new Map<string, TopicCursor>();
  private readonly members = new Set<Member>();
  private readonly starts: HandlerStarts;
  /** Whether messages are noted on disk. */
  private hasNotes: boolean;
  private turn: NodeJS.Immediate | undefined;
  private retryTimer: NodeJS.Timeout | undefined;

  constructor(name: string, context: GroupContext) {
    this.name = name;
    this.context = context;
    const noted = context.tables.started.find(name);
    this.starts = new HandlerStarts(noted, context.now);
    this.hasNotes = noted.length > 0;
  }

  /** False after a write of progress failed, until one succeeds. */
  get isHealthy(): boolean {
    return this.retryTimer === undefined;
  }

  get isEmpty(): boolean {
    return this.members.size === 0;
  }

  get topics(): string[] {
    return [...this.cursors.keys()];
  }

  add(member: Member): void {
    this.members.add(member);
    for (const topic of member.topics) this.open(topic);
    this.schedule();
  }

  /** Call it when the member's handlers have ended or are no longer waited for. */
  remove(member: Member): void {
    this.members.delete(member);
    if (this.isEmpty) this.stop();
    else this.schedule();
  }

  /** Call it when messages were appended. */
  wake(topics: ReadonlySet<string>): void {
    for (const topic of topics) this.cursors.get(topic)?.wake();
  }

  /** Checks for operator changes and for messages of other processes. */
  refresh(): void {
    if (!this.write()) return;
    for (const cursor of this.cursors.values()) cursor.refresh();
  }

  /** Commits handled messages; this also happens automatically, once per turn of the event loop. */
  commit(): void {
    this.write();
  }

  /** The number of messages not yet handled; at 0 all progress is committed. */
  lag(topics: readonly string[]): number {
    this.write();
    return topics.reduce((sum, topic) => sum + (this.cursors.get(topic)?.lag() ?? 0), 0);
  }

  private open(topic: string): void {
    if (this.cursors.has(topic)) return;
    const cursor = new TopicCursor(this.name, topic, this.context, () => this.schedule());
    this.cursors.set(topic, cursor);
    cursor.load();
  }

  private schedule(): void {
    this.turn ??= setImmediate(() => {
      this.turn = undefined;
      this.pump();
    });
  }

  /** One turn: commits what ended since the last turn, then gives work to every member with free capacity. */
  private pump(): void {
    if (this.isEmpty || !this.write()) return;
    const works: Work[] = [];
    try {
      for (const cursor of this.cursors.values()) this.take(cursor, works);
      this.noteStarts(works.filter(({ member, starts }) => !member.isPerProcess && starts === 0));
    } catch (error) {
      for (const { cursor, task, ended } of works) {
        cursor.putBack(task);
        ended();
      }
      this.fail(error, 'The event log cannot be read.');
      return;
    }
    for (const work of works) void this.run(work);
  }

  private take(cursor: TopicCursor, works: Work[]): void {
    for (;;) {
      const member = this.freeMember(cursor.topic);
      const task = member && cursor.take();
      if (!task) return;
      const { offset } = task.entry;
      const starts = this.starts.countOf({ topic: cursor.topic, offset });
      works.push({ member, cursor, task, starts, ended: member.begin() });
    }
  }

  private freeMember(topic: string): Member | undefined {
    let best: Member | undefined;
    for (const member of this.members) {
      if (member.hasRoomFor(topic) && (!best || member.running < best.running)) best = member;
    }
    return best;
  }

  private noteStarts(works: readonly Work[]): void {
    if (works.length === 0) return;
    for (const work of works) this.starts.begin(placeOf(work));
    this.context.database.quickly(() => this.writeStarts());
  }

  /** Call it in a transaction. */
  private writeStarts(): void {
    const { all } = this.starts;
    this.context.tables.started.put(this.name, all);
    this.hasNotes = all.length > 0;
  }

  private async run(work: Work): Promise<void> {
    if (work.starts > 0 && this.starts.isDeadly(placeOf(work))) {
      await reportGivenUp(() => decodeMessage(work.task.entry.body), this.handlingOf(work));
      this.giveUp(work, new EndedProcessError(work.starts));
    } else if (work.starts > 0) await this.context.suspects.run(this.name, () => this.handleAgain(work));
    else await this.handle(work);
    this.starts.end(placeOf(work));
    work.ended();
    this.schedule();
  }

  private async handleAgain(work: Work): Promise<void> {
    const { member, cursor, task } = work;
    try {
      member.signal.throwIfAborted();
      this.noteStarts([work]);
    } catch (error) {
      cursor.putBack(task);
      if (!member.signal.aborted) this.fail(error, 'Progress of a group cannot be written.');
      return;
    }
    await this.handle(work);
  }

  private async handle(work: Work): Promise<void> {
    const { member, cursor, task } = work;
    const { entry } = task;
    const { signal } = member;
    const { topic } = cursor;
    const outcome = await runHandler(
      { read: () => decodeMessage(entry.body), topic, attempt: entry.attempts + 1, signal },
      this.handlingOf(work),
    );
    if (outcome.kind === 'done') cursor.done(task);
    else if (outcome.kind === 'cancelled') cursor.putBack(task);
    else if (outcome.kind === 'retry') cursor.retry(task, outcome.delay);
    else this.giveUp(work, outcome.error);
  }

  private giveUp(work: Work, error: unknown): void {
    const { member, cursor, task } = work;
    cursor.giveUp(task, String(error));
    this.context.logger.error(
      { ...this.factsOf(work), err: error },
      'A message failed permanently and is now a dead letter.',
    );
    member.onDeadLetter(cursor.topic);
  }

  private handlingOf(work: Work): Handling {
    const { handler, retry, handlerDeadlineMs, onGivenUp, isPerProcess } = work.member;
    const { logger } = this.context;
    return { handler, retry, handlerDeadlineMs, onGivenUp, isPerProcess, logger, facts: this.factsOf(work) };
  }

  private factsOf({ cursor: { topic }, task: { entry } }: Work) {
    return { group: this.name, topic, offset: entry.offset, attempt: entry.attempts + 1 };
  }

  /** @returns whether progress is on disk */
  private write(): boolean {
    const dirty = [...this.cursors.values()].filter((cursor) => cursor.isDirty);
    // An end is written with the next start, or when no handler runs.
    const mustForget = this.hasNotes && this.starts.all.length === 0;
    if (dirty.length === 0 && !mustForget) return this.isHealthy;
    try {
      this.context.database.quickly(() => {
        for (const cursor of dirty) cursor.write();
        if (mustForget) this.writeStarts();
      });
    } catch (error) {
      this.fail(error, 'Progress of a group cannot be written.');
      return false;
    }
    for (const cursor of dirty) cursor.committed();
    return this.isHealthy;
  }

  /** Starts no more handlers until the log can be written again: their results would only accumulate. */
  private fail(error: unknown, text: string): void {
    const { database, logger } = this.context;
    // The log reports what is wrong with its file, once for all groups.
    database.notice(error);
    if (database.failure === undefined) logger.error({ group: this.name, err: error }, text);
    if (this.isEmpty) return;
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => {
      this.retryTimer = undefined;
      this.schedule();
    }, retryDelayMs);
  }

  private stop(): void {
    for (const cursor of this.cursors.values()) cursor.stop();
    this.write();
    this.cursors.clear();
    clearImmediate(this.turn);
    clearTimeout(this.retryTimer);
  }
}

function placeOf({ cursor: { topic }, task: { entry } }: Work) {
  return { topic, offset: entry.offset };
}
