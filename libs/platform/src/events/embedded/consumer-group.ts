import type { EventLogger } from '../event-bus.ts';
import type { LogDatabase } from './log-database.ts';
import type { LogTables } from './log-tables.ts';
import { runHandler } from './run-handler.ts';
import type { Member } from './member.ts';
import type { CursorLimits, Task } from './topic-cursor.ts';
import { TopicCursor } from './topic-cursor.ts';

/** Pause before a failed write of progress is tried again, in milliseconds. */
const REPAIR_DELAY = 1000;

/** What a group needs of its log. */
export interface GroupContext {
  database: LogDatabase;
  tables: LogTables;
  limits: CursorLimits;
  now: () => number;
  logger: EventLogger;
}

/** The members of one group in this process: hands messages to whoever has room and writes down what is done. */
export class ConsumerGroup {
  readonly name: string;
  readonly #context: GroupContext;
  readonly #cursors = new Map<string, TopicCursor>();
  readonly #members = new Set<Member>();
  #turn: NodeJS.Immediate | undefined;
  #repair: NodeJS.Timeout | undefined;

  constructor(name: string, context: GroupContext) {
    this.name = name;
    this.#context = context;
  }

  /** False after a write of progress failed, until one succeeds. */
  get isHealthy(): boolean {
    return this.#repair === undefined;
  }

  get isEmpty(): boolean {
    return this.#members.size === 0;
  }

  get topics(): string[] {
    return [...this.#cursors.keys()];
  }

  add(member: Member): void {
    this.#members.add(member);
    for (const topic of member.topics) this.#open(topic);
    this.#schedule();
  }

  /** Call it when the member's handlers have ended or are given up. */
  remove(member: Member): void {
    this.#members.delete(member);
    if (this.isEmpty) this.#stop();
    else this.#schedule();
  }

  /** New messages came in. */
  wake(topics: ReadonlySet<string>): void {
    for (const topic of topics) this.#cursors.get(topic)?.wake();
  }

  /** Looks for an operator's orders and for what other processes published. */
  refresh(): void {
    if (!this.#write()) return;
    for (const cursor of this.#cursors.values()) cursor.refresh();
  }

  /** Commits what handlers have finished; it also happens by itself, once per turn of the event loop. */
  commit(): void {
    this.#write();
  }

  /** What is still to do; nothing left means that all is committed. */
  lag(topics: readonly string[]): number {
    this.#write();
    return topics.reduce((sum, topic) => sum + (this.#cursors.get(topic)?.lag() ?? 0), 0);
  }

  #open(topic: string): void {
    if (this.#cursors.has(topic)) return;
    const cursor = new TopicCursor(this.name, topic, this.#context, () => {
      this.#schedule();
    });
    this.#cursors.set(topic, cursor);
    cursor.load();
  }

  #schedule(): void {
    this.#turn ??= setImmediate(() => {
      this.#turn = undefined;
      this.#pump();
    });
  }

  /** One turn: commit what ended since the last, then fill every member that has room. */
  #pump(): void {
    if (this.isEmpty || !this.#write()) return;
    try {
      for (const cursor of this.#cursors.values()) this.#deal(cursor);
    } catch (error) {
      this.#fail(error, 'The event log cannot be read.');
    }
  }

  #deal(cursor: TopicCursor): void {
    for (;;) {
      const member = this.#freeMember(cursor.topic);
      const task = member && cursor.take();
      if (!task) return;
      void this.#run(member, cursor, task);
    }
  }

  #freeMember(topic: string): Member | undefined {
    let best: Member | undefined;
    for (const member of this.#members) {
      if (member.hasRoomFor(topic) && (!best || member.running < best.running)) best = member;
    }
    return best;
  }

  async #run(member: Member, cursor: TopicCursor, task: Task): Promise<void> {
    const ended = member.begin();
    const { logger } = this.#context;
    const verdict = await runHandler(member, cursor.topic, task.entry);
    const facts = {
      group: this.name,
      topic: cursor.topic,
      offset: task.entry.offset,
      attempt: task.entry.attempts + 1,
    };
    if (verdict.kind === 'done') cursor.done(task);
    else if (verdict.kind === 'called-off') cursor.putBack(task);
    else if (verdict.kind === 'retry') {
      cursor.retry(task, verdict.delay);
      logger.warn(
        { ...facts, err: verdict.error, delay: verdict.delay },
        'A message failed and will be tried again.',
      );
    } else {
      cursor.giveUp(task, String(verdict.error));
      logger.error({ ...facts, err: verdict.error }, 'A message failed for good and is a dead letter.');
      member.onDeadLetter(cursor.topic);
    }
    ended();
    this.#schedule();
  }

  /** @returns whether progress is on disk */
  #write(): boolean {
    const dirty = [...this.#cursors.values()].filter((cursor) => cursor.isDirty);
    if (dirty.length === 0) return this.isHealthy;
    try {
      this.#context.database.quickly(() => {
        for (const cursor of dirty) cursor.write();
      });
    } catch (error) {
      this.#fail(error, 'Progress of a group cannot be written.');
      return false;
    }
    for (const cursor of dirty) cursor.written();
    return this.isHealthy;
  }

  /** Starts no more handlers until the log can be written again: their outcome would only pile up. */
  #fail(error: unknown, text: string): void {
    this.#context.logger.error({ group: this.name, err: error }, text);
    if (this.isEmpty) return;
    clearTimeout(this.#repair);
    this.#repair = setTimeout(() => {
      this.#repair = undefined;
      this.#schedule();
    }, REPAIR_DELAY);
  }

  #stop(): void {
    for (const cursor of this.#cursors.values()) cursor.stop();
    this.#write();
    this.#cursors.clear();
    clearImmediate(this.#turn);
    clearTimeout(this.#repair);
  }
}
