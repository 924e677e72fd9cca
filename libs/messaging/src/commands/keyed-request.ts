import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';

/** A request of a client that chose an idempotency key for it. */
export interface KeyedRequest {
  /** The account of the caller; absent before sign-in. */
  readonly caller?: string | undefined;
  /** The method and the address that it was sent to. */
  readonly route: string;
  /** What the client chose. */
  readonly key: string;
  /** All that distinguishes it from another request to the same address: the query and the body. */
  readonly content: string | Buffer;
}

/** What makes a command of a keyed request known again. */
export interface CommandKey {
  /** The same in each repeat of the request, and different for each command of it. */
  readonly id: string;
  /** Names the request: the hash of the caller, a dot, and the hash of the route and the key. */
  readonly requestKey: string;
  /** The hash of the content with the key, which is stored nowhere: of a password alone, it could be guessed. */
  readonly requestHash: string;
}

interface Current {
  readonly read: () => KeyedRequest;
  /** How many commands were sent, by type and subject. */
  readonly sent: Map<string, number>;
}

const current = new AsyncLocalStorage<Current | undefined>();

/**
 * Handles a keyed request: the commands that it sends get their ids from the key, so that their owner knows a repeat.
 * @param read called when a command is sent, because the caller is not known before
 */
export function withKeyedRequest<Result>(read: () => KeyedRequest, handle: () => Result): Result {
  return current.run({ read, sent: new Map() }, handle);
}

/** Does work that belongs to no request of a client. */
export function withoutKeyedRequest<Result>(work: () => Result): Result {
  return current.run(undefined, work);
}

/** The name of the current request, for calls that create something; undefined without a key. */
export function currentRequestKey(): string | undefined {
  const request = current.getStore()?.read();
  return request && nameOf(request);
}

/** The key of the next command of the current request; undefined when its client has chosen none. */
export function nextCommandKey(type: string, subject: string): CommandKey | undefined {
  const state = current.getStore();
  if (!state) return undefined;
  const request = state.read();
  const kind = JSON.stringify([type, subject]);
  const number = (state.sent.get(kind) ?? 0) + 1;
  state.sent.set(kind, number);
  const requestKey = nameOf(request);
  return {
    id: idFrom(`${requestKey}\n${kind}\n${String(number)}`),
    requestKey,
    requestHash: hashOf(Buffer.concat([Buffer.from(`${request.key}\n`), Buffer.from(request.content)])),
  };
}

/** An id in the form of a UUID that is the same for the same name. */
export function idFrom(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  // Version 8: made by the rules of an application.
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
}

/** Hashes: nobody can name the request of another caller by the choice of a key. */
function nameOf({ caller = '', route, key }: KeyedRequest): string {
  return `${hashOf(caller)}.${hashOf(JSON.stringify([caller, route, key]))}`;
}

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url');
}
