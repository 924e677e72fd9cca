import type { KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from './api.ts';
import { LogFile } from './log-file.ts';
import { programOf, spawnProgram, type Environment, type ProductProcess } from './product-process.ts';
import type { SlowLine } from './slow-line.ts';
import type { StoredData } from './stored-data.ts';
import type { Servers } from './test-servers.ts';

/** Each may run more than once in the microservices mode. */
export type AppName =
  'admin' | 'auth' | 'chaptering' | 'clip' | 'gateway' | 'search' | 'upload' | 'video-engine';

export interface ProductOptions {
  /** Where it keeps everything; a folder of its own, removed at the end, when left out. */
  readonly dataDir?: string;
  /** Beside what every test run sets; the same for each process. */
  readonly env?: Environment;
  /** Through this a browser reaches pages, and everybody uploads and media where they are of another origin. */
  readonly line?: SlowLine;
  /** How many processes of an app; 1 unless told. In one process there is one of each. */
  readonly replicas?: Partial<Record<Exclude<AppName, 'video-engine'>, number>>;
  /** For one app alone; only as microservices. */
  readonly envOf?: Partial<Record<AppName, Environment>>;
  /** Servers of the caller's own instead of the test run's; only as microservices. */
  readonly servers?: Servers;
}

/** How a product is made; what each form of it knows about itself. */
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
  readonly signingKey: () => KeyObject;
  readonly stored: () => StoredData;
  /** What says to the command of operators where the product keeps its data. */
  readonly operatorEnv: Environment;
  /** Before the first start. */
  readonly prepare?: () => Promise<void>;
  /** After the end. */
  readonly cleanUp?: () => Promise<void>;
}

/** The built product as its users run it: one process or many, on free ports, with a data folder of its own. */
export class Product {
  readonly dataDir: string;
  /** The files of the video host. */
  readonly mediaDir: string;
  /** Where calls go: the only gateway, or the first. */
  readonly origin: string;
  /** Every gateway. */
  readonly origins: readonly string[];
  /** Where a browser finds the pages. */
  readonly pageOrigin: string;
  /** Where uploads go and media comes from: where the pages are, or an origin of its own. */
  readonly mediaOrigin: string;
  readonly processes: readonly ProductProcess[];
  /** The one that takes uploads and keeps media. */
  readonly videoHost: ProductProcess;
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

  /** A caller nobody has signed in. @param origin another gateway than the first */
  api(origin = this.origin): Api {
    return new Api(origin);
  }

  /** A process by its name, such as `upload` or `upload-2`; as one process all are in `all-in-one`. */
  process(name: string): ProductProcess {
    const found = this.processes.find((each) => each.name === name);
    if (!found)
      throw new Error(`no process "${name}" among ${this.processes.map((each) => each.name).join(', ')}`);
    return found;
  }

  /** What all processes have written. */
  log(): string {
    return this.processes.map(({ log }) => log.text()).join('');
  }

  /** What it signs webhooks with. */
  get webhookSecret(): string {
    return this.parts.webhookSecret();
  }

  /** What it signs sessions with. */
  get signingKey(): KeyObject {
    return this.parts.signingKey();
  }

  /** What it has stored. */
  stored(): StoredData {
    return this.parts.stored();
  }

  /**
   * Runs the command for staff: `list`, `add EMAIL` … A product that keeps all in files has to be stopped.
   * @returns what it printed; failures too
   */
  async staffCommand(...words: string[]): Promise<string> {
    const log = new LogFile(join(this.dataDir, 'staff.log'));
    const mark = log.mark();
    const child = spawnProgram(programOf('migrate'), this.parts.operatorEnv, log.path, ['staff', ...words]);
    if (child.exitCode === null) await once(child, 'exit');
    return log.text().slice(mark);
  }

  /** Starts all that does not run, again on the same ports and data after a stop, and waits until all of it works. */
  async start(): Promise<void> {
    if (!this.isPrepared) await this.parts.prepare?.();
    this.isPrepared = true;
    const resting = this.processes.filter(({ isRunning }) => !isRunning);
    for (const each of resting) each.begin();
    await allSettled(resting.map((each) => each.untilWhole()));
  }

  /** Asks it to stop, as Ctrl-C does. @throws when any of it does not end cleanly */
  async stop(): Promise<void> {
    await allSettled(this.running().map((each) => each.stop()));
  }

  /** As a power cut for all of its processes. */
  async kill(): Promise<void> {
    await allSettled(this.running().map((each) => each.kill()));
  }

  /** Stops it and removes what it has stored. */
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

/** Waits for all, also when one fails. @throws what failed first */
async function allSettled(work: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(work);
  await Promise.all(work);
}
