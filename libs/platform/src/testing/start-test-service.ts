import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceDefinition } from '../host/define-service.ts';
import { runServices, type RunningServices, type RunOptions } from '../host/run-services.ts';
import { createLogger } from '../logging/logger.ts';
import { layGround, testServers, type TestGround } from './test-servers.ts';
import { until } from './until.ts';

export interface TestServices extends RunningServices {
  readonly dataDir: string;
}

type TestOptions = RunOptions & { dataDir?: string };

/**
 * Runs one or several services in a folder of their own, which goes when they stop: on embedded adapters, or with
 * `TEST_SERVERS=1` on Kafka and MongoDB in a namespace of that folder.
 */
export async function startTestServices(
  definitions: readonly ServiceDefinition[],
  options: TestOptions = {},
): Promise<TestServices> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'vault-test-'));
  const servers = testServers();
  const ground = servers && (await layGround(servers, definitions, dataDir));
  const running = await run(definitions, { ...options, dataDir }, ground);
  const stop = async () => {
    try {
      await running.stop();
    } finally {
      if (!options.dataDir) {
        await ground?.drop();
        rmSync(dataDir, { recursive: true, force: true });
      }
    }
  };
  let stopping: Promise<void> | undefined;
  return { ...running, dataDir, stop: () => (stopping ??= stop()) };
}

/** What a command of an operator reads to find the stores of services that `startTestServices` runs in a folder. */
export async function testEnvironment(
  definitions: readonly ServiceDefinition[],
  dataDir: string,
): Promise<Readonly<Record<string, string>>> {
  const servers = testServers();
  return { DATA_DIR: dataDir, ...(servers && (await layGround(servers, definitions, dataDir)).env) };
}

async function run(
  definitions: readonly ServiceDefinition[],
  options: TestOptions & { dataDir: string },
  ground: TestGround | undefined,
): Promise<RunningServices> {
  const { dataDir } = options;
  // One process runs each of them: it may keep for itself what replicas would have to share.
  const alone = ground ? definitions.map((each) => ({ ...each, sharedByReplicas: [] })) : definitions;
  const running = await runServices(alone, {
    logger: createLogger({ level: 'silent' }),
    allowPartial: true,
    ...options,
    env: { PORT: '0', DATA_DIR: dataDir, ...ground?.env, ...options.env },
  });
  if (!ground) return running;
  try {
    await until(
      async () => (await fetch(`${running.url}/readyz`)).json(),
      // Messages too: a test waits for what comes of its own.
      (answer) => {
        const { status, degraded } = answer as { status: string; degraded: string[] };
        return status === 'ok' && degraded.length === 0;
      },
    );
    return running;
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/** Runs one service alone. */
export function startTestService(
  definition: ServiceDefinition,
  options: RunOptions = {},
): Promise<TestServices> {
  return startTestServices([definition], options);
}
