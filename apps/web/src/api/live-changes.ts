import { backOff } from './http/back-off.ts';
import { Listeners } from '../lib/state/listeners.ts';
import { correlationHeader, newCorrelationId } from './http/correlation.ts';
import { readEvents, type ServerEvent } from './http/read-events.ts';
import { readUserSession } from './session/user-session.ts';

/**
 * What a page must read again: one video; or everything that it shows, because changes may be missing (`reset`).
 * `lost`: changes are no longer reported. `refused`: nor will they be, because the session has ended.
 */
export type Change = { readonly videoId: string } | 'reset' | 'lost' | 'refused';

type Follower = (change: Change) => void;

const retryMs = 1000;
/** The server sends a comment every 15 s. */
const silentMs = 40_000;
/** Another server than the one of the stream knows of a change at most a second later. */
const againMs = 1200;
const everything = '*';

interface Source {
  readonly path: string;
  readonly readToken: () => string | undefined;
}

const ofUser: Source = { path: '/api/events', readToken: () => readUserSession()?.token };

/** The stream of changes, which is open while the page is visible and somebody follows changes. */
export class LiveChanges {
  readonly #followers = new Set<Follower>();
  readonly #listeners = new Listeners();
  readonly subscribe = this.#listeners.subscribe;
  /** Whether a change was reported again, by video, until it is time to report it. */
  readonly #pending = new Map<string, { timer: ReturnType<typeof setTimeout>; isAgain: boolean }>();
  #connection: AbortController | null = null;
  #isOpen = false;

  readonly #source: Source;

  constructor(source: Source = ofUser) {
    this.#source = source;
  }

  /** Whether changes are reported now. */
  readonly isOpen = (): boolean => this.#isOpen;

  /**
   * Reports each change at once and again a second later; changes of a video in between are reported together.
   * @returns a function that ends it
   */
  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    this.#update();
    document.addEventListener('visibilitychange', this.#update);
    return () => {
      this.#followers.delete(follower);
      this.#update();
    };
  }

  readonly #update = (): void => {
    const isFollowed = this.#followers.size > 0;
    if (!isFollowed) document.removeEventListener('visibilitychange', this.#update);
    const isWanted = isFollowed && document.visibilityState !== 'hidden';
    if (isWanted === (this.#connection !== null)) return;
    this.#connection?.abort();
    this.#connection = isWanted ? new AbortController() : null;
    if (this.#connection) void this.#stayConnected(this.#connection.signal);
    else this.#close();
  };

  async #stayConnected(signal: AbortSignal): Promise<void> {
    const isWanted = () => this.#connection?.signal === signal;
    for (let failures = 0; isWanted();) {
      const isRefused = await this.#connect(signal);
      if (!isWanted()) return;
      failures = this.#isOpen ? 0 : failures + 1;
      this.#close();
      if (isRefused) {
        this.#report('refused');
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

  /** Resolves when the stream has ended or cannot be opened. @returns whether the token was refused */
  async #connect(signal: AbortSignal): Promise<boolean> {
    const stop = new AbortController();
    const abort = () => {
      stop.abort();
    };
    let silence = setTimeout(abort, silentMs);
    const onBytes = () => {
      clearTimeout(silence);
      silence = setTimeout(abort, silentMs);
    };
    signal.addEventListener('abort', abort);
    try {
      const authorization = `Bearer ${this.#source.readToken() ?? ''}`;
      const response = await fetch(this.#source.path, {
        headers: { authorization, [correlationHeader]: newCorrelationId() },
        cache: 'no-store',
        signal: stop.signal,
      });
      if (response.ok && response.body)
        await readEvents(response.body, onBytes, (event) => {
          if (!signal.aborted) this.#receive(event);
        });
      return response.status === 401 || response.status === 403;
    } catch {
      // A lost connection: pages poll until there is another one.
      return false;
    } finally {
      clearTimeout(silence);
      signal.removeEventListener('abort', abort);
    }
  }

  #receive({ name, data }: ServerEvent): void {
    if (!this.#isOpen) {
      this.#isOpen = true;
      this.#listeners.notify();
    }
    if (name === 'reset') this.#reportTwice(everything);
    if (name === 'video') this.#reportTwice((JSON.parse(data) as { videoId: string }).videoId);
  }

  #reportTwice(videoId: string): void {
    const pending = this.#pending.get(videoId);
    if (pending) {
      pending.isAgain = true;
      return;
    }
    this.#reportAgain(videoId);
    this.#report(videoId === everything ? 'reset' : { videoId });
  }

  #reportAgain(videoId: string): void {
    const timer = setTimeout(() => {
      const isAgain = this.#pending.get(videoId)?.isAgain === true;
      this.#pending.delete(videoId);
      if (isAgain) this.#reportAgain(videoId);
      this.#report(videoId === everything ? 'reset' : { videoId });
    }, againMs);
    this.#pending.set(videoId, { timer, isAgain: false });
  }

  #report(change: Change): void {
    for (const follower of this.#followers) follower(change);
  }

  #close(): void {
    for (const { timer } of this.#pending.values()) clearTimeout(timer);
    this.#pending.clear();
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#listeners.notify();
    this.#report('lost');
  }
}

/** The changes of the signed-in user's videos, for all parts of this page. */
export const liveChanges = new LiveChanges();
