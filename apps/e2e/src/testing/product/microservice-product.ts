import { generateKeyPairSync, randomBytes, randomUUID, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstStaffEnv } from './first-staff.ts';
import { freePorts } from '../shared/free-port.ts';
import { LogFile } from '../shared/log-file.ts';
import { ProductProcess, programOf, spawnProgram, type Environment } from './product-process.ts';
import { Product, type AppName, type ProductOptions } from './product.ts';
import { rpcCertificates } from './rpc-certificates.ts';
import { ServerData } from '../stores/server-data.ts';
import { ServerNamespace } from '../stores/server-namespace.ts';
import { borrowServers, type Servers } from '../stores/test-servers.ts';

const services = ['auth', 'upload', 'chaptering', 'search', 'clip', 'portal', 'admin', 'gateway'] as const;
/** The services with a gRPC server. */
const rpcServices = ['auth', 'upload', 'chaptering', 'search', 'clip', 'portal', 'admin'] as const;

let sharedPlaybackKey: KeyObject | undefined;

interface Planned {
  readonly name: string;
  readonly app: AppName;
  readonly port: number;
  readonly rpcPort: number;
}

/** The product with one process per service and one for the video engine, on Kafka and MongoDB. */
export async function buildMicroservices(options: ProductOptions): Promise<Product> {
  const { servers, releaseServers } = options.servers
    ? { servers: options.servers, releaseServers: () => Promise.resolve() }
    : await borrowServers();
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'vault-e2e-'));
  const name = `e2e-${randomUUID().slice(0, 8)}`;
  const namespace = new ServerNamespace(servers, name);
  const plan = await planProcesses(options);
  const gateways = plan.filter(({ app }) => app === 'gateway');
  const [pageOrigin, mediaOrigin] = await originsOf(plan, options);
  const signing = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const pem = signing.export({ type: 'pkcs8', format: 'pem' }).toString();
  const webhookSecret = randomBytes(24).toString('base64url');
  const common: Environment = {
    LOG_LEVEL: 'warn',
    SIGN_IN_RATE: '100000',
    ...firstStaffEnv,
    ...options.env,
    ...serverEnv(servers, name),
    ...Object.fromEntries(rpcServices.map((app) => [`${app.toUpperCase()}_RPC`, rpcTarget(plan, app)])),
    JWT_KEYS: JSON.stringify([{ kid: 'of-this-test', pem }]),
    MUX_TOKEN_ID: 'the-product',
    MUX_TOKEN_SECRET: randomBytes(24).toString('base64url'),
    MUX_WEBHOOK_SECRET: webhookSecret,
    MUX_SIGNING_KEY: 'of-this-test',
    MUX_PRIVATE_KEY: playbackKey(),
    PUBLIC_URL: pageOrigin,
    VIDEO_ENGINE_URL: `${originOf(engineOf(plan))}/media`,
    VIDEO_ENGINE_PUBLIC_URL: `${mediaOrigin}/media`,
    WEBHOOK_URL: `${originOf(gateways[0]!)}/api/webhooks/mux`,
  };
  const certificatesOf = rpcCertificates(join(dataDir, 'certificates'));
  const processes = plan.map((each) => makeProcess(each, { dataDir, common, options, certificatesOf }));
  const mediaDir = join(dataDir, 'video-engine', 'media');
  return new Product({
    dataDir,
    isOwnFolder: options.dataDir === undefined,
    processes,
    gateways: processes.filter((_, index) => plan[index]!.app === 'gateway'),
    videoHost: processes[plan.indexOf(engineOf(plan))]!,
    pageOrigin,
    mediaOrigin,
    mediaDir,
    webhookSecret: () => webhookSecret,
    stored: () => new ServerData(namespace, dataDir, mediaDir),
    operatorEnv: serverEnv(servers, name),
    prepare: () => migrate(servers, name, join(dataDir, 'migrate.log')),
    cleanUp: async () => {
      await namespace.drop();
      await releaseServers();
    },
  });
}

async function planProcesses({ replicas = {} }: ProductOptions): Promise<Planned[]> {
  const apps = services.flatMap((app) =>
    Array.from({ length: replicas[app] ?? 1 }, (_, index) => ({ app, index })),
  );
  const names = [...apps, { app: 'video-engine', index: 0 } as const];
  const ports = await freePorts(names.length * 2);
  return names.map(({ app, index }, position) => ({
    app,
    name: index === 0 ? app : `${app}-${String(index + 1)}`,
    port: ports[position * 2]!,
    rpcPort: ports[position * 2 + 1]!,
  }));
}

/** The origins of pages and media for a browser: of the processes, or of the proxy. */
async function originsOf(plan: readonly Planned[], { proxy }: ProductOptions): Promise<[string, string]> {
  const gateway = originOf(plan.find(({ app }) => app === 'gateway')!);
  const engine = originOf(engineOf(plan));
  return proxy ? [await proxy.forwardTo(gateway), await proxy.forwardTo(engine)] : [gateway, engine];
}

interface ProcessParts {
  readonly dataDir: string;
  readonly common: Environment;
  readonly options: ProductOptions;
  readonly certificatesOf: ReturnType<typeof rpcCertificates>;
}

function makeProcess(
  { name, app, port, rpcPort }: Planned,
  { dataDir, common, options, certificatesOf }: ProcessParts,
): ProductProcess {
  const folder = join(dataDir, name);
  const own = { RPC_ADDRESS: `127.0.0.1:${String(rpcPort)}`, DATA_DIR: folder };
  const env = { ...common, ...certificatesOf(app), ...options.envOf?.[app], ...own };
  return new ProductProcess({ name, app, port, logFile: join(dataDir, `${name}.log`), env });
}

function rpcTarget(plan: readonly Planned[], app: AppName): string {
  const addresses = plan
    .filter((each) => each.app === app)
    .map(({ rpcPort }) => `127.0.0.1:${String(rpcPort)}`);
  return addresses.length === 1 ? addresses[0]! : `ipv4:${addresses.join(',')}`;
}

function engineOf(plan: readonly Planned[]): Planned {
  return plan.find(({ app }) => app === 'video-engine')!;
}

function originOf({ port }: Planned): string {
  return `http://127.0.0.1:${String(port)}`;
}

function serverEnv({ KAFKA_BROKERS, MONGODB_URI }: Servers, namespace: string): Environment {
  return { KAFKA_BROKERS, MONGO_URL: MONGODB_URI, NAMESPACE: namespace };
}

/** Creates topics and indexes, as an operator does before the first start. */
async function migrate(servers: Servers, namespace: string, logFile: string): Promise<void> {
  const child = spawnProgram(programOf('migrate'), serverEnv(servers, namespace), logFile);
  await once(child, 'exit');
  if (child.exitCode !== 0)
    throw new Error(`migrate ended with ${String(child.exitCode)}\n${new LogFile(logFile).tail()}`);
}

/** An RSA key in PEM, as base64. Making one takes long, so all products of a process share it. */
function playbackKey(): string {
  sharedPlaybackKey ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  return Buffer.from(sharedPlaybackKey.export({ type: 'pkcs8', format: 'pem' })).toString('base64');
}
