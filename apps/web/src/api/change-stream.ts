import { readAnswer } from './http/read-answer.ts';
import { backOff } from './http/back-off.ts';
import { correlationHeader, newCorrelationId } from './http/correlation.ts';
import { readEvents, type ServerEvent } from './http/read-events.ts';

/** A video that changed, and the version of each part of its record that changed; without one, read it in any case. */
export interface VideoChange {
  readonly videoId: string;
  /** Of the chapters. */
  readonly version?: number;
  /** Of the other fields. */
  readonly detailsVersion?: number;
}

/**
 * What a page must read again: one video, unless its record is as new; or everything that it shows, because changes may
 * be missing (`reset`). `lost`: changes are no longer reported. `refused`: nor will they be, because the session has ended.
 */
export type Change = VideoChange | 'reset' | 'lost' | 'refused';

const retryMs = 1000;
/** The server sends a comment every 15 s. */
const silentMs = 40_000;
/** Another server than the one of the stream knows of a change at most a second later. */
const againMs = 1200;

const hasVersion = ({ version, detailsVersion }: VideoChange) => (version ?? detailsVersion) !== undefined;

/** Whether a record was read before the change. */
export function isOlder(
  record: { readonly version: number; readonly detailsVersion: number },
  change: VideoChange,
): boolean {
  const { version = 0, detailsVersion = 0 } = change;
  return !hasVersion(change) || record.version < version || record.detailsVersion < detailsVersion;
}

type Reported = VideoChange | 'reset';

interface Pending {
  readonly timer: ReturnType<typeof setTimeout>;
  change: Reported;
  /** Whether there were further changes. */
  isAgain: boolean;
}

interface StreamPorts {
  readonly path: string;
  readonly readToken: () => string | undefined;
  /** Further headers of the request. */
  readonly readHeaders?: () => Readonly<Record<string, string>>;
  readonly onChange: (change: Change) => void;
  /** Called when the change of many videos has another state. */
  readonly onLibraryJob?: () => void;
  /** Called with a refusal that has a sentence: the token is accepted. It ends the stream. */
  readonly onRefusal?: (answer: unknown) => void;
  /** Called when changes begin to be reported (true), and when they are no longer reported. */
  readonly onOpen?: (isOpen: boolean) => void;
}

/** A stream of changes, which is open while the page is visible. Reports each change at once and again a second later. */
export class ChangeStream {
  readonly #ports: StreamPorts;
  /** What to report again, by video, and the timer of that. */
  readonly #pending = new Map<string, Pending>();
  #connection: AbortController | null = null;
  #isStarted = false;
  #isOpen = false;

  constructor(ports: StreamPorts) {
    this.#ports = ports;
  }

  /** Changes of a video that come shortly after each other are reported together. @returns a function that ends it */
  start(): () => void {
    this.#isStarted = true;
    this.#update();
    document.addEventListener('visibilitychange', this.#update);
    return () => {
      this.#isStarted = false;
      this.#update();
      document.removeEventListener('visibilitychange', this.#update);
    };
  }

  readonly #update = (): void => {
    const isNeeded = this.#isStarted && document.visibilityState !== 'hidden';
    if (isNeeded === (this.#connection !== null)) return;
    this.#connection?.abort();
    this.#connection = isNeeded ? new AbortController() : null;
    if (this.#connection) void this.#stayConnected(this.#connection.signal);
    else this.#close();
  };

  async #stayConnected(signal: AbortSignal): Promise<void> {
    const isCurrent = () => this.#connection?.signal === signal;
    for (let failures = 0; isCurrent();) {
      const refusal = await this.#connect(signal);
      if (!isCurrent()) return;
      failures = this.#isOpen ? 0 : failures + 1;
      this.#close();
      if (refusal !== undefined) {
        if (typeof refusal === 'string' || !this.#ports.onRefusal) this.#ports.onChange('refused');
        else this.#ports.onRefusal(refusal);
        return;
      }
      // Not all pages at the same moment, when a server was stopped.
      const pauseMs = backOff(retryMs, failures) * (0.5 + Math.random() / 2);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pauseMs);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  /** Resolves when the stream has ended or cannot be opened. @returns the answer of a refusal */
  async #connect(signal: AbortSignal): Promise<unknown> {
    const stop = new AbortController();
    const abort = () => stop.abort();
    let silence = setTimeout(abort, silentMs);
    const onBytes = () => {
      clearTimeout(silence);
      silence = setTimeout(abort, silentMs);
    };
    signal.addEventListener('abort', abort);
    try {
      const authorization = `Bearer ${this.#ports.readToken() ?? ''}`;
      const response = await fetch(this.#ports.path, {
        headers: { ...this.#ports.readHeaders?.(), authorization, [correlationHeader]: newCorrelationId() },
        cache: 'no-store',
        signal: stop.signal,
      });
      if (response.ok && response.body)
        await readEvents(response.body, onBytes, (event) => {
          if (!signal.aborted) this.#receive(event);
        });
      return response.status === 401 || response.status === 403 ? await readAnswer(response) : undefined;
    } catch {
      // A lost connection: pages poll until there is another one.
      return undefined;
    } finally {
      clearTimeout(silence);
      signal.removeEventListener('abort', abort);
    }
  }

  #receive({ name, data }: ServerEvent): void {
    if (!this.#isOpen) {
      this.#isOpen = true;
      this.#ports.onOpen?.(true);
    }
    if (name === 'reset') this.#reportTwice('reset');
    if (name === 'library-job') this.#ports.onLibraryJob?.();
    if (name === 'video') this.#reportTwice(JSON.parse(data) as VideoChange);
  }

  #reportTwice(change: Reported): void {
    const pending = this.#pending.get(keyOf(change));
    if (pending) {
      pending.change = joined(pending.change, change);
      pending.isAgain = true;
      return;
    }
    this.#reportAgain(change);
    this.#ports.onChange(change);
  }

  #reportAgain(change: Reported): void {
    const key = keyOf(change);
    const pending: Pending = {
      change,
      isAgain: false,
      timer: setTimeout(() => {
        this.#pending.delete(key);
        if (pending.isAgain) this.#reportAgain(pending.change);
        this.#ports.onChange(pending.change);
      }, againMs),
    };
    this.#pending.set(key, pending);
  }

  #close(): void {
    for (const { timer } of this.#pending.values()) clearTimeout(timer);
    this.#pending.clear();
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#ports.onOpen?.(false);
    this.#ports.onChange('lost');
  }
}

const keyOf = (change: Reported) => (change === 'reset' ? '*' : change.videoId);

/** Two changes of the same video as one. */
function joined(one: Reported, other: Reported): Reported {
  if (one === 'reset' || other === 'reset') return 'reset';
  return hasVersion(one) && hasVersion(other) ? { ...one, ...other } : { videoId: one.videoId };
}
