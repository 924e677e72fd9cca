import type { Operation, OperationKind, RunningOperation, VideoRecord } from '@vault/contracts';
import type { GenerationResult } from './chapters-api.ts';
import { errorMessage, errorStatus } from './http/error-message.ts';
import { Listeners } from '../lib/state/listeners.ts';

/** The dependencies of following an operation. */
interface GenerationPorts {
  /** The state of an operation; rejects with the status of a failed call. */
  readonly fetchOperation: (id: string) => Promise<Operation>;
  /** The record as it is now. */
  readonly fetch: () => Promise<VideoRecord>;
  /** Called when an operation ended that this page did not request. */
  readonly onUnrequestedEnd: (operation: Operation) => void;
}

/** The outcome of a requested operation. `msg` is the message of the server, empty when there is none. */
export type GenerationOutcome =
  | {
      readonly isDone: true;
      readonly msg: string;
      readonly operation: Operation;
      readonly record: VideoRecord;
    }
  | {
      readonly isDone: false;
      readonly msg: string;
      /** The plan does not allow it: too few tokens, or the membership has ended. */
      readonly isRefused?: boolean;
    };

/** A running operation: for one chapter, or for the video when there is no start. */
interface Running {
  readonly chapterStart: string | null;
  readonly progress: number;
}

const firstPauseMs = 1000;
const maxPauseMs = 8000;
const pauseGrowth = 1.3;
/** Consecutive failed polls after which an operation is no longer followed. */
const failureLimit = 30;
const notFound = 404;
const forbidden = 403;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const isEnded = ({ state }: { state: Operation['state'] }) => state === 'done' || state === 'failed';

/** The running operations of one video, at most one of each kind, including those that another page requested. */
export class Generation {
  readonly #ports: GenerationPorts;
  readonly #listeners = new Listeners();
  readonly subscribe = this.#listeners.subscribe;
  readonly #running = new Map<OperationKind, Running>();
  /** Operations known to have ended: an older record that still lists them is ignored. */
  readonly #ended = new Set<string>();
  #isClosed = false;

  constructor(ports: GenerationPorts) {
    this.#ports = ports;
  }

  isRunning(kind: OperationKind): boolean {
    return this.#running.has(kind);
  }

  /** Progress in percent for this chapter, or for the whole video; -1 when no such operation runs. */
  progressOf(kind: OperationKind, chapterStart: string | null): number {
    const running = this.#running.get(kind);
    return running?.chapterStart === chapterStart ? running.progress : -1;
  }

  /**
   * Requests a generation and waits for its end without a time limit.
   * @returns null when the page was closed before the end
   */
  async run(
    kind: OperationKind,
    chapterStart: string | null,
    request: () => Promise<GenerationResult>,
  ): Promise<GenerationOutcome | null> {
    this.#set(kind, { chapterStart, progress: 0 });
    try {
      const { record, operation } = await request();
      if (isEnded(operation)) {
        this.#ended.add(operation.id);
        return toOutcome(operation, record);
      }
      const ended = await this.#follow(operation);
      if (!ended) return this.#isClosed ? null : { isDone: false, msg: '' };
      return toOutcome(ended, await this.#ports.fetch());
    } catch (error) {
      return { isDone: false, msg: errorMessage(error, ''), isRefused: errorStatus(error) === forbidden };
    } finally {
      this.#set(kind, null);
    }
  }

  /** Polls the operations that a record lists until they end. */
  followListed(operations: readonly RunningOperation[]): void {
    const isUnknown = ({ id, kind }: RunningOperation) => !this.#ended.has(id) && !this.#running.has(kind);
    for (const operation of operations)
      if (!isEnded(operation) && isUnknown(operation)) void this.#followOne(operation);
  }

  /** Polling runs from `open` until `close`. */
  open(): void {
    this.#isClosed = false;
  }

  close(): void {
    this.#isClosed = true;
  }

  async #followOne(operation: RunningOperation): Promise<void> {
    this.#set(operation.kind, operation);
    try {
      const ended = await this.#follow(operation);
      if (!ended) return;
      await this.#ports.fetch();
      this.#ports.onUnrequestedEnd(ended);
    } catch (error) {
      console.warn('The video could not be read after an operation ended.', error);
    } finally {
      this.#set(operation.kind, null);
    }
  }

  /** @returns the ended operation; null when it cannot be read or the page was closed */
  async #follow({ id, kind, chapterStart, progress }: RunningOperation): Promise<Operation | null> {
    this.#set(kind, { chapterStart, progress });
    let pause = firstPauseMs;
    for (let failures = 0; failures < failureLimit && !this.#isClosed;) {
      await wait(pause);
      pause = Math.min(maxPauseMs, pause * pauseGrowth);
      try {
        const now = await this.#ports.fetchOperation(id);
        failures = 0;
        if (isEnded(now)) {
          this.#ended.add(id);
          return now;
        }
        this.#set(kind, { chapterStart: now.chapterStart, progress: now.progress });
      } catch (error) {
        if (errorStatus(error) === notFound) {
          this.#ended.add(id);
          return null;
        }
        failures += 1;
      }
    }
    return null;
  }

  #set(kind: OperationKind, running: Running | null): void {
    if (running) this.#running.set(kind, running);
    else this.#running.delete(kind);
    this.#listeners.notify();
  }
}

function toOutcome(operation: Operation, record: VideoRecord): GenerationOutcome {
  const { state, msg } = operation;
  return state === 'done' ? { isDone: true, msg, operation, record } : { isDone: false, msg };
}
