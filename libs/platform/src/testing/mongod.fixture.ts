/** A real MongoDB server of a spec's own, as `tools/mongod.mjs` starts it. */
export interface TestMongod {
  readonly uri: string;
  readonly port: number;
  stop(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGSTOP. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** The same port and data. */
  restart(): Promise<void>;
}

interface MongodTool {
  startMongod: (options?: { auth?: boolean }) => Promise<TestMongod>;
}

/** Starts one; with `auth` it takes accounts only, and its address names one that may do everything. */
export async function startMongod(options: { auth?: boolean } = {}): Promise<TestMongod> {
  const tool = new URL('../../../../tools/mongod.mjs', import.meta.url).href;
  return ((await import(tool)) as MongodTool).startMongod(options);
}
