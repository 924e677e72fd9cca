import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A child process that has reported that it is ready. */
export interface StartedProcess<Message> {
  /** Its first message. */
  readonly message: Message;
  readonly pid: number;
  /** Subscribes to its later messages. */
  onMessage(listener: (message: unknown) => void): void;
  stop(): Promise<void>;
}

/**
 * Runs a file of this folder and waits for its first message, which it sends when it is ready.
 * @throws if it exits before
 */
export function startProcess<Message>(
  file: string,
  args: readonly string[],
): Promise<StartedProcess<Message>> {
  return startProgram(pathToFileURL(join(import.meta.dirname, file)), args);
}

/** Like {@link startProcess}, but for any compiled program. */
export async function startProgram<Message>(
  program: URL,
  args: readonly string[],
): Promise<StartedProcess<Message>> {
  const file = fileURLToPath(program);
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--expose-gc', file, ...args],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: { ...process.env, NODE_ENV: 'production' } },
  );
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${file} ended before it was ready`);
  });
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [Message];
  ended.catch(() => undefined);
  return {
    message,
    pid: child.pid ?? 0,
    onMessage: (listener) => void child.on('message', listener),
    stop: async () => {
      if (child.connected) child.disconnect();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
