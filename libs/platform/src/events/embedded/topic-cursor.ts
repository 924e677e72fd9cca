import type { Entry, Lane } from './lanes.ts';
import { Lanes } from './lanes.ts';
import type { LogTables } from './log-tables.ts';
import type { LogRecord } from './message-table.ts';
import { Progress } from './progress.ts';
import { ReadAhead } from './read-ahead.ts';

/** Bounds of what a group holds in memory and puts aside, per topic. */
export interface CursorLimits {
  /** Messages read ahead. A crash repeats at most twice as many. */
  window: number;
  /** Characters read ahead. */
  windowBytes: number;
  /** Messages read ahead under one key; more are put aside on disk, so that other keys get their turn. */
  perKey: number;
  /** Messages put aside; at this bound the group reads no further until some are dealt with. */
  deferred: number;
}

/** Work that may start: the lane is taken until one of the cursor's verdicts on the entry. */
export interface Task {
  lane: Lane;
  entry: Entry;
  /** Verdicts from before a reload are void. */
  generation: number;
}

/**
 * One group's way through one topic. It reads ahead into a bounded window, sorts messages into lanes by key, puts
 * aside on disk what must wait, and collects what is settled; `write` makes that durable.
 * Law: each message before the position on disk is settled, deferred, or a dead letter.
 */
export class TopicCursor {
  readonly topic: string;
  readonly #group: string;
  readonly #tables: LogTables;
  readonly #limits: CursorLimits;
  readonly #now: () => number;
  readonly #onReady: () => void;
  readonly #lanes: Lanes;
  readonly #readAhead = new ReadAhead();
  readonly #progress: Progress;
  #next = 0;
  #epoch = 0;
  #returns = 0;
  #generation = 0;
  #hasMore = true;

  constructor(
    group: string,
    topic: string,
    context: { tables: LogTables; limits: CursorLimits; now: () => number },
    onReady: () => void,
  ) {
    this.topic = topic;
    this.#group = group;
    this.#tables = context.tables;
    this.#limits = context.limits;
    this.#now = context.now;
    this.#onReady = onReady;
    this.#lanes = new Lanes(context.now, onReady);
    this.#progress = new Progress(group, topic, context.tables);
  }

  get isDirty(): boolean {
    return this.#progress.isDirty;
  }

