import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import Mux from '@mux/mux-node';
import type { ProcessOptions } from './engine-process.ts';

/** An engine in a separate process. */
export interface EngineProcess {
  url: string;
  mux: Mux;
  /** Ends the process with SIGKILL. */
  kill(): Promise<void>;
  /** Lets running requests end for some time, and ends the engine in order. @returns the exit code */
  stop(): Promise<number | null>;
  /** Highest resident memory in bytes since the last reset. */
  peakMemory(command: 'reset' | 'read'): Promise<number>;
}

/** An engine of other tests may take the port of a killed one: it must not answer calls of these. */
const testToken = { id: 'test-id', secret: randomUUID() };

/** A program that took the port of a killed engine may never answer. */
export const answerWithinMs = 15_000;

const alive = new Set<ChildProcess>();

/** Ends every engine process that a failed test left, because it would keep the test run from ending. */
export function killAll(): void {
  for (const child of alive) child.kill('SIGKILL');
}

/**
 * Starts an engine process on `dataDir` and waits until it accepts requests.
 *
 * @param options.clockAheadSeconds how wrong its time of day is
 */
export async function spawnEngine(
  dataDir: string,
  webhook: { url: string; secret: string },
  {
    clockAheadSeconds = 0,
    ...options
  }: Pick<ProcessOptions, 'limits' | 'roles' | 'shared'> & { clockAheadSeconds?: number } = {},
): Promise<EngineProcess> {
  const token = { id: testToken.id, secrets: [testToken.secret] };
  const script = new URL('./engine-process.ts', import.meta.url);
  const child = fork(
    script,
    [JSON.stringify({ ...options, dataDir, token, webhook } satisfies ProcessOptions)],
    {
      execArgv: [
        ...['--disable-warning=ExperimentalWarning', '--conditions=@vault/source'],
        ...['--import', new URL('../../../../../tools/servers/wrong-time-of-day.mjs', import.meta.url).href],
      ],
      env: { PATH: process.env.PATH, CLOCK_AHEAD_SECONDS: String(clockAheadSeconds) },
    },
  );
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  const { port } = (await message(child)) as { port: number };
  const url = `http://127.0.0.1:${port}`;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const exited = once(child, 'exit');
    child.kill(signal);
    const [code] = (await exited) as [number | null];
    return code;
  };
  return {
    url,
    mux: new Mux({
      ...{ tokenId: testToken.id, tokenSecret: testToken.secret, baseURL: url, maxRetries: 0 },
      timeout: answerWithinMs,
    }),
    async kill() {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
    async peakMemory(command) {
      child.send(command);
      return ((await message(child)) as { rss: number }).rss;
    },
  };
}

async function message(child: ChildProcess): Promise<unknown> {
  const [answer] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the engine ended with ${String(code)}`))),
  ])) as [unknown];
  return answer;
}
