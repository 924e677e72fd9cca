import { Lanes, type Lane as KeyLane } from '../events/lanes.ts';
import type { LogTables } from './log-tables.ts';
import type { Entry, LogRecord } from './message-table.ts';
import { Progress } from './progress.ts';
import { OffsetWindow } from '../events/offset-window.ts';

/** Limits of what a group holds in memory and defers, per topic. */
export interface CursorLimits {
  /** Maximum messages read ahead. A crash repeats at most twice as many. */
  window: number;
  /** Maximum characters read ahead. */
  windowBytes: number;
  /** Maximum messages read ahead of one key; more are deferred on disk, so that other keys can run. */
  perKey: number;
  /** Maximum deferred messages; at this limit the group reads no further until some are handled. */
  deferred: number;
}

type Lane = KeyLane<Entry>;

/** Work that may start: the lane is occupied until `done`, `giveUp`, `retry` or `putBack` is called. */
export interface Task {
  lane: Lane;
  entry: Entry;
  /** Outcomes of tasks taken before a reload are ignored. */
  generation: number;
}

/**
 * Reads one topic for one group. It reads ahead into a bounded window, sorts messages into lanes by key, defers to disk
 * what must wait, and collects what is settled; `write` stores that.
 * Invariant: each message before the position on disk is settled, deferred, or a dead letter.
 */
export class TopicCursor {
  readonly topic: string;
  private readonly group: string;
  private readonly tables: LogTables;
  private readonly limits: CursorLimits;
  private readonly now: () => number;
  private readonly onReady: () => void;
  private readonly lanes: Lanes<Entry>;
  /** The messages that were read from the topic and are neither settled nor deferred. */
  private readonly readAhead = new OffsetWindow<Entry>();
  private readonly progress: Progress;
  private epoch = 0;
  private returns = 0;
  private generation = 0;
  private hasMore = true;

  constructor(
    group: string,
    topic: string,
    context: { tables: LogTables; limits: CursorLimits; now: () => number },
    onReady: () => void,
  ) {
    this.topic = topic;
    this.group = group;
    this.tables = context.tables;
    this.limits = context.limits;
    this.now = context.now;
    this.onReady = onReady;
    this.lanes = new Lanes(onReady);
    this.progress = new Progress(group, topic, context.tables);
  }

  get isDirty(): boolean {
    return this.progress.isDirty;
  }

  /** Starts again from the state on disk. Lanes with a running handler stay occupied until it ends. */
  load(): void {
    const { groups } = this.tables;
    this.generation += 1;
    this.lanes.clear();
    this.readAhead.moveTo(this.readAhead.next);
    this.progress.clear();
    groups.closeGap(this.group, this.topic);
    const stored = groups.find(this.group, this.topic);
    this.readAhead.moveTo(stored?.position ?? 0);
    this.epoch = stored?.epoch ?? 0;
    this.returns = stored?.returns ?? 0;
    this.loadDeferred();
    this.wake();
  }

  /** Defers what it holds, so that no handled message is repeated; then call `write` and drop the cursor. */
  stop(): void {
    for (let entry = this.readAhead.oldest; entry; entry = this.readAhead.oldest) this.deferLane(entry.key);
    this.lanes.clear();
    this.generation += 1;
  }

  /** Call it when there may be new messages. */
  wake(): void {
    this.hasMore = true;
    this.onReady();
  }

  /** Checks whether an operator moved the group or replayed dead letters. Call it when all changes are committed. */
  refresh(): void {
    const stored = this.tables.groups.find(this.group, this.topic);
    if (stored?.epoch !== this.epoch) {
      this.load();
      return;
    }
    if (stored.returns !== this.returns) {
      this.returns = stored.returns;
      this.loadDeferred();
    }
    this.wake();
  }

  /** The number of messages that the group has not handled. */
  lag(): number {
    const { messages } = this.tables;
    const unread = messages.end(this.topic) - Math.max(this.readAhead.next, messages.start(this.topic));
    return Math.max(0, unread) + this.readAhead.size + this.lanes.deferred;
  }

  /** The next message that may run, if any. Call it when all changes are committed, because it may read them back. */
  take(): Task | undefined {
    this.fill();
    for (let lane = this.lanes.first; lane; lane = this.lanes.first) {
      // Remove the lane from the queue only after the read, which may throw.
      const entry = lane.queue[0] ?? this.firstDeferred(lane);
      this.lanes.shift();
      lane.isRunning = entry !== undefined;
      if (entry) return { lane, entry, generation: this.generation };
      this.lanes.offer(lane);
    }
    return undefined;
  }

  /** The message was handled. */
  done(task: Task): void {
    if (this.isOutdated(task)) return;
    this.settle(task);
    this.lanes.release(task.lane);
  }

