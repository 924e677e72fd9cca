import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { serverFlags } from '../../../../tools/server-flags.mjs';
import { LogFile } from './log-file.ts';
import { until } from './until.ts';

const root = resolve(import.meta.dirname, '../../../..');
/** Compiled code is kept, as `npm start` does. */
const compileCache = join(root, 'node_modules/.vault/compile-cache');
const startWithinMs = 600_000;
const stopWithinMs = 30_000;

/** The servers of the test run are for the forms of the product that are told of them. */
const noServers = { KAFKA_BROKERS: undefined, MONGO_URL: undefined, NAMESPACE: undefined };

export type Environment = Readonly<Record<string, string>>;

/** The built program of an app. @throws when it is not built */
export function programOf(app: string): string {
  const program = join(root, 'apps', app, 'dist/main.js');
  if (!existsSync(program)) throw new Error('The product is not built: run `npm run build` first.');
  return program;
}

/** Starts a built program of the product. Its output goes to the end of a file. */
export function spawnProgram(
  program: string,
  env: Environment,
  logFile: string,
  words: readonly string[] = [],
): ChildProcess {
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, [...serverFlags, program, ...words], {
    cwd: root,
    // The channel ends with this test run, however that ends, and the program with it.
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
  /** Such as `upload`, or `upload-2` for a second one. */
  readonly name: string;
  /** The folder below `apps`. */
  readonly app: string;
  readonly port: number;
  readonly logFile: string;
  readonly env: Environment;
}

/** One process of the product: it keeps its port, its folder and its log through every restart. */
export class ProductProcess {
  readonly name: string;
  readonly origin: string;
  readonly log: LogFile;
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

  /** Starts it, again on the same port and folder after a stop, and waits until all of it works. */
  async start(): Promise<void> {
    this.begin();
    await this.untilWhole();
  }

  /** Starts it and does not wait. */
  begin(): void {
    if (this.isRunning) throw new Error(`${this.name} is running already`);
    const { app, env, port, logFile } = this.options;
    this.child = spawnProgram(programOf(app), { ...env, PORT: String(port) }, logFile);
  }

  /** Waits until it takes requests and messages. */
  async untilWhole(): Promise<void> {
    await until(`${this.name} to be whole`, () => this.isWhole(), startWithinMs).catch((error: unknown) => {
      throw new Error(`${this.name} did not become whole\n${this.log.tail()}`, { cause: error });
    });
  }

  /** Whether it takes requests right now. @throws when it has ended */
  async isReady(): Promise<boolean> {
    return (await this.readiness()) !== undefined;
  }

  /** Whether it takes requests, reads its messages and sends them. @throws when it has ended */
  async isWhole(): Promise<boolean> {
    return (await this.readiness())?.degraded.length === 0;
  }

  private async readiness(): Promise<{ readonly degraded: readonly string[] } | undefined> {
    if (!this.isRunning) throw new Error(`${this.name} has ended`);
    const signal = AbortSignal.timeout(2_000);
    try {
      const answer = await fetch(`${this.origin}/readyz`, { signal });
      const readiness = (await answer.json()) as { degraded: string[] };
      return answer.ok ? readiness : undefined;
    } catch {
      return undefined;
    }
  }

  /** Asks it to stop, as Ctrl-C does. @throws when it does not end cleanly */
  async stop(): Promise<void> {
    const child = this.running();
    child.kill('SIGTERM');
    child.kill('SIGCONT');
    const patience = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
    const [code, signal] = await ended(child);
    clearTimeout(patience);
    if (code !== 0) throw new Error(`${this.name} ended with ${String(code ?? signal)}\n${this.log.tail()}`);
  }

  /** As a power cut for this process. */
  async kill(): Promise<void> {
    const child = this.running();
    child.kill('SIGKILL');
    await ended(child);
  }

  /** It hangs: connections to it stay open, and nothing is answered. */
  pause(): void {
    this.running().kill('SIGSTOP');
  }

  /** It goes on after {@link pause}. */
  resume(): void {
    this.running().kill('SIGCONT');
  }

  /** As after a power cut: killed, and started again. */
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
