import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, closeSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Api } from '../../../e2e/src/testing/api/api.ts';
import { freePort } from '../../../e2e/src/testing/shared/free-port.ts';
import { noServers } from '../../../e2e/src/testing/product/product-process.ts';
import { EngineClient } from './engine-client.ts';
import { serverFlags } from '../../../../tools/server-flags.mjs';

const root = resolve(import.meta.dirname, '../../../..');
const token = { id: 'bench', secret: 'bench-secret' };
const readyPollMs = 5;
const startTimeoutMs = 60_000;

/** The built product in its own process, with an empty data folder. */
export class ServedProduct {
  readonly origin: string;
  readonly dataDir: string;
  /** Milliseconds from the start of the process until `/readyz` answered 200. */
  readyMs = 0;
  private readonly child: ChildProcess;

  private constructor(port: number, env: Readonly<Record<string, string>>) {
    this.origin = `http://127.0.0.1:${String(port)}`;
    this.dataDir = mkdtempSync(join(tmpdir(), 'vault-bench-'));
    const log = openSync(join(this.dataDir, 'product.log'), 'a');
    this.child = spawn(process.execPath, [...serverFlags, 'apps/all-in-one/dist/main.js'], {
      cwd: root,
      // When this process exits for any reason, the IPC channel closes and the product stops.
      stdio: ['ignore', log, log, 'ipc'],
      env: {
        ...process.env,
        ...noServers,
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        STOP_DELAY_SECONDS: '0',
        SIGN_IN_RATE: '100000',
        MUX_TOKEN_ID: token.id,
        MUX_TOKEN_SECRET: token.secret,
        ...env,
        PORT: String(port),
        DATA_DIR: this.dataDir,
      },
    });
    closeSync(log);
  }

  /** Starts it as `npm start` does and waits until it is ready. The caller must call {@link end}. */
  static async start(env: Readonly<Record<string, string>> = {}): Promise<ServedProduct> {
    const port = await freePort();
    const startedAt = performance.now();
    const product = new ServedProduct(port, env);
    while (!(await product.isReady())) {
      if (performance.now() - startedAt > startTimeoutMs)
        throw new Error(`the product did not start\n${product.log()}`);
      await wait(readyPollMs);
    }
    product.readyMs = performance.now() - startedAt;
    return product;
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('the product is not running');
    return this.child.pid;
  }

  /** An API client that is not signed in. */
  api(): Api {
    return new Api(this.origin);
  }

  /** A client of the video host inside the product. */
  engine(): EngineClient {
    const secrets = JSON.parse(readFileSync(join(this.dataDir, 'secrets.json'), 'utf8')) as Record<
      'MUX_SIGNING_KEY' | 'MUX_PRIVATE_KEY',
      string
    >;
    const key = { keyId: secrets.MUX_SIGNING_KEY, keySecret: secrets.MUX_PRIVATE_KEY };
    return new EngineClient(`${this.origin}/media`, { tokenId: token.id, tokenSecret: token.secret, ...key });
  }

  /** Stops it and removes its folder. */
  async end(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill('SIGTERM');
      await once(this.child, 'exit');
    }
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  private async isReady(): Promise<boolean> {
    if (this.child.exitCode !== null) throw new Error(`the product did not start\n${this.log()}`);
    const answer = await fetch(`${this.origin}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    return answer?.ok === true;
  }

  private log(): string {
    return readFileSync(join(this.dataDir, 'product.log'), 'utf8').slice(-2_000);
  }
}

/** Runs work against a new product. */
export async function withProduct<Outcome>(
  work: (product: ServedProduct) => Promise<Outcome>,
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const product = await ServedProduct.start(env);
  try {
    return await work(product);
  } finally {
    await product.end();
  }
}
