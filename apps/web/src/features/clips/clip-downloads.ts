import type { ClipTimes } from '@vault/contracts';
import type { Toast, ToastStyle } from '../../lib/toasts.ts';
import { clipStrings as words } from './clips.strings.ts';

/** Between two questions whether a clip is there, in milliseconds. */
export const checkEveryMs = 5000;
/** So often it is asked; then nobody believes in it any more. */
export const mostChecks = 120;

/** A clip that somebody wants. */
export interface ClipOrder {
  readonly assetId: string;
  /** Of the video. */
  readonly title: string;
  readonly times: ClipTimes;
  readonly toast: ToastStyle;
}

/** A clip that is not there yet. */
export interface ClipOnItsWay extends Pick<ClipOrder, 'title' | 'times'> {
  readonly key: string;
  /** Asked for, or promised and being made. */
  readonly phase: 'asking' | 'making';
}

interface ClipDownloadsParts {
  /** Has a clip cut. @returns where it will be @throws an Error with a sentence for the user */
  readonly cut: (order: ClipOrder) => Promise<string>;
  /** Whether a file is there. @throws when nobody can tell */
  readonly isThere: (link: string, signal: AbortSignal) => Promise<boolean>;
  readonly download: (link: string, name: string) => void;
  readonly say: (toast: Pick<Toast, 'kind' | 'text'> & ToastStyle) => void;
}

/** The name of a clip's file; a clip of sound alone is no video file. */
function nameOf(link: string, { timeIn, timeOut }: ClipTimes): string {
  return `clip_${timeIn}-${timeOut}.${/\.m4a(\?|$)/.test(link) ? 'm4a' : 'mp4'}`;
}

/** Ends early, without a word, when it is called off. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Clips from the click to the file. They stand above the pages: a clip comes wherever the user is by then. */
export class ClipDownloads {
  readonly #parts: ClipDownloadsParts;
  readonly #ends = new Map<string, AbortController>();
  readonly #listeners = new Set<() => void>();
  #items: readonly ClipOnItsWay[] = [];

  constructor(parts: ClipDownloadsParts) {
    this.#parts = parts;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What is on its way, oldest first; the same list until something changes. */
  readonly snapshot = (): readonly ClipOnItsWay[] => this.#items;

  /** Has a clip cut, says how that went, and downloads it once it is made. @returns whether it is being made */
  async order(order: ClipOrder): Promise<boolean> {
    const { title, times, toast } = order;
    const key = `${order.assetId} ${times.timeIn} ${times.timeOut}`;
    if (this.#ends.has(key)) {
      this.#parts.say({ kind: 'info', text: words.onItsWay, ...toast });
      return true;
    }
    const end = new AbortController();
    this.#ends.set(key, end);
    this.#change([...this.#items, { key, title, times, phase: 'asking' }]);
    try {
      const link = await this.#parts.cut(order);
      if (end.signal.aborted) return true;
      this.#parts.say({ kind: 'success', text: words.success, ...toast });
      this.#change(this.#items.map((item) => (item.key === key ? { ...item, phase: 'making' } : item)));
      void this.#bring(key, link, order, end.signal);
      return true;
    } catch (error) {
      if (end.signal.aborted) return true;
      this.cancel(key);
      this.#parts.say({ kind: 'error', text: (error as Error).message || words.failed, ...toast });
      return false;
    }
  }

  /** Gives a clip up. What the server makes of it meanwhile is there when it is ordered again. */
  cancel(key: string): void {
    this.#ends.get(key)?.abort();
    this.#ends.delete(key);
    this.#change(this.#items.filter((item) => item.key !== key));
  }

  /** Gives all up. */
  stop(): void {
    for (const key of [...this.#ends.keys()]) this.cancel(key);
  }

  async #bring(key: string, link: string, { times, toast }: ClipOrder, signal: AbortSignal): Promise<void> {
    const isThere = await this.#untilThere(link, signal);
    if (signal.aborted) return;
    this.cancel(key);
    if (isThere) this.#parts.download(link, nameOf(link, times));
    else this.#parts.say({ kind: 'error', text: words.timeout, ...toast });
  }

  async #untilThere(link: string, signal: AbortSignal): Promise<boolean> {
    for (let check = 1; check <= mostChecks; check += 1) {
      const rest = pause(checkEveryMs, signal);
      if (await this.#check(link, signal)) return true;
      if (check < mostChecks) await rest;
      if (signal.aborted) return false;
    }
    return false;
  }

  /** A check that fails is one that found nothing: the line may be back at the next. */
  async #check(link: string, signal: AbortSignal): Promise<boolean> {
    try {
      return await this.#parts.isThere(link, signal);
    } catch (error) {
      if (!signal.aborted) console.info('Whether a clip is there could not be asked.', error);
      return false;
    }
  }

  #change(items: readonly ClipOnItsWay[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }
}
