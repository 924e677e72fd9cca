import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Api } from './api.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';
import { serverFlags } from '../../../../tools/server-flags.mjs';

const root = resolve(import.meta.dirname, '../../../..');
const program = join(root, 'apps/all-in-one/dist/main.js');
const startWithinMs = 60_000;
const stopWithinMs = 20_000;

export interface ProductOptions {
  /** Where it keeps everything; a folder of its own, removed at the end, when left out. */
  readonly dataDir?: string;
  /** Beside what every test run sets. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The built product as its users run it: one process, on a free port, with a data folder of its own. */
export class Product {
  readonly dataDir: string;
  readonly origin: string;
  private readonly port: number;
  private readonly env: Readonly<Record<string, string>>;
  private readonly isOwnFolder: boolean;
  private child: ChildProcess | undefined;

  constructor(port: number, { dataDir, env = {} }: ProductOptions) {
    this.port = port;
    this.env = env;
    this.isOwnFolder = dataDir === undefined;
    this.dataDir = dataDir ?? mkdtempSync(join(tmpdir(), 'vault-e2e-'));
    this.origin = `http://127.0.0.1:${String(port)}`;
  }

  /** A caller nobody has signed in. */
  api(): Api {
    return new Api(this.origin);
  }

  get logFile(): string {
    return join(this.dataDir, 'product.log');
  }

  log(): string {
    return existsSync(this.logFile) ? readFileSync(this.logFile, 'utf8') : '';
  }

  /** Starts it, again on the same port and folder after a stop, and waits until it takes requests. */
  async start(): Promise<void> {
    if (!existsSync(program)) throw new Error('The product is not built: run `npm run build` first.');
    const log = openSync(this.logFile, 'a');
    const child = spawn(process.execPath, [...serverFlags, program], {
      cwd: root,
      // The channel ends with this test run, however that ends, and the product with it.
      stdio: ['ignore', log, log, 'ipc'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        SIGN_IN_RATE: '100000',
        ...this.env,
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
      },
    });
    closeSync(log);
    this.child = child;
    await until('the product to be ready', () => this.isReady(child), startWithinMs);
  }

  /** Asks it to stop, as Ctrl-C does. @throws when it does not end cleanly */
  async stop(): Promise<void> {
    const child = this.running();
    child.kill('SIGTERM');
    const patience = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
    const [code, signal] = await this.ended(child);
    clearTimeout(patience);
    if (code !== 0) throw new Error(`the product ended with ${String(code ?? signal)}\n${this.tail()}`);
  }

  /** As a power cut for this process. */
  async kill(): Promise<void> {
    const child = this.running();
    child.kill('SIGKILL');
    await this.ended(child);
  }

  /** Stops it and removes its folder. */
  async end(): Promise<void> {
    try {
      if (this.child) await this.stop();
    } finally {
      if (this.isOwnFolder) rmSync(this.dataDir, { recursive: true, force: true });
    }
  }

  private async isReady(child: ChildProcess): Promise<boolean> {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the product did not start\n${this.tail()}`);
    const answer = await fetch(`${this.origin}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.ok === true;
  }

  private async ended(child: ChildProcess): Promise<readonly [number | null, NodeJS.Signals | null]> {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    this.child = undefined;
    return [child.exitCode, child.signalCode];
  }

  private running(): ChildProcess {
    if (!this.child) throw new Error('the product is not running');
    return this.child;
  }

  private tail(): string {
    return this.log().slice(-2_000);
  }
}

/** The product, serving. The caller ends it. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const product = new Product(await freePort(), options);
  try {
    await product.start();
  } catch (error) {
    await product.end().catch(() => undefined);
    throw error;
  }
  return product;
}
