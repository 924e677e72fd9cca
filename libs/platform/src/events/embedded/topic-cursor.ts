import type { Entry, Lane } from './lane.ts';
import { openLane } from './lane.ts';
import type { LogRecord } from './message-table.ts';
import type { LogTables } from './log-tables.ts';

/** Bounds of what a group holds in memory and puts aside, per topic. */
export interface CursorLimits {
  /** Messages read ahead. */
  window: number;
  /** Characters read ahead. */
  windowBytes: number;
  /** Messages read ahead under one key; more are put aside on disk, so that other keys get their turn. */
  perKey: number;
  /** Messages put aside; at this bound the group reads no further until some are dealt with. */
  deferred: number;
}

type Write = (tables: LogTables) => void;

/** Work that may start: the lane is taken until one of the cursor's verdicts on the entry. */
export interface Task {
  lane: Lane;
  entry: Entry;
  /** Verdicts from before a reload are void. */
  generation: number;
}

/**
 * One group's way through one topic. It reads ahead into a bounded window, sorts messages into lanes by key and
 * collects what is settled; `write` makes that durable. The position is the oldest message still in the window,
 * so a crash only ever repeats messages of the window.
 */
export class TopicCursor {
  readonly topic: string;
  readonly #group: string;
  readonly #tables: LogTables;
  readonly #limits: CursorLimits;
  readonly #now: () => number;
  readonly #onReady: () => void;

  #lanes = new Map<string, Lane>();
  #ready: Lane[] = [];
  /** Offsets read but not settled, ascending: they are only ever added in order. */
  #window = new Set<number>();
  #windowBytes = 0;
  #deferred = 0;
  #next = 0;
  #epoch = 0;
  #generation = 0;
  #hasMore = true;
  #writes: Write[] = [];
  /** Characters that the writes hold. */
  #writesBytes = 0;
  #isDirty = false;

  constructor(
    group: string,
    topic: string,
    tables: LogTables,
    limits: CursorLimits,
    now: () => number,
    onReady: () => void,
  ) {
    this.topic = topic;
    this.#group = group;
    this.#tables = tables;
    this.#limits = limits;
    this.#now = now;
    this.#onReady = onReady;
  }

  get isDirty(): boolean {
    return this.#isDirty;
  }

  /** True when somebody else moved the group or gave dead letters back. */
  get isStale(): boolean {
    return this.#tables.groups.find(this.#group, this.topic)?.epoch !== this.#epoch;
  }

