import type { Operation, OperationKind, RunningOperation, VideoRecord } from '@vault/contracts';
import type { Written } from '../../api/editor-api.ts';
import { errorMessage, errorStatus } from '../../api/error-message.ts';

/** What following needs of the outside. */
interface WritingPorts {
  /** How an operation goes; rejects with the status of a failed call. */
  readonly ask: (id: string) => Promise<Operation>;
  /** The record as it is now. */
  readonly fetch: () => Promise<VideoRecord>;
  /** How something ended that this page had not asked for itself. */
  readonly onFoundEnd: (operation: Operation) => void;
}

/** How something that was asked for ended. `msg` is the server's sentence, empty when there is none. */
export type Ending =
  | {
      readonly isDone: true;
      readonly msg: string;
      readonly operation: Operation;
      readonly record: VideoRecord;
    }
  | {
      readonly isDone: false;
      readonly msg: string;
      /** The plan does not hold it: too few tokens, or the membership has ended. */
      readonly isRefused?: boolean;
    };

/** What is being written: of one chapter, or of the video where there is no start. */
interface Running {
  readonly chapterStart: string | null;
  readonly progress: number;
}

const firstPauseMs = 1000;
const longestPauseMs = 8000;
const pauseGrowth = 1.3;
/** Answers in a row that do not come before an operation is left to itself. */
const silenceLimit = 30;
const notThere = 404;
const forbidden = 403;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const isEnded = ({ state }: { state: Operation['state'] }) => state === 'done' || state === 'failed';

/** What is being written for one video, at most one of each kind, whoever asked for it and from which page. */
export class Writing {
  readonly #ports: WritingPorts;
  readonly #listeners = new Set<() => void>();
  readonly #running = new Map<OperationKind, Running>();
  /** What has ended here: an older record that still tells of it is no news. */
  readonly #ended = new Set<string>();
  #isClosed = false;

  constructor(ports: WritingPorts) {
    this.#ports = ports;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  isRunning(kind: OperationKind): boolean {
    return this.#running.has(kind);
  }

  /** Percent of what is written about this chapter, or about the whole video; -1 when nothing is. */
  progressOf(kind: OperationKind, chapterStart: string | null): number {
    const running = this.#running.get(kind);
    return running?.chapterStart === chapterStart ? running.progress : -1;
  }

  /**
   * Asks for something to be written and waits for its end, however long it takes.
   * @returns null when the page went before it ended
   */
  async run(
    kind: OperationKind,
    chapterStart: string | null,
    ask: () => Promise<Written>,
  ): Promise<Ending | null> {
    this.#set(kind, { chapterStart, progress: 0 });
    try {
      const { record, operation } = await ask();
      if (isEnded(operation)) {
        this.#ended.add(operation.id);
        return toEnding(operation, record);
      }
      const ended = await this.#follow(operation);
      if (!ended) return this.#isClosed ? null : { isDone: false, msg: '' };
      return toEnding(ended, await this.#ports.fetch());
    } catch (error) {
      return { isDone: false, msg: errorMessage(error, ''), isRefused: errorStatus(error) === forbidden };
    } finally {
      this.#set(kind, null);
    }
  }

  /** Follows what a record says is being written, to its end. */
  found(operations: readonly RunningOperation[]): void {
    const isNews = ({ id, kind }: RunningOperation) => !this.#ended.has(id) && !this.#running.has(kind);
    for (const operation of operations)
      if (!isEnded(operation) && isNews(operation)) void this.#followFound(operation);
  }

  /** The page is here, or gone: then nobody waits any more. */
  open(): void {
    this.#isClosed = false;
  }

  close(): void {
    this.#isClosed = true;
  }

  async #followFound(operation: RunningOperation): Promise<void> {
    this.#set(operation.kind, operation);
    try {
      const ended = await this.#follow(operation);
      if (!ended) return;
      await this.#ports.fetch();
      this.#ports.onFoundEnd(ended);
    } catch (error) {
      console.warn('The video could not be read after something was written for it.', error);
    } finally {
      this.#set(operation.kind, null);
    }
  }

  /** @returns how it ended; null when that cannot be learned */
  async #follow({ id, kind, chapterStart, progress }: RunningOperation): Promise<Operation | null> {
    this.#set(kind, { chapterStart, progress });
    let pause = firstPauseMs;
    for (let silences = 0; silences < silenceLimit && !this.#isClosed;) {
      await wait(pause);
      pause = Math.min(longestPauseMs, pause * pauseGrowth);
      try {
        const now = await this.#ports.ask(id);
        silences = 0;
        if (isEnded(now)) {
          this.#ended.add(id);
          return now;
        }
        this.#set(kind, { chapterStart: now.chapterStart, progress: now.progress });
      } catch (error) {
        if (errorStatus(error) === notThere) {
          this.#ended.add(id);
          return null;
        }
        silences += 1;
      }
    }
    return null;
  }

  #set(kind: OperationKind, running: Running | null): void {
    if (running) this.#running.set(kind, running);
    else this.#running.delete(kind);
    for (const listener of this.#listeners) listener();
  }
}

function toEnding(operation: Operation, record: VideoRecord): Ending {
  const { state, msg } = operation;
  return state === 'done' ? { isDone: true, msg, operation, record } : { isDone: false, msg };
}
