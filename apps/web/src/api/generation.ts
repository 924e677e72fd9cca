import type { Operation, OperationKind, RunningOperation, VideoRecord } from '@vault/contracts';
import type { GenerationResult } from './chapters-api.ts';
import { errorMessage, errorStatus } from './http/error-message.ts';
import { ended, progressed, selectGenerations, selectProgress, unfollowed } from './generations.slice.ts';
import type { AppStore } from '../store/hooks.ts';

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

const firstPauseMs = 1000;
const maxPauseMs = 8000;
const pauseGrowth = 1.3;
/** Consecutive failed polls after which an operation is no longer followed. */
const failureLimit = 30;
const notFound = 404;
const forbidden = 403;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const isEnded = ({ state }: { state: Operation['state'] }) => state === 'done' || state === 'failed';

/** Runs and follows the operations of one video, including those that another page requested. Their state is in the store. */
export class Generation {
  readonly videoId: string;
  readonly #store: AppStore;
  readonly #ports: GenerationPorts;
  /** Operations that are followed or have ended: a record that lists them is older. */
  readonly #handledIds = new Set<string>();
  #isClosed = false;

  constructor(videoId: string, store: AppStore, ports: GenerationPorts) {
    this.videoId = videoId;
    this.#store = store;
    this.#ports = ports;
  }

  isRunning(kind: OperationKind): boolean {
    return selectGenerations(this.#store.getState(), this.videoId)[kind] !== undefined;
  }

  /** Progress in percent for this chapter, or for the whole video; -1 when no such operation runs. */
  progressOf(kind: OperationKind, chapterStart: string | null): number {
    return selectProgress(this.#store.getState(), this.videoId, kind, chapterStart);
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
    this.#progress({ kind, chapterStart, progress: 0 });
    try {
      const { record, operation } = await request();
      if (isEnded(operation)) {
        this.#handledIds.add(operation.id);
        return toOutcome(operation, record);
      }
      const result = await this.#follow(operation);
      if (!result) return this.#isClosed ? null : { isDone: false, msg: '' };
      return toOutcome(result, await this.#ports.fetch());
    } catch (error) {
      return { isDone: false, msg: errorMessage(error, ''), isRefused: errorStatus(error) === forbidden };
    } finally {
      this.#end(kind);
    }
  }

  /** Polls the operations that a record lists until they end. */
  followListed({ operations, chapters }: Pick<VideoRecord, 'operations' | 'chapters'>): void {
    const isUnknown = ({ id, kind }: RunningOperation) => !this.#handledIds.has(id) && !this.isRunning(kind);
    for (const operation of operations)
      if (!isEnded(operation) && isUnknown(operation)) void this.#followOne(operation, chapters.length === 0);
  }

  /** Polling runs from `open` until `close`. */
  open(): void {
    this.#isClosed = false;
  }

  close(): void {
    this.#isClosed = true;
    this.#store.dispatch(unfollowed(this.videoId));
  }

  async #followOne(operation: RunningOperation, isFirst: boolean): Promise<void> {
    try {
      const result = await this.#follow(operation, isFirst);
      if (!result) return;
      await this.#ports.fetch();
      this.#ports.onUnrequestedEnd(result);
    } catch (error) {
      console.warn('The video could not be read after an operation ended.', error);
    } finally {
      this.#end(operation.kind);
    }
  }

  /** @returns the ended operation; null when it cannot be read or the page was closed */
  async #follow(
    { id, kind, chapterStart, progress }: RunningOperation,
    isFirst?: boolean,
  ): Promise<Operation | null> {
    this.#handledIds.add(id);
    this.#progress({ kind, chapterStart, progress }, isFirst);
    let pause = firstPauseMs;
    for (let failures = 0; failures < failureLimit && !this.#isClosed;) {
      await wait(pause);
      pause = Math.min(maxPauseMs, pause * pauseGrowth);
      try {
        const now = await this.#ports.fetchOperation(id);
        failures = 0;
        if (isEnded(now)) return now;
        this.#progress(now);
      } catch (error) {
        if (errorStatus(error) === notFound) return null;
        failures += 1;
      }
    }
    this.#handledIds.delete(id);
    return null;
  }

  #progress(
    { kind, chapterStart, progress }: Pick<Operation, 'kind' | 'chapterStart' | 'progress'>,
    isFirst?: boolean,
  ): void {
    // Another page may follow the same video by now.
    if (!this.#isClosed)
      this.#store.dispatch(
        progressed({
          videoId: this.videoId,
          kind,
          chapterStart,
          progress,
          ...(isFirst === undefined ? {} : { isFirst }),
        }),
      );
  }

  #end(kind: OperationKind): void {
    if (!this.#isClosed) this.#store.dispatch(ended({ videoId: this.videoId, kind }));
  }
}

function toOutcome(operation: Operation, record: VideoRecord): GenerationOutcome {
  const { state, msg } = operation;
  return state === 'done' ? { isDone: true, msg, operation, record } : { isDone: false, msg };
}
