import { AsyncLocalStorage } from 'node:async_hooks';

interface Command {
  readonly deferred: (() => void)[];
  isReplied: boolean;
}

const current = new AsyncLocalStorage<Command>();

/**
 * Starts work after the outcome of the current command was published, and at once outside of commands. A person waits
 * for the outcome; the work that a change causes in other services would compete with it for the processor.
 */
export function deferUntilReplied(work: () => void): void {
  const command = current.getStore();
  if (command && !command.isReplied) command.deferred.push(work);
  else work();
}

/**
 * Starts the work that `handle` passed to {@link deferUntilReplied} when `handle` has ended.
 * @param handle executes a command and publishes its outcome
 */
export async function withDeferredWork<Result>(handle: () => Promise<Result>): Promise<Result> {
  const command: Command = { deferred: [], isReplied: false };
  try {
    return await current.run(command, handle);
  } finally {
    command.isReplied = true;
    for (const work of command.deferred) work();
  }
}
