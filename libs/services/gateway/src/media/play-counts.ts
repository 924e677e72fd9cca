import { LRUCache } from 'lru-cache';

const countedForMs = 60 * 60 * 1_000;
const videos = 20_000;
/** People of one network, such as an office, by their browsers. */
const mostBrowsers = 20;
const mostLetters = 300;

export interface Play {
  /** The video, or the moment. */
  readonly name: string;
  /** The network of the visitor. */
  readonly visitor: string;
  /** What the browser calls itself. */
  readonly browser: string;
}

/** Which plays count: one of each browser in an hour, and a bounded number of a network. */
export class PlayCounts {
  private readonly browsers = new LRUCache<string, Set<string>>({ max: videos, ttl: countedForMs });

  /** Remembers a play. @returns whether it counts */
  counts({ name, visitor, browser }: Play): boolean {
    const key = `${visitor} ${name}`;
    const counted = this.browsers.get(key) ?? new Set<string>();
    const short = browser.slice(0, mostLetters);
    if (counted.has(short) || counted.size >= mostBrowsers) return false;
    counted.add(short);
    // The hour begins with the first play.
    this.browsers.set(key, counted, { noUpdateTTL: true });
    return true;
  }
}
