import { ConfigError } from '../config/load-config.ts';

/** What `main.ts` starts and a signal stops. */
export interface Stoppable {
  /** Says that it is not ready, and serves on until that may have been noticed: in bounded time. */
  retire?(): Promise<void>;
  stop(): Promise<void>;
}

/** A container is usually given 30 s. */
const stopWithinMs = 25_000;
const impatientAfterMs = 1_000;

/**
 * Runs a process: prints what is wrong with the configuration and exits 1; retires and stops cleanly on SIGINT, SIGTERM,
 * SIGHUP and when the parent that started it is gone, also in the middle of starting. Exits 0 after a clean stop, 1 after any
 * other, 130 at a second signal.
 */
export async function runMain(start: () => Promise<Stoppable>): Promise<void> {
  const { promise: stopAsked, resolve: askToStop } = Promise.withResolvers<undefined>();
  const patience = listenForTheEnd(() => askToStop(undefined));
  let running: Stoppable;
  try {
    running = await start();
  } catch (error) {
    fail(error instanceof ConfigError ? error.message : describe(error));
  }
  void stopAsked
    .then(() => end(running, patience))
    .then(
      () => process.exit(0),
      (error: unknown) => fail(describe(error)),
    );
}

async function end(running: Stoppable, patience: Patience): Promise<void> {
  patience.rest();
  await running.retire?.();
  patience.begin();
  await running.stop();
}

/** Ends the process when it takes too long. */
interface Patience {
  begin(): void;
  rest(): void;
}

function listenForTheEnd(askToStop: () => void): Patience {
  let timer: NodeJS.Timeout | undefined;
  const patience: Patience = {
    begin: () => {
      timer = setTimeout(() => fail('It did not stop in time.'), stopWithinMs).unref();
    },
    rest: () => clearTimeout(timer),
  };
  let askedAt: number | undefined;
  const ask = () => {
    if (askedAt !== undefined) {
      // A terminal and a parent process may both pass the same Ctrl-C on: only a later one means "now".
      if (performance.now() - askedAt > impatientAfterMs) process.exit(130);
      return;
    }
    askedAt = performance.now();
    patience.begin();
    askToStop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
  // Started by a script that has died: nobody is left to stop this process.
  if (process.channel) process.on('disconnect', ask);
  return patience;
}

function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

/** What the person who started it can do about it, where that is known. */
const remedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'The port is taken already. Set PORT to another one.',
  EACCES:
    'This may not be opened by this user. Set PORT to 1024 or more, or DATA_DIR to a folder of your own.',
  EADDRNOTAVAIL: 'This machine does not have that address. Set HOST to one it has.',
};

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const remedy = 'code' in error ? remedies[String(error.code)] : undefined;
  return remedy ? `${remedy} (${error.message})` : (error.stack ?? error.message);
}
