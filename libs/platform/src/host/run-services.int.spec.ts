import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Controller, Get, Inject, Module, Post, type DynamicModule } from '@nestjs/common';
import { z } from 'zod';
import { createLogger } from '@vault/base';
import { startTestServices, type TestServices } from '../testing/start-test-service.ts';
import { defineService } from './define-service.ts';
import { runServices } from './run-services.ts';

/** Requests wait here until the test releases them. */
class Gate {
  private open: () => void = () => undefined;
  private arrive: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => (this.open = resolve));
  readonly arrived = new Promise<void>((resolve) => (this.arrive = resolve));

  async pass(): Promise<void> {
    this.arrive();
    await this.opened;
  }

  release(): void {
    this.open();
  }
}

let gate = new Gate();

@Controller('api')
class GateController {
  @Get('slow')
  async slow() {
    await gate.pass();
    return { status: 'success' };
  }

  @Post('echo')
  echo() {
    return { status: 'success' };
  }
}

@Module({})
class GateModule {
  static register(platform: DynamicModule): DynamicModule {
    return { module: GateModule, imports: [platform], controllers: [GateController] };
  }
}

const gateway = defineService({
  name: 'gateway',
  config: z.object({}),
  module: (platform) => GateModule.register(platform),
  outcomeDelivery: 'immediate',
});

class Broken {
  constructor(@Inject('nothing provides this') readonly nothing: unknown) {}
}

@Module({})
class BrokenModule {
  static register(platform: DynamicModule): DynamicModule {
    return { module: BrokenModule, imports: [platform], providers: [Broken] };
  }
}

const broken = defineService({
  name: 'auth',
  config: z.object({}),
  module: (platform) => BrokenModule.register(platform),
});

describe('a start that fails', () => {
  const usualTmpdir = process.env['TMPDIR'];
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'failing-'));
    // A separate folder, so that only the sockets of this test are counted.
    process.env['TMPDIR'] = dataDir;
  });
  afterEach(() => {
    if (usualTmpdir === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = usualTmpdir;
    rmSync(dataDir, { recursive: true, force: true });
  });

  const run = (definitions: Parameters<typeof runServices>[0], env: Record<string, string> = {}) =>
    runServices(definitions, {
      env: { PORT: '0', DATA_DIR: dataDir, ...env },
      logger: createLogger({ level: 'silent' }),
      allowPartial: true,
    });

  it.each([
    ['its port is taken', gateway, 'EADDRINUSE'],
    ['a provider is missing', broken, 'nothing provides this'],
  ])(
    'closes everything it opened when %s, so that the next start works',
    async (_why, definition, reason) => {
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const { port } = other.address() as { port: number };
      await expect(run([definition], { PORT: String(port) })).rejects.toThrow(reason);
      expect(readdirSync(dataDir).filter((name) => name.startsWith('vault-'))).toEqual([]);
      await new Promise((resolve) => other.close(resolve));
      // Only one process can open the event log and the stores: an open handle would block this start.
      const next = await run([gateway]);
      expect((await fetch(`${next.url}/readyz`)).status).toBe(200);
      // A service without models has no file.
      expect(readdirSync(join(dataDir, 'store'))).toEqual([]);
      await next.stop();
    },
  );
});

describe('stopping', () => {
  let running: TestServices;
  beforeEach(async () => {
    gate = new Gate();
    running = await startTestServices([gateway], { env: { STOP_DELAY_SECONDS: '0' } });
  });
  afterEach(async () => {
    gate.release();
    await running.stop();
  });

  it('reports that it is not ready, and keeps serving', async () => {
    await running.startDraining();
    const ready = await fetch(`${running.url}/readyz`);
    expect(ready.status).toBe(503);
    const served = await fetch(`${running.url}/api/echo`, { method: 'POST' });
    // A client with a kept-alive connection must open a new one, which may reach another replica.
    expect([served.status, served.headers.get('connection')]).toEqual([201, 'close']);
  });

  it('lets a running request end and accepts no new one', async () => {
    const slow = fetch(`${running.url}/api/slow`);
    await gate.arrived;
    const stopped = running.stop();
    await expect(fetch(`${running.url}/livez`)).rejects.toThrow('fetch failed');
    gate.release();
    const response = await slow;
    expect(await response.json()).toEqual({ status: 'success' });
    expect(response.headers.get('connection')).toBe('close');
    await stopped;
  });

  it('closes the connection of a request that hangs, and stops', async () => {
    const slow = expect(fetch(`${running.url}/api/slow`)).rejects.toThrow('fetch failed');
    await gate.arrived;
    await running.stop();
    await slow;
  });

  it('runs once, even if it is called several times', async () => {
    const [first, second] = [running.stop(), running.stop()];
    await Promise.all([first, second]);
    await running.stop();
  });
});
