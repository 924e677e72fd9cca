import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

const storage = new AsyncLocalStorage<string>();

/** The header and metadata key that carries the id from browser to last consumer. */
export const correlationHeader = 'x-correlation-id';

/** The id of the current request or message; a new id outside of any. */
export function correlationId(): string {
  return storage.getStore() ?? randomUUID();
}

export function currentCorrelationId(): string | undefined {
  return storage.getStore();
}

/** Runs `work` so that everything it logs, calls and publishes carries `id`. */
export function withCorrelation<Result>(id: string | undefined, work: () => Result): Result {
  return storage.run(isUsable(id) ? id : randomUUID(), work);
}

/** Ids come from clients: only short, plain ones are accepted, so that they cannot forge log lines. */
function isUsable(id: string | undefined): id is string {
  return id !== undefined && /^[A-Za-z0-9._-]{8,64}$/.test(id);
}
