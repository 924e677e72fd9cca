import { newCorrelationId } from './correlation.ts';

/** The header with the key that a request keeps when it is sent again. */
export const keyHeader = 'idempotency-key';

/** A person tries again within this time. */
const keptMs = 5 * 60_000;
const maxKept = 50;

interface KeptKey {
  readonly request: string;
  readonly key: string;
  readonly keptUntil: number;
}

/**
 * Keys of requests that change something. When the outcome of one is unknown, its key is kept for the same request, so that
 * the server knows it again and changes nothing twice.
 */
export class RequestKeys {
  /** The oldest first. */
  #kept: readonly KeptKey[] = [];
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Calls `send` with the key of a request: a kept one, which no other request uses meanwhile, or a new one.
   * @param statusOf the HTTP status of a result; undefined when there was no answer
   */
  async use<Result>(
    request: string,
    send: (key: string) => Result | PromiseLike<Result>,
    statusOf: (result: Result) => number | undefined,
  ): Promise<Result> {
    const key = this.#take(request);
    const result = await send(key);
    if (isUnknown(statusOf(result))) this.#keep(request, key);
    return result;
  }

  #take(request: string): string {
    const now = this.#now();
    this.#kept = this.#kept.filter(({ keptUntil }) => keptUntil > now);
    const found = this.#kept.find((each) => each.request === request);
    this.#kept = this.#kept.filter((each) => each !== found);
    return found?.key ?? newCorrelationId();
  }

  #keep(request: string, key: string): void {
    const kept = { request, key, keptUntil: this.#now() + keptMs };
    this.#kept = [...this.#kept, kept].slice(-maxKept);
  }
}

/** Whether a request may have been carried out, although its answer does not say so. */
function isUnknown(status: number | undefined): boolean {
  return status === undefined || status >= 500;
}

/** The keys of all requests of this page. */
export const requestKeys = new RequestKeys();
