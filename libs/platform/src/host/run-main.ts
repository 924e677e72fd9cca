import { sqliteFailureOf } from '@vault/embedded-mongo';
import { ConfigError, DataFolderError } from '@vault/base';

/** A process that `main.ts` starts and a signal stops. */
export interface Stoppable {
  /** Rejects when a part that had to wait for a server cannot run after all: then the process stops. */
  started?(): Promise<void>;
  /** Reports that it is not ready, and keeps serving for a bounded time so that load balancers notice. */
  startDraining?(): Promise<void>;
  stop(): Promise<void>;
}

/** A container usually has 30 s to stop. */
export const stopWithinMs = 25_000;
const exitAtOnceAfterMs = 1_000;

/**
 * Runs a process. On an invalid configuration it prints the problems and exits with 1. On SIGINT, SIGTERM, SIGHUP, or
 * when its parent exits, it drains and stops cleanly, even during the start. It exits with 0 after a clean stop, 1
 * after any other, 130 on a second signal.
 */
export async function runMain(start: () => Promise<Stoppable>): Promise<void> {
  const { promise: stopRequested, resolve: requestStop } = Promise.withResolvers<undefined>();
  const stopTimer = listenForStopSignals(() => requestStop(undefined));
  let running: Stoppable;
  try {
    running = await start();
  } catch (error) {
    fail(describe(error));
  }
  running.started?.().catch(async (error: unknown) => {
    await running.stop().catch(() => undefined);
    fail(describe(error));
  });
  void stopRequested
    .then(() => end(running, stopTimer))
    .then(
      () => process.exit(0),
      (error: unknown) => fail(describe(error)),
    );
}

async function end(running: Stoppable, stopTimer: StopTimer): Promise<void> {
  stopTimer.cancel();
  await running.startDraining?.();
  stopTimer.begin();
  await running.stop();
}

/** Exits the process when stopping takes too long. */
interface StopTimer {
  begin(): void;
  cancel(): void;
}

function listenForStopSignals(requestStop: () => void): StopTimer {
  let timer: NodeJS.Timeout | undefined;
  const stopTimer: StopTimer = {
    begin: () => {
      timer = setTimeout(() => fail('It did not stop in time.'), stopWithinMs).unref();
    },
    cancel: () => clearTimeout(timer),
  };
  let requestedAt: number | undefined;
  const onSignal = () => {
    if (requestedAt !== undefined) {
      // A terminal and a parent process may both send the same Ctrl-C; only a later one exits at once.
      if (performance.now() - requestedAt > exitAtOnceAfterMs) process.exit(130);
      return;
    }
    requestedAt = performance.now();
    stopTimer.begin();
    requestStop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // The script that started this process has exited, so no one else would stop it.
  if (process.channel) process.on('disconnect', onSignal);
  return stopTimer;
}

function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

/** Remedies for known errors, by code. */
const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Another program uses this port. Set PORT to another one.',
  EACCES: 'This user lacks the permission. Set PORT to 1024 or more, or DATA_DIR to a folder of your own.',
  ENOSPC: 'The disk is full. Free some space, then start again.',
  EROFS: 'The disk is read-only. Set DATA_DIR to a folder that can be written.',
  EADDRNOTAVAIL: 'This machine does not have that address. Set HOST to one it has.',
};

/** One sentence for what the operator can mend, else the stack. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ConfigError || error instanceof DataFolderError) return error.message;
  const remedy = 'code' in error ? remedies[String(error.code)] : undefined;
  if (remedy) return `${remedy} (${error.message})`;
  return sqliteFailureOf(error) ? error.message : (error.stack ?? error.message);
}
