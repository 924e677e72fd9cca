/** A MongoDB server for one spec, started by `tools/servers/mongod.mjs`. */
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

interface MongodOptions {
  /** Accounts are required; the uri contains one with all rights. */
  readonly auth?: boolean;
  /** Its certificate and key, and the authority of its clients' certificates, in PEM. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly ca: string };
}

interface MongodTool {
  startMongod: (options?: MongodOptions) => Promise<TestMongod>;
}

/** Starts a server, by default without accounts and TLS. */
export async function startMongod(options: MongodOptions = {}): Promise<TestMongod> {
  const tool = new URL('../../../../tools/servers/mongod.mjs', import.meta.url).href;
  return ((await import(tool)) as MongodTool).startMongod(options);
}
