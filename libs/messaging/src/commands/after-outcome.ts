import { AsyncLocalStorage } from 'node:async_hooks';

interface Command {
  readonly waiting: (() => void)[];
  isAnswered: boolean;
}

const current = new AsyncLocalStorage<Command>();

/**
 * Starts work once the sender of the current command has its outcome, and at once outside of commands: a person waits
 * for the outcome, and what other services do because of the change would compete with it for the processor.
 */
export function afterOutcome(work: () => void): void {
  const command = current.getStore();
  if (command && !command.isAnswered) command.waiting.push(work);
  else work();
}

/** @param handle executes a command and publishes its outcome; what it passed to {@link afterOutcome} starts at its end */
export async function answerFirst<Result>(handle: () => Promise<Result>): Promise<Result> {
  const command: Command = { waiting: [], isAnswered: false };
  try {
    return await current.run(command, handle);
  } finally {
    command.isAnswered = true;
    for (const work of command.waiting) work();
  }
}
