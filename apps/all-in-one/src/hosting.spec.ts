import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminService } from '@vault/admin-service';
import { authService } from '@vault/auth-service';
import { chapteringService } from '@vault/chaptering-service';
import { clipService } from '@vault/clip-service';
import { authRpc } from '@vault/contracts/rpc';
import { gatewayService } from '@vault/gateway-service';
import { createLogger } from '@vault/base';
import { createRpcClient } from '@vault/rpc';
import { runServices } from '@vault/platform';
import { startTestService, startTestServices, type TestServices } from '@vault/platform/testing';
import { portalService } from '@vault/portal-service';
import { searchService } from '@vault/search-service';
import { uploadService } from '@vault/upload-service';

const env = {
  MUX_TOKEN_ID: 'id',
  MUX_TOKEN_SECRET: 'secret',
  MUX_WEBHOOK_SECRET: 'webhooks',
  VIDEO_ENGINE_URL: 'http://127.0.0.1:9/media',
};
const everyService = [
  gatewayService,
  authService,
  uploadService,
  chapteringService,
  searchService,
  clipService,
  portalService,
  adminService,
];
const person = {
  email: 'ada@example.com',
  password: 'a long pass phrase',
  firstname: 'Ada',
  lastname: 'Byron',
  plan: 'free',
};

describe(runServices, () => {
  let running: TestServices | undefined;
  afterEach(async () => {
    await running?.stop();
    running = undefined;
  });

  it('runs auth alone, with its calls and health checks', async () => {
    running = await startTestService(authService);
    const auth = createRpcClient(authRpc.AuthServiceService, running.infrastructure.rpcListenAddress);
    const session = await auth.methods.register({ ...person, clientAddress: '127.0.0.1' });
    const principal = await auth.methods.verifySession({ token: session.token });
    expect(principal.user?.email).toBe(person.email);
    expect((await fetch(`${running.url}/livez`)).status).toBe(200);
    expect((await fetch(`${running.url}/readyz`)).status).toBe(200);
    // Upload does not run in this process: the call fails at once, without naming addresses.
    const allowance = auth.methods.checkUploadAllowance({ ownerId: principal.user!.id });
    await expect(allowance).rejects.toMatchObject({ code: 'unavailable' });
    auth.close();
  });

  it('runs all services together', async () => {
    running = await startTestServices(everyService, { env });
    const registered = await fetch(`${running.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    });
    const { data } = (await registered.json()) as { data: { token: string } };
    const headers = { authorization: `Bearer ${data.token}` };
    const allowance = await fetch(`${running.url}/api/auth/can-upload-video`, { method: 'POST', headers });
    expect(await allowance.json()).toMatchObject({
      status: 'success',
      data: { canUpload: true },
      canUpload: true,
    });
    const list = await fetch(`${running.url}/api/muxvideos`, { headers });
    expect(await list.json()).toMatchObject({ status: 'success', data: [] });
    const ready = await fetch(`${running.url}/readyz`);
    expect(Object.values(((await ready.json()) as { checks: Record<string, boolean> }).checks)).not.toContain(
      false,
    );
  });

  it('refuses embedded adapters when a service would run elsewhere', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'partial-'));
    const partial = runServices([authService], {
      env: { PORT: '0', DATA_DIR: dataDir },
      logger: createLogger({ level: 'silent' }),
    });
    await expect(partial).rejects.toThrow(
      /one process only.*missing: gateway, upload, chaptering, search, clip, portal, admin/,
    );
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('reports all problems of the configuration at once', async () => {
    const broken = runServices(everyService, { env: { PORT: 'door', LOG_LEVEL: 'loud' } });
    await expect(broken).rejects.toThrow(/PORT[\s\S]*LOG_LEVEL[\s\S]*MUX_TOKEN_ID/);
  });
});
