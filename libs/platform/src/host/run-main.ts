import { ConfigError } from '../config/load-config.ts';

/** What `main.ts` starts and a signal stops. */
export interface Stoppable {
  stop(): Promise<void>;
}

const stopWithinMs = 15_000;
const impatientAfterMs = 1_000;

/** Runs a process: prints what is wrong with the configuration and exits 1; stops cleanly on SIGINT and SIGTERM. */
export async function runMain(start: () => Promise<Stoppable>): Promise<void> {
  let running: Stoppable;
  try {
    running = await start();
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : describe(error)}\n`);
    process.exit(1);
  }
  let stoppingSince: number | undefined;
  const stop = () => {
    // A terminal and a parent process may both pass the same Ctrl-C on: only a later one means "now".
    if (stoppingSince !== undefined && Date.now() - stoppingSince > impatientAfterMs) process.exit(130);
    if (stoppingSince !== undefined) return;
    stoppingSince = Date.now();
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${describe(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('SIGHUP', stop);
  // Started by a script that has died: nobody is left to stop this process.
  if (process.channel) process.on('disconnect', stop);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `The port is taken already: ${error.message}. Set PORT to another one.`;
  return error.stack ?? error.message;
}