  /** Starts over from what the tables say. Lanes with a running handler stay taken until it ends. */
  load(): void {
    const running = [...this.#lanes.values()].filter((lane) => lane.isRunning);
    this.stop();
    const place = this.#tables.groups.find(this.#group, this.topic) ?? { position: 0, epoch: 0 };
    this.#next = place.position;
    this.#epoch = place.epoch;
    for (const lane of running) this.#lanes.set(lane.key, { ...openLane(lane.key), isRunning: true });
    for (const { key, count, dueAt } of this.#tables.groups.deferredKeys(this.#group, this.topic)) {
      const lane = this.#lane(key);
      lane.deferred = count;
      this.#deferred += count;
      this.#wait(lane, dueAt);
    }
    this.wake();
  }

  /** Forgets everything in memory; verdicts still to come are void. */
  stop(): void {
    this.#generation += 1;
    for (const lane of this.#lanes.values()) clearTimeout(lane.timer);
    this.#lanes = new Map();
    this.#ready = [];
    this.#window = new Set();
    this.#windowBytes = 0;
    this.#deferred = 0;
    this.#writes = [];
    this.#writesBytes = 0;
    this.#isDirty = false;
  }

  /** There may be new messages. */
  wake(): void {
    this.#hasMore = true;
    this.#onReady();
  }

  /** Messages that the group has still to deal with. */
  lag(): number {
    const { messages } = this.#tables;
    const unread = messages.end(this.topic) - Math.max(this.#next, messages.start(this.topic));
    return Math.max(0, unread) + this.#window.size + this.#deferred;
  }

  /** The next message that may run, or nothing. Call it only with everything written: it may read that back. */
  take(): Task | undefined {
    this.#fill();
    for (let lane = this.#ready[0]; lane; lane = this.#ready[0]) {
      // Leave the line only after the read, which may throw.
      const entry = lane.queue[0] ?? this.#firstDeferred(lane);
      this.#ready.shift();
      lane.isReady = false;
      if (entry) {
        lane.isRunning = true;
        return { lane, entry, generation: this.#generation };
      }
      this.#discard(lane);
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
    const { entry } = task;
    const now = this.#now();
    this.#write(({ deadLetters }) => {
      deadLetters.add(this.#group, this.topic, entry, entry.attempts + 1, error, now);
    });
    this.#settle(task);
    this.#release(task.lane);
  }

  /** The message failed and is due again; all of its key is put aside until then. */
  retry(task: Task, delay: number): void {
    if (this.#isVoid(task)) return;
    const { lane, entry } = task;
    const dueAt = this.#now() + delay;
    const failed = { ...entry, attempts: entry.attempts + 1 };
    if (entry.isDeferred) this.#putAside(failed, dueAt);
    for (const waiting of lane.queue.splice(0)) {
      this.#leaveWindow(waiting);
      this.#count(lane, 1);
      if (waiting === entry) this.#putAside(failed, dueAt);
      else this.#putAside(waiting, 0);
    }
    lane.isRunning = false;
    this.#wait(lane, dueAt);
  }

  /** The handler was called off: as if it had not begun. */
  putBack(task: Task): void {
    if (!this.#isVoid(task)) this.#release(task.lane);
  }

  /** Writes progress; call inside a transaction. */
  write(): void {
    for (const write of this.#writes) write(this.#tables);
    const [oldest = this.#next] = this.#window;
    this.#tables.groups.advance(this.#group, this.topic, oldest, this.#now());
  }

  /** The transaction of {@link write} is committed. */
  written(): void {
    this.#writes = [];
    this.#writesBytes = 0;
    this.#isDirty = false;
    if (this.#hasMore) this.#onReady();
  }

  #fill(): void {
    const { window, windowBytes } = this.#limits;
    while (this.#hasMore && this.#hasRoom()) {
      const limit = window - this.#window.size;
      const records = this.#tables.messages.read(
        this.topic,
        this.#next,
        limit,
        windowBytes - this.#windowBytes,
      );
      if (records.length === 0) this.#hasMore = false;
      for (const record of records) this.#admit(record);
    }
  }

  #hasRoom(): boolean {
    const { window, windowBytes, deferred } = this.#limits;
    // Half a window of slack lets one read fetch many.
    if (this.#window.size > window / 2 || this.#windowBytes >= windowBytes) return false;
    return this.#deferred < deferred && this.#writes.length < window && this.#writesBytes < windowBytes;
  }

  #admit(record: LogRecord): void {
    this.#next = record.offset + 1;
    const lane = this.#lane(record.key);
    const entry = { ...record, attempts: 0, isDeferred: false };
    if (lane.deferred > 0 || lane.queue.length >= this.#limits.perKey) {
      this.#count(lane, 1);
      this.#putAside(entry, 0);
      return;
    }
    this.#window.add(entry.offset);
    this.#windowBytes += entry.body.length;
    lane.queue.push(entry);
    this.#offer(lane);
  }

  #settle({ lane, entry }: Task): void {
    if (entry.isDeferred) {
      this.#count(lane, -1);
      this.#write(({ groups }) => {
        groups.settle(this.#group, this.topic, entry.key, entry.offset);
      });
      return;
    }
    lane.queue.shift();
    this.#leaveWindow(entry);
  }

  #release(lane: Lane): void {
    lane.isRunning = false;
    this.#offer(lane);
    this.#discard(lane);
  }

  #offer(lane: Lane): void {
    const hasWork = lane.queue.length > 0 || lane.deferred > 0;
    if (!hasWork || lane.isRunning || lane.isReady || lane.timer) return;
    lane.isReady = true;
    this.#ready.push(lane);
    this.#onReady();
  }

  #wait(lane: Lane, dueAt: number): void {
    const delay = dueAt - this.#now();
    if (delay <= 0) {
      this.#offer(lane);
      return;
    }
    lane.timer = setTimeout(() => {
      delete lane.timer;
      this.#offer(lane);
    }, delay);
  }

  #discard(lane: Lane): void {
    if (lane.queue.length > 0 || lane.deferred > 0 || lane.isRunning) return;
    if (this.#lanes.get(lane.key) === lane) this.#lanes.delete(lane.key);
  }

  #lane(key: string): Lane {
    const known = this.#lanes.get(key);
    if (known) return known;
    const lane = openLane(key);
    this.#lanes.set(key, lane);
    return lane;
  }

  #firstDeferred(lane: Lane): Entry | undefined {
    const record = this.#tables.groups.firstDeferred(this.#group, this.topic, lane.key);
    if (!record) {
      // Somebody else moved the group meanwhile; the reload that follows sets the count right.
      this.#count(lane, -lane.deferred);
      return undefined;
    }
    return { ...record, isDeferred: true };
  }

  #putAside(entry: Entry, dueAt: number): void {
    this.#writesBytes += entry.body.length;
    this.#write(({ groups }) => {
      groups.defer(this.#group, this.topic, { ...entry, dueAt });
    });
  }

  #count(lane: Lane, change: number): void {
    lane.deferred += change;
    this.#deferred += change;
  }

  #leaveWindow(entry: Entry): void {
    this.#window.delete(entry.offset);
    this.#windowBytes -= entry.body.length;
    this.#isDirty = true;
  }

  #write(write: Write): void {
    this.#writes.push(write);
    this.#isDirty = true;
  }

  /** After a reload the lane of a running handler is another object; free that one. */
  #isVoid({ lane, generation }: Task): boolean {
    if (generation === this.#generation) return false;
    const current = this.#lanes.get(lane.key);
    if (current) this.#release(current);
    return true;
  }
}
