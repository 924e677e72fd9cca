/** A MongoDB server for one spec, started by `tools/mongod.mjs`. */
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

/** Starts a server; with `auth` it requires an account, and its uri contains one with all rights. */
export async function startMongod(options: { auth?: boolean } = {}): Promise<TestMongod> {
  const tool = new URL('../../../../tools/mongod.mjs', import.meta.url).href;
  return ((await import(tool)) as MongodTool).startMongod(options);
}
