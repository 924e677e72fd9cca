import { AsyncLocalStorage } from 'node:async_hooks';

/** Who caused something. */
export interface Actor {
  /** The id of an account. */
  readonly id: string;
  /** The network address that the request came from. */
  readonly address?: string | undefined;
}

const storage = new AsyncLocalStorage<() => Actor | undefined>();

/** The metadata keys that carry the actor of a call between services. */
const idHeader = 'x-actor-id';
const addressHeader = 'x-actor-address';

/** Who caused the current work; undefined when nobody did, or a visitor. */
export function currentActor(): Actor | undefined {
  return storage.getStore()?.();
}

/** Runs `work` so that its calls and messages name an actor. @param actor is asked when one of them is made */
export function withActor<Result>(actor: () => Actor | undefined, work: () => Result): Result {
  return storage.run(actor, work);
}

/** The headers that name the current actor to another process; empty without one. */
export function actorHeaders(): Record<string, string> {
  const actor = currentActor();
  if (!actor) return {};
  return { [idHeader]: actor.id, ...(actor.address !== undefined && { [addressHeader]: actor.address }) };
}

/** The actor that {@link actorHeaders} named. @param header the value of a header */
export function readActor(header: (name: string) => string | undefined): Actor | undefined {
  const id = header(idHeader);
  return id === undefined ? undefined : { id, address: header(addressHeader) };
}