  /** Starts over from what is on disk. Lanes with a running handler stay taken until it ends. */
  load(): void {
    const { groups } = this.#tables;
    this.#forget();
    groups.closeGap(this.#group, this.topic);
    const place = groups.find(this.#group, this.topic);
    this.#next = place?.position ?? 0;
    this.#epoch = place?.epoch ?? 0;
    this.#returns = place?.returns ?? 0;
    this.#adopt();
    this.wake();
  }

  /** Puts aside what it holds, so that nothing done is repeated; write afterwards, then drop the cursor. */
  stop(): void {
    for (let entry = this.#readAhead.oldest; entry; entry = this.#readAhead.oldest)
      this.#putLaneAside(entry.key);
    this.#lanes.clear();
    this.#generation += 1;
  }

  /** There may be new messages. */
  wake(): void {
    this.#hasMore = true;
    this.#onReady();
  }

  /** Looks for orders: the group was moved, or got dead letters back. Call it with everything written. */
  refresh(): void {
    const place = this.#tables.groups.find(this.#group, this.topic);
    if (place?.epoch !== this.#epoch) {
      this.load();
      return;
    }
    if (place.returns !== this.#returns) {
      this.#returns = place.returns;
      this.#adopt();
    }
    this.wake();
  }

  /** Messages that the group has still to deal with. */
  lag(): number {
    const { messages } = this.#tables;
    const unread = messages.end(this.topic) - Math.max(this.#next, messages.start(this.topic));
    return Math.max(0, unread) + this.#readAhead.size + this.#lanes.deferred;
  }

  /** The next message that may run, or nothing. Call it with everything written: it may read that back. */
  take(): Task | undefined {
    this.#fill();
    for (let lane = this.#lanes.first; lane; lane = this.#lanes.first) {
      // Leave the line only after the read, which may throw.
      const entry = lane.queue[0] ?? this.#firstDeferred(lane);
      this.#lanes.shift();
      lane.isRunning = entry !== undefined;
      if (entry) return { lane, entry, generation: this.#generation };
      this.#lanes.offer(lane);
    }
    return undefined;
  }

  /** The message is dealt with. */
  done(task: Task): void {
    if (this.#isVoid(task)) return;
    this.#settle(task);
    this.#release(task.lane);
  }

  /** The message failed for good. */
  giveUp(task: Task, error: string): void {
    if (this.#isVoid(task)) return;
    this.#progress.giveUp(task.entry, error, this.#now());
    this.#settle(task);
    this.#release(task.lane);
  }

  /** The message failed and is due again; all of its key is put aside until then. */
  retry(task: Task, delay: number): void {
    if (this.#isVoid(task)) return;
    const { lane, entry } = task;
    const dueAt = this.#now() + delay;
    this.#putLaneAside(lane.key);
    this.#progress.defer(entry, entry.attempts + 1, dueAt);
    lane.isRunning = false;
    this.#lanes.offerAt(lane, dueAt);
  }

  /** The handler was called off: as if it had not begun. */
  putBack(task: Task): void {
    if (!this.#isVoid(task)) this.#release(task.lane);
  }

  /** Writes progress; call inside a transaction. */
  write(): void {
    const { groups } = this.#tables;
    this.#keepUp();
    this.#progress.write();
    // A position that somebody else moved is not ours to advance; `refresh` will find it.
    if (groups.find(this.#group, this.topic)?.epoch !== this.#epoch) return;
    groups.advance(this.#group, this.topic, this.#readAhead.oldest?.offset ?? this.#next, this.#now());
  }

  /** The transaction of {@link write} is committed. */
  written(): void {
    this.#progress.clear();
    if (this.#hasMore) this.#onReady();
  }

  #fill(): void {
    const { window, windowBytes } = this.#limits;
    while (this.#hasMore && this.#hasRoom()) {
      const room = window - this.#readAhead.size;
      const bytes = windowBytes - this.#readAhead.bytes;
      const records = this.#tables.messages.read(this.topic, this.#next, room, bytes);
      if (records.length === 0) this.#hasMore = false;
      for (const record of records) this.#admit(record);
    }
  }

  #hasRoom(): boolean {
    const { window, windowBytes, deferred } = this.#limits;
    // Half a window of slack lets one read fetch many.
    if (this.#readAhead.size > window / 2 || this.#readAhead.bytes >= windowBytes) return false;
    return (
      this.#lanes.deferred < deferred && this.#progress.size < window && this.#progress.bytes < windowBytes
    );
  }

  #admit(record: LogRecord): void {
    this.#next = record.offset + 1;
    const lane = this.#lanes.open(record.key);
    const entry = { ...record, attempts: 0, isDeferred: false };
    if (lane.deferred > 0 || lane.queue.length >= this.#limits.perKey) {
      this.#putAside(lane, entry);
      return;
    }
    this.#readAhead.add(entry);
    lane.queue.push(entry);
    this.#lanes.offer(lane);
  }

  /** Lets the position follow although an old message is slow: what a crash repeats stays bounded. */
  #keepUp(): void {
    const span = 2 * this.#limits.window;
    for (let entry = this.#readAhead.oldest; entry; entry = this.#readAhead.oldest) {
      if (this.#next - entry.offset <= span) return;
      this.#putLaneAside(entry.key);
    }
  }

  #putLaneAside(key: string): void {
    const lane = this.#lanes.open(key);
    const queue = lane.queue;
    lane.queue = [];
    for (const entry of queue) {
      this.#readAhead.remove(entry);
      this.#putAside(lane, entry);
    }
  }

  #putAside(lane: Lane, entry: Entry): void {
    entry.isDeferred = true;
    this.#lanes.setDeferred(lane, lane.deferred + 1);
    this.#progress.defer(entry, entry.attempts, 0);
  }

  /** Counts what waits on disk. */
  #adopt(): void {
    for (const { key, count, dueAt } of this.#tables.groups.deferredKeys(this.#group, this.topic)) {
      const lane = this.#lanes.open(key);
      this.#lanes.setDeferred(lane, count);
      this.#lanes.offerAt(lane, dueAt);
    }
  }

  #firstDeferred(lane: Lane): Entry | undefined {
    const record = this.#tables.groups.firstDeferred(this.#group, this.topic, lane.key);
    if (record) return { ...record, isDeferred: true };
    // Somebody moved the group meanwhile; `refresh` will find out.
    this.#lanes.setDeferred(lane, 0);
    return undefined;
  }

  #settle({ lane, entry }: Task): void {
    if (entry.isDeferred) {
      this.#lanes.setDeferred(lane, lane.deferred - 1);
      this.#progress.settle(entry);
      return;
    }
    lane.queue.shift();
    this.#readAhead.remove(entry);
    this.#progress.advance();
  }

  #release(lane: Lane): void {
    lane.isRunning = false;
    this.#lanes.offer(lane);
  }

  #forget(): void {
    this.#generation += 1;
    this.#lanes.clear();
    this.#readAhead.clear();
    this.#progress.clear();
  }

  /** After a reload the lane of a running handler is another object; free that one. */
  #isVoid({ lane, generation }: Task): boolean {
    if (generation === this.#generation) return false;
    const current = this.#lanes.find(lane.key);
    if (current) this.#release(current);
    return true;
  }
}
