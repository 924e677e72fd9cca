import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<() => string | undefined>();

/** The metadata key that carries the actor of a call between services. */
export const actorHeader = 'x-actor-id';

/** The id of the account that caused the current work; undefined when nobody did, or a visitor. */
export function currentActor(): string | undefined {
  return storage.getStore()?.();
}

/** Runs `work` so that its calls and messages name an actor. @param actor is asked when one of them is made */
export function withActor<Result>(actor: () => string | undefined, work: () => Result): Result {
  return storage.run(actor, work);
}
