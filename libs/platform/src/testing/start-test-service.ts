import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@vault/base';
import { until } from '@vault/base/testing';
import type { ServiceDefinition } from '../host/define-service.ts';
import { runServices, type RunningServices, type RunOptions } from '../host/run-services.ts';
import { prepareEnvironment, testServers, type TestEnvironment } from './test-servers.ts';

export interface TestServices extends RunningServices {
  readonly dataDir: string;
}

type TestOptions = RunOptions & {
  dataDir?: string;
  /** The test itself waits for what it needs. */
  isDegraded?: true;
};

/**
 * Runs one or several services in their own folder, which is removed when they stop: on embedded adapters, or with
 * `TEST_SERVERS=1` on Kafka and MongoDB, with a namespace derived from that folder.
 */
export async function startTestServices(
  definitions: readonly ServiceDefinition[],
  options: TestOptions = {},
): Promise<TestServices> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'vault-test-'));
  const servers = testServers();
  const environment = servers && (await prepareEnvironment(servers, definitions, dataDir));
  const running = await run(definitions, { ...options, dataDir }, environment);
  const stop = async () => {
    try {
      await running.stop();
    } finally {
      if (!options.dataDir) {
        await environment?.drop();
        rmSync(dataDir, { recursive: true, force: true });
      }
    }
  };
  let stopping: Promise<void> | undefined;
  return { ...running, dataDir, stop: () => (stopping ??= stop()) };
}

/** The environment with which an operator's command finds the stores of `startTestServices` in a folder. */
export async function testEnvironment(
  definitions: readonly ServiceDefinition[],
  dataDir: string,
): Promise<Readonly<Record<string, string>>> {
  const servers = testServers();
  return { DATA_DIR: dataDir, ...(servers && (await prepareEnvironment(servers, definitions, dataDir)).env) };
}

async function run(
  definitions: readonly ServiceDefinition[],
  options: TestOptions & { dataDir: string },
  environment: TestEnvironment | undefined,
): Promise<RunningServices> {
  const { dataDir } = options;
  // Each service has only one replica, so it need not share values with others.
  const alone = environment ? definitions.map((each) => ({ ...each, sharedByReplicas: [] })) : definitions;
  const running = await runServices(alone, {
    logger: createLogger({ level: 'silent' }),
    allowPartial: true,
    ...options,
    env: { PORT: '0', DATA_DIR: dataDir, ...environment?.env, ...options.env },
  });
  if (!environment) return running;
  try {
    await until(
      async () => (await fetch(`${running.url}/readyz`)).json(),
      // Waits for consumers too, because tests wait for the effects of their messages.
      (answer) => {
        const { status, degraded } = answer as { status: string; degraded: string[] };
        return status === 'ok' && (options.isDegraded ?? degraded.length === 0);
      },
    );
    return running;
  } catch (error) {
    await running.stop();
    throw error;
  }
}

/** Runs a single service. */
export function startTestService(
  definition: ServiceDefinition,
  options: RunOptions = {},
): Promise<TestServices> {
  return startTestServices([definition], options);
}
