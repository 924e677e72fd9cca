import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceDefinition } from '../host/define-service.ts';
import { runServices, type RunningServices, type RunOptions } from '../host/run-services.ts';
import { createLogger } from '../logging/logger.ts';

export interface TestServices extends RunningServices {
  readonly dataDir: string;
}

/** Runs one or several services on embedded adapters in a folder of their own, which goes when they stop. */
export async function startTestServices(
  definitions: readonly ServiceDefinition[],
  options: RunOptions & { dataDir?: string } = {},
): Promise<TestServices> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'vault-test-'));
  const running = await runServices(definitions, {
    logger: createLogger({ level: 'silent' }),
    allowPartial: true,
    ...options,
    env: { PORT: '0', DATA_DIR: dataDir, ...options.env },
  });
  return {
    ...running,
    dataDir,
    stop: async () => {
      try {
        await running.stop();
      } finally {
        if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
      }
    },
  };
}

/** Runs one service alone. */
export function startTestService(
  definition: ServiceDefinition,
  options: RunOptions = {},
): Promise<TestServices> {
  return startTestServices([definition], options);
}
