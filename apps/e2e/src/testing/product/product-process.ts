import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { serverFlags } from '../../../../../tools/server-flags.mjs';
import { LogFile } from '../shared/log-file.ts';
import { until } from '../shared/until.ts';

const root = resolve(import.meta.dirname, '../../../../..');
/** The compile cache that `npm start` uses. */
const compileCache = join(root, 'node_modules/.vault/compile-cache');
const startTimeoutMs = 600_000;
const stopTimeoutMs = 30_000;

/** Removes the servers of the test run from the environment: only the form that uses them sets these again. */
export const noServers = { KAFKA_BROKERS: undefined, MONGO_URL: undefined, NAMESPACE: undefined };

export type Environment = Readonly<Record<string, string>>;

/** The built program of an app, of this checkout by default. @throws if it is not built */
export function programOf(app: string, checkout = root): string {
  const program = join(checkout, 'apps', app, 'dist/main.js');
  if (!existsSync(program)) throw new Error('The product is not built: run `npm run build` first.');
  return program;
}

/** Starts a built program of the product. Its output is appended to a file. */
export function spawnProgram(
  program: string,
  env: Environment,
  logFile: string,
  args: readonly string[] = [],
): ChildProcess {
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [...serverFlags, program, ...args], {
    cwd: root,
    // When this process exits for any reason, the IPC channel closes and the program stops.
    stdio: ['ignore', log, log, 'ipc'],
    env: {
      NODE_COMPILE_CACHE: compileCache,
      ...process.env,
      ...noServers,
      NODE_ENV: 'production',
      STOP_DELAY_SECONDS: '0',
      ...env,
    },
  });
  closeSync(log);
  return child;
}

export interface ProcessOptions {
  /** Such as `upload`, or `upload-2` for the second replica. */
  readonly name: string;
  /** The folder below `apps`. */
  readonly app: string;
  readonly port: number;
  readonly logFile: string;
  readonly env: Environment;
}

/** One process of the product. It keeps its port, folder and log over restarts. */
export class ProductProcess {
  readonly name: string;
  readonly origin: string;
  readonly log: LogFile;
  /** The folder with the build that the next start runs; this one by default. */
  checkout = root;
  private readonly options: ProcessOptions;
  private child: ChildProcess | undefined;

  constructor(options: ProcessOptions) {
    this.options = options;
    this.name = options.name;
    this.origin = `http://127.0.0.1:${String(options.port)}`;
    this.log = new LogFile(options.logFile);
  }

  get isRunning(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  get pid(): number {
    return this.running().pid!;
  }

  /** Starts it and waits until it is fully ready. */
  async start(): Promise<void> {
    this.begin();
    await this.untilFullyReady();
  }

  /** Starts it without waiting. */
  begin(): void {
    if (this.isRunning) throw new Error(`${this.name} is running already`);
    const { app, env, port, logFile } = this.options;
    this.child = spawnProgram(programOf(app, this.checkout), { ...env, PORT: String(port) }, logFile);
  }

  /** Starts it and waits until it listens or has exited. */
  async beginListening(): Promise<void> {
    this.begin();
    const isListening = async () => !this.isRunning || (await this.probe('/livez')) !== undefined;
    await until(`${this.name} to listen`, isListening, startTimeoutMs);
  }

  /** Waits until it accepts requests and processes messages. */
  async untilFullyReady(): Promise<void> {
    await until(`${this.name} to be fully ready`, () => this.isFullyReady(), startTimeoutMs).catch(
      (error: unknown) => {
        throw new Error(`${this.name} did not become fully ready\n${this.log.tail()}`, { cause: error });
      },
    );
  }

  /** Whether it accepts requests. @throws if it has exited */
  async isReady(): Promise<boolean> {
    return (await this.readiness()) !== undefined;
  }

  /** Whether it accepts requests, consumes messages and publishes them. @throws if it has exited */
  async isFullyReady(): Promise<boolean> {
    return (await this.readiness())?.degraded.length === 0;
  }

  private async readiness(): Promise<{ readonly degraded: readonly string[] } | undefined> {
    if (!this.isRunning) throw new Error(`${this.name} has ended`);
    return (await this.probe('/readyz')) as { degraded: string[] } | undefined;
  }

  /** @returns the body of a success, else undefined */
  private async probe(path: string): Promise<unknown> {
    const signal = AbortSignal.timeout(2_000);
    try {
      const answer = await fetch(`${this.origin}${path}`, { signal });
      const body: unknown = await answer.json();
      return answer.ok ? body : undefined;
    } catch {
      return undefined;
    }
  }

  /** Stops it as Ctrl-C does. @throws if it does not exit cleanly */
  async stop(): Promise<void> {
    const child = this.running();
    child.kill('SIGTERM');
    child.kill('SIGCONT');
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    const [code, signal] = await ended(child);
    clearTimeout(timer);
    if (code !== 0) throw new Error(`${this.name} ended with ${String(code ?? signal)}\n${this.log.tail()}`);
  }

  /** Kills it with SIGKILL, as a power failure does. */
  async kill(): Promise<void> {
    const child = this.running();
    child.kill('SIGKILL');
    await ended(child);
  }

  /** Suspends it: connections stay open, but requests get no answer. */
  pause(): void {
    this.running().kill('SIGSTOP');
  }

  /** Continues after {@link pause}. */
  resume(): void {
    this.running().kill('SIGCONT');
  }

  /** Kills it and starts it again. */
  async restart(): Promise<void> {
    await this.kill();
    await this.start();
  }

  private running(): ChildProcess {
    if (!this.child || !this.isRunning) throw new Error(`${this.name} is not running`);
    return this.child;
  }
}

async function ended(child: ChildProcess): Promise<readonly [number | null, NodeJS.Signals | null]> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return [child.exitCode, child.signalCode];
}
