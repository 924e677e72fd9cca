// Runs all services that the benchmarks call in one process, as the product does, and sends the addresses to the parent.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { authService } from '@vault/auth-service';
import { chapteringService } from '@vault/chaptering-service';
import { gatewayService } from '@vault/gateway-service';
import { createLogger } from '@vault/base';
import { runServices } from '@vault/platform';
import { uploadService } from '@vault/upload-service';

/** Addresses of the running services: of HTTP and of gRPC. */
export interface ServingAddresses {
  readonly origin: string;
  readonly rpc: string;
}

const dataDir = mkdtempSync(join(tmpdir(), 'vault-bench-rpc-'));
const running = await runServices([authService, uploadService, chapteringService, gatewayService], {
  env: {
    PORT: '0',
    DATA_DIR: dataDir,
    SIGN_IN_RATE: '100000',
    MUX_TOKEN_ID: 'bench',
    MUX_TOKEN_SECRET: 'bench',
    MUX_WEBHOOK_SECRET: 'bench',
    VIDEO_ENGINE_URL: 'http://127.0.0.1:9/media',
  },
  allowPartial: true,
  logger: createLogger({ level: 'warn' }),
});
process.once('disconnect', () => {
  void running.stop().finally(() => {
    rmSync(dataDir, { recursive: true, force: true });
    process.exit(0);
  });
});
const addresses: ServingAddresses = { origin: running.url, rpc: running.infrastructure.rpcListenAddress };
process.send?.(addresses);
