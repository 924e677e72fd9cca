import type { ClipTimes } from '@vault/contracts';
import type { Toast, ToastStyle } from '../../../components/ui/toasts/toasts.ts';
import { Listeners } from '../../../lib/state/listeners.ts';

/** The pause between two checks whether a clip is ready, in milliseconds. */
export const checkEveryMs = 5000;
/** After this many checks the download fails with a timeout. */
export const maxChecks = 120;

/** A requested clip. */
export interface ClipOrder {
  readonly assetId: string;
  /** The title of the video. */
  readonly title: string;
  readonly times: ClipTimes;
  readonly toast: ToastStyle;
}

/** A clip that is not ready yet. */
export interface PendingClip extends Pick<ClipOrder, 'title' | 'times'> {
  readonly key: string;
  /** `requesting` until the server has accepted it, then `making`. */
  readonly phase: 'requesting' | 'making';
}

interface ClipDownloadsParts {
  /** Requests a clip. @returns the link where it will be @throws an Error with a sentence for the user */
  readonly cut: (order: ClipOrder) => Promise<string>;
  /** Whether a file is ready. @throws when the server does not answer */
  readonly isReady: (link: string, signal: AbortSignal) => Promise<boolean>;
  readonly download: (link: string, name: string) => void;
  readonly showToast: (toast: Pick<Toast, 'kind' | 'text'> & ToastStyle) => void;
}

/** The name of a clip's file: m4a for audio, else mp4. */
function nameOf(link: string, { timeIn, timeOut }: ClipTimes): string {
  return `clip_${timeIn}-${timeOut}.${/\.m4a(\?|$)/.test(link) ? 'm4a' : 'mp4'}`;
}

/** Resolves after a time, or at once when the signal is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Requests clips, waits until they are ready and downloads them. It outlives the pages that request the clips. */
export class ClipDownloads {
  readonly #parts: ClipDownloadsParts;
  readonly #aborts = new Map<string, AbortController>();
  readonly #listeners = new Listeners();
  readonly subscribe = this.#listeners.subscribe;
  #items: readonly PendingClip[] = [];

  constructor(parts: ClipDownloadsParts) {
    this.#parts = parts;
  }

  /** The pending clips, oldest first; the same list until something changes. */
  readonly snapshot = (): readonly PendingClip[] => this.#items;

  /** Requests a clip, shows the outcome, and downloads the clip when it is ready. @returns whether it is being made */
  async order(order: ClipOrder): Promise<boolean> {
    const { title, times, toast } = order;
    const key = `${order.assetId} ${times.timeIn} ${times.timeOut}`;
    if (this.#aborts.has(key)) {
      this.#parts.showToast({ kind: 'info', text: 'This clip is already being made.', ...toast });
      return true;
    }
    const abort = new AbortController();
    this.#aborts.set(key, abort);
    this.#change([...this.#items, { key, title, times, phase: 'requesting' }]);
    try {
      const link = await this.#parts.cut(order);
      if (abort.signal.aborted) return true;
      this.#parts.showToast({
        kind: 'success',
        text: 'Video clip successful. It may take a moment before it starts to download.',
        ...toast,
      });
      this.#change(this.#items.map((item) => (item.key === key ? { ...item, phase: 'making' } : item)));
      void this.#deliver(key, link, order, abort.signal);
      return true;
    } catch (error) {
      if (abort.signal.aborted) return true;
      this.cancel(key);
      this.#parts.showToast({
        kind: 'error',
        text: (error as Error).message || 'Error to cut video',
        ...toast,
      });
      return false;
    }
  }

  /** Stops waiting for a clip. The server goes on making it, so that a later order finds it ready. */
  cancel(key: string): void {
    this.#aborts.get(key)?.abort();
    this.#aborts.delete(key);
    this.#change(this.#items.filter((item) => item.key !== key));
  }

  /** Stops waiting for all clips. */
  stop(): void {
    for (const key of [...this.#aborts.keys()]) this.cancel(key);
  }

  async #deliver(key: string, link: string, { times, toast }: ClipOrder, signal: AbortSignal): Promise<void> {
    const isReady = await this.#waitUntilReady(link, signal);
    if (signal.aborted) return;
    this.cancel(key);
    if (isReady) this.#parts.download(link, nameOf(link, times));
    else this.#parts.showToast({ kind: 'error', text: 'Timeout reached', ...toast });
  }

  async #waitUntilReady(link: string, signal: AbortSignal): Promise<boolean> {
    for (let check = 1; check <= maxChecks; check += 1) {
      const rest = pause(checkEveryMs, signal);
      if (await this.#check(link, signal)) return true;
      if (check < maxChecks) await rest;
      if (signal.aborted) return false;
    }
    return false;
  }

  /** A check that fails counts as not ready: the connection may be back at the next one. */
  async #check(link: string, signal: AbortSignal): Promise<boolean> {
    try {
      return await this.#parts.isReady(link, signal);
    } catch (error) {
      if (!signal.aborted) console.info('It could not be checked whether a clip is ready.', error);
      return false;
    }
  }

  #change(items: readonly PendingClip[]): void {
    this.#items = items;
    this.#listeners.notify();
  }
}
