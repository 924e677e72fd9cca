import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from '../api/api.ts';
import { LogFile } from '../shared/log-file.ts';
import { programOf, spawnProgram, type Environment, type ProductProcess } from './product-process.ts';
import type { ThrottledProxy } from './throttled-proxy.ts';
import type { StoredData } from '../stores/stored-data.ts';
import type { Servers } from '../stores/test-servers.ts';

/** Loading its code keeps a processor busy: many at once would make calls of other tests miss their deadlines. */
const startingAtOnce = 2;
/** The longest wait for the line after which an operators' command is killed. */
const killTimeoutMs = 600_000;

/** The apps of the microservices mode; each but the video engine may have several replicas. */
export type AppName =
  'admin' | 'auth' | 'chaptering' | 'clip' | 'gateway' | 'portal' | 'search' | 'upload' | 'video-engine';

export interface ProductOptions {
  /** The data folder; by default a temporary one that is removed at the end. */
  readonly dataDir?: string;
  /** Environment variables for all processes, in addition to the test run's. */
  readonly env?: Environment;
  /** Between the browser and the pages, and before the media origin if it is another one. */
  readonly proxy?: ThrottledProxy;
  /** Number of processes of an app, 1 by default; only as microservices. */
  readonly replicas?: Partial<Record<Exclude<AppName, 'video-engine'>, number>>;
  /** Environment variables for one app; only as microservices. */
  readonly envOf?: Partial<Record<AppName, Environment>>;
  /** Servers to use instead of the test run's; only as microservices. */
  readonly servers?: Servers;
}

/** The parts that differ between the all-in-one and the microservice form. */
export interface ProductParts {
  readonly dataDir: string;
  /** Whether the folder is removed at the end. */
  readonly isOwnFolder: boolean;
  readonly processes: readonly ProductProcess[];
  readonly gateways: readonly ProductProcess[];
  readonly videoHost: ProductProcess;
  readonly pageOrigin: string;
  readonly mediaOrigin: string;
  readonly mediaDir: string;
  readonly webhookSecret: () => string;
  readonly stored: () => StoredData;
  /** Environment variables of the operator command: where the product keeps its data. */
  readonly operatorEnv: Environment;
  /** Runs before the first start. */
  readonly prepare?: () => Promise<void>;
  /** Runs after the product has stopped for good. */
  readonly cleanUp?: () => Promise<void>;
}

interface OperatorOptions {
  /** The folder with the build that it runs; this checkout by default. */
  readonly checkout?: string | undefined;
  /** Kills it after its first line like this. */
  readonly killAfter?: RegExp | undefined;
}

interface OperatorResult {
  /** Null when it was killed. */
  readonly code: number | null;
  /** Including errors. */
  readonly output: string;
}

/** The built product as its users run it: one process or several, on free ports, with its own data folder. */
export class Product {
  readonly dataDir: string;
  /** The files of the video host. */
  readonly mediaDir: string;
  /** The origin of the first gateway, for API calls. */
  readonly origin: string;
  /** The origins of all gateways. */
  readonly origins: readonly string[];
  /** The origin of the pages for a browser. */
  readonly pageOrigin: string;
  /** The origin of uploads and media; in one process the same as of the pages. */
  readonly mediaOrigin: string;
  readonly processes: readonly ProductProcess[];
  /** The process that receives uploads and stores media. */
  readonly videoHost: ProductProcess;
  /** How often its API clients send a request that is answered with 503. */
  tries = 1;
  private readonly parts: ProductParts;
  private isPrepared = false;

  constructor(parts: ProductParts) {
    this.parts = parts;
    this.dataDir = parts.dataDir;
    this.mediaDir = parts.mediaDir;
    this.processes = parts.processes;
    this.videoHost = parts.videoHost;
    this.origins = parts.gateways.map(({ origin }) => origin);
    this.origin = this.origins[0]!;
    this.pageOrigin = parts.pageOrigin;
    this.mediaOrigin = parts.mediaOrigin;
  }

  /** An API client that is not signed in. @param origin the gateway; the first by default */
  api(origin = this.origin): Api {
    return new Api(origin, this.tries);
  }

  /** A process by its name, such as `upload` or `upload-2`; `all-in-one` is the only one of that form. */
  process(name: string): ProductProcess {
    const found = this.processes.find((each) => each.name === name);
    if (!found)
      throw new Error(`no process "${name}" among ${this.processes.map((each) => each.name).join(', ')}`);
    return found;
  }

  /** The logs of all processes. */
  log(): string {
    return this.processes.map(({ log }) => log.text()).join('');
  }

  /** The secret that signs webhooks. */
  get webhookSecret(): string {
    return this.parts.webhookSecret();
  }

  /** Access to all stored data. */
  stored(): StoredData {
    return this.parts.stored();
  }

  /**
   * Runs the command for staff: `list`, `add EMAIL` … The all-in-one product has to be stopped before.
   * @returns its output, including errors
   */
  async staffCommand(...words: string[]): Promise<string> {
    return (await this.operatorCommand(['staff', ...words])).output;
  }

  /** Runs the operators' command. Without words it creates topics and indexes. */
  async operatorCommand(
    words: readonly string[],
    { checkout, killAfter }: OperatorOptions = {},
  ): Promise<OperatorResult> {
    const log = new LogFile(join(this.dataDir, 'operator.log'));
    const mark = log.mark();
    const program = programOf('migrate', checkout);
    const child = spawnProgram(program, this.parts.operatorEnv, log.path, words);
    if (killAfter) {
      const kill = () => child.kill('SIGKILL');
      // Without such a line the process ends, and the caller sees its exit code.
      void log.untilLine(killAfter, mark, killTimeoutMs).then(kill, () => undefined);
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return { code: child.exitCode, output: log.text().slice(mark) };
  }

  /** Starts all stopped processes, on the same ports and data as before, and waits until they are fully ready. */
  async start(): Promise<void> {
    if (!this.isPrepared) await this.parts.prepare?.();
    this.isPrepared = true;
    const stopped = this.processes.filter(({ isRunning }) => !isRunning);
    const waiting = [...stopped];
    const beginAll = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await next.beginListening();
    };
    await allSettled(Array.from({ length: startingAtOnce }, beginAll));
    await allSettled(stopped.map((each) => each.untilFullyReady()));
  }

  /** Stops all processes as Ctrl-C does. @throws if one does not exit cleanly */
  async stop(): Promise<void> {
    await allSettled(this.running().map((each) => each.stop()));
  }

  /** Kills all processes with SIGKILL, as a power failure does. */
  async kill(): Promise<void> {
    await allSettled(this.running().map((each) => each.kill()));
  }

  /** Stops the product and removes its data. */
  async end(): Promise<void> {
    try {
      await this.stop();
    } finally {
      await this.parts.cleanUp?.();
      if (this.parts.isOwnFolder) rmSync(this.dataDir, { recursive: true, force: true });
    }
  }

  private running(): ProductProcess[] {
    return this.processes.filter(({ isRunning }) => isRunning);
  }
}

/** Waits for all, even if one fails. @throws the first error */
async function allSettled(work: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(work);
  await Promise.all(work);
}