  /** The message failed permanently. */
  giveUp(task: Task, error: string): void {
    if (this.isOutdated(task)) return;
    this.progress.giveUp(task.entry, error, this.now());
    this.settle(task);
    this.lanes.release(task.lane);
  }

  /** The message failed and is retried after `delay`; all messages of its key are deferred until then. */
  retry(task: Task, delay: number): void {
    if (this.isOutdated(task)) return;
    const { lane, entry } = task;
    this.deferLane(lane.key);
    this.progress.defer(entry, entry.attempts + 1, this.now() + delay);
    this.lanes.release(lane, delay);
  }

  /** The handler was cancelled; the message is delivered again with the same attempt number. */
  putBack(task: Task): void {
    if (!this.isOutdated(task)) this.lanes.release(task.lane);
  }

  /** Writes progress; call inside a transaction. */
  write(): void {
    const { groups } = this.tables;
    this.deferOldest();
    this.progress.write();
    // Do not advance a position that another process moved; `refresh` will reload it.
    if (groups.find(this.group, this.topic)?.epoch !== this.epoch) return;
    groups.advance(this.group, this.topic, this.readAhead.lowWater, this.now());
  }

  /** Call it after the transaction of {@link write} was committed. */
  committed(): void {
    this.progress.clear();
    if (this.hasMore) this.onReady();
  }

  private fill(): void {
    const { window, windowBytes } = this.limits;
    while (this.hasMore && this.hasRoom()) {
      const room = window - this.readAhead.size;
      const bytes = windowBytes - this.readAhead.bytes;
      const records = this.tables.messages.read(this.topic, this.readAhead.next, room, bytes);
      if (records.length === 0) this.hasMore = false;
      for (const record of records) this.admit(record);
    }
  }

  private hasRoom(): boolean {
    const { window, windowBytes, deferred } = this.limits;
    // Waiting until half of the window is free lets one read fetch many messages.
    if (this.readAhead.size > window / 2 || this.readAhead.bytes >= windowBytes) return false;
    return this.lanes.deferred < deferred && this.progress.size < window && this.progress.bytes < windowBytes;
  }

  private admit(record: LogRecord): void {
    const lane = this.lanes.open(record.key);
    const entry = { ...record, attempts: 0, isDeferred: false };
    if (lane.deferred > 0 || lane.queue.length >= this.limits.perKey) {
      this.readAhead.skip(entry.offset);
      this.defer(lane, entry);
      return;
    }
    this.readAhead.add(entry.offset, entry.body.length, entry);
    lane.queue.push(entry);
    this.lanes.offer(lane);
  }

  /** Defers old slow messages so that the position advances: this bounds what a crash repeats. */
  private deferOldest(): void {
    const span = 2 * this.limits.window;
    for (let entry = this.readAhead.oldest; entry; entry = this.readAhead.oldest) {
      if (this.readAhead.span <= span) return;
      this.deferLane(entry.key);
    }
  }

  private deferLane(key: string): void {
    const lane = this.lanes.open(key);
    const queue = lane.queue;
    lane.queue = [];
    for (const entry of queue) {
      this.readAhead.settle(entry.offset);
      this.defer(lane, entry);
    }
  }

  private defer(lane: Lane, entry: Entry): void {
    entry.isDeferred = true;
    this.lanes.setDeferred(lane, lane.deferred + 1);
    this.progress.defer(entry, entry.attempts, 0);
  }

  /** Loads the counts of deferred messages. */
  private loadDeferred(): void {
    for (const { key, count, dueAt } of this.tables.groups.deferredKeys(this.group, this.topic)) {
      const lane = this.lanes.open(key);
      this.lanes.setDeferred(lane, count);
      this.lanes.offerAfter(lane, dueAt - this.now());
    }
  }

  private firstDeferred(lane: Lane): Entry | undefined {
    const record = this.tables.groups.firstDeferred(this.group, this.topic, lane.key);
    if (record) return { ...record, isDeferred: true };
    // The group was moved meanwhile; `refresh` will reload it.
    this.lanes.setDeferred(lane, 0);
    return undefined;
  }

  private settle({ lane, entry }: Task): void {
    if (entry.isDeferred) {
      this.lanes.setDeferred(lane, lane.deferred - 1);
      this.progress.settle(entry);
      return;
    }
    lane.queue.shift();
    this.readAhead.settle(entry.offset);
    this.progress.advance();
  }

  /** True for a task from before a reload; then frees the lane that replaced the task's lane. */
  private isOutdated({ lane, generation }: Task): boolean {
    if (generation === this.generation) return false;
    const current = this.lanes.find(lane.key);
    if (current) this.lanes.release(current);
    return true;
  }
}
