import { TLSSocket } from 'node:tls';
import { status } from '@grpc/grpc-js';
import { jest } from '@jest/globals';
import { createLogger } from '@vault/base';
import { TestAuthority, until } from '@vault/base/testing';
import { MutualTls, type RpcCertificates } from './mutual-tls.ts';
import type { RpcSecurity } from './rpc-security.ts';
import { Rpc } from '../rpc.ts';
import { sharedSecret } from './shared-secret.ts';
import { serveText, type TextHandler } from '../testing/serve-text.ts';
import { textService } from '../testing/text-service.ts';

const authority = new TestAuthority();
const stranger = new TestAuthority('Another authority');
const callers = {
  [textService.ask.path]: ['gateway'],
  [textService.make.path]: ['gateway', 'admin'],
} as const;

function certificatesOf(names: readonly string[], days?: number): RpcCertificates {
  return { ...authority.issue({ names, ...(days !== undefined && { days }) }), ca: authority.ca };
}

const ofAuth = certificatesOf(['auth']);
const ofGateway = certificatesOf(['gateway']);
const ofAdmin = certificatesOf(['admin']);
const tls = (certificates: RpcCertificates) => new MutualTls({ current: () => certificates, callers });
const echo: TextHandler = (request, reply) => reply(null, request);

let log: string;
let served: Awaited<ReturnType<typeof serveText>>;
const logger = createLogger({ level: 'info', destination: { write: (line) => void (log += line) } });

async function serve(certificates = ofAuth): Promise<void> {
  log = '';
  served = await serveText(echo, { security: tls(certificates), logger });
}
afterEach(() => served.server.forceShutdown());

async function ask(security: RpcSecurity | undefined, method: 'ask' | 'make' = 'make'): Promise<string> {
  const rpc = new Rpc(() => served.address, { security });
  try {
    return await rpc.client('auth', textService)[method]('fine', { deadlineMs: 10_000 });
  } finally {
    rpc.close();
  }
}

describe('a server with certificates', () => {
  beforeEach(() => serve());

  it('answers the services that may make the call', async () => {
    expect(await ask(tls(ofGateway), 'ask')).toBe('fine');
    expect(await ask(tls(ofGateway))).toBe('fine');
    expect(await ask(tls(ofAdmin))).toBe('fine');
    expect(await ask(tls(certificatesOf(['search', 'admin'])))).toBe('fine');
    expect(log).toBe('');
  });

  it('reads the certificate of a connection once, not for each call', async () => {
    const reads = jest.spyOn(TLSSocket.prototype, 'getPeerCertificate');
    const rpc = new Rpc(() => served.address, { security: tls(ofGateway) });
    try {
      const client = rpc.client('auth', textService);
      const ask = () => client.ask('fine', { deadlineMs: 10_000 });
      await ask();
      // By the server, and by the client, which checks the name of the server.
      const ofConnection = reads.mock.calls.length;
      expect(ofConnection).toBeGreaterThan(0);
      for (let call = 0; call < 5; call += 1) await ask();
      expect(reads).toHaveBeenCalledTimes(ofConnection);
    } finally {
      rpc.close();
      reads.mockRestore();
    }
  });

  it('refuses a service that is not on the list of the call, and logs its name', async () => {
    await expect(ask(tls(ofAdmin), 'ask')).rejects.toMatchObject({
      code: 'internal',
      cause: { code: status.PERMISSION_DENIED },
    });
    expect(log.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(log)).toMatchObject({
      level: 40,
      call: '/test.v1.Test/Ask',
      reason: 'DNS:admin may not call /test.v1.Test/Ask.',
    });
  });

  it.each([
    ['of another authority', { ...stranger.issue({ names: ['gateway'] }), ca: authority.ca }],
    ['that has expired', certificatesOf(['gateway'], -1)],
  ])('refuses a caller with a certificate %s', async (_what, certificates) => {
    await expect(ask(tls(certificates))).rejects.toMatchObject({
      code: 'internal',
      cause: { code: status.UNAUTHENTICATED },
    });
    expect(log.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(log)).toMatchObject({ level: 40, call: '/test.v1.Test/Make' });
  });

  it('refuses a caller without a certificate, also with a secret or a name that only resembles one', async () => {
    const anonymous = tls(ofGateway);
    anonymous.addIdentityCertificateListener = (listener) => process.nextTick(listener, null);
    for (const security of [undefined, sharedSecret(() => ['x'.repeat(32)]), anonymous])
      await expect(ask(security)).rejects.toMatchObject({ name: 'AppError' });
    for (const names of [['*'], ['gateway.example.com'], ['*.gateway'], ['gateway2']])
      await expect(ask(tls(certificatesOf(names)))).rejects.toMatchObject({
        cause: { code: status.PERMISSION_DENIED },
      });
  });
});

describe('a caller with certificates', () => {
  it.each([
    ['the name of another service', certificatesOf(['upload'])],
    ['an expired certificate', certificatesOf(['auth'], -1)],
    ['a certificate of another authority', { ...stranger.issue({ names: ['auth'] }), ca: authority.ca }],
  ])('sends nothing to a server with %s', async (_what, certificates) => {
    await serve(certificates);
    await expect(ask(tls(ofGateway))).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('certificates that change', () => {
  it('are used by new connections, without losing a call', async () => {
    const certificates = { auth: ofAuth, gateway: ofGateway };
    const ofServer = new MutualTls({ current: () => certificates.auth, callers });
    const ofCaller = new MutualTls({ current: () => certificates.gateway, callers });
    log = '';
    const shown = new Set<string>();
    const watched: RpcSecurity = {
      nameOf: () => 'auth',
      identify: () => undefined,
      channelCredentials: () => ofServer.channelCredentials(),
      serverCredentials: () => ofServer.serverCredentials(),
      refusalOf: (call) => {
        shown.add(call.certificate()?.toString('base64') ?? '');
        return ofServer.refusalOf(call);
      },
    };
    served = await serveText(echo, { security: watched, logger, connectionAgeMs: 100 });
    const rpc = new Rpc(() => served.address, { security: ofCaller });
    const client = rpc.client('auth', textService);
    let calls = 0;
    for (let round = 0; round < 4; round += 1) {
      const before = shown.size;
      await until(
        async () => {
          const requests = Array.from({ length: 10 }, (_, index) => `${calls + index}`);
          calls += requests.length;
          expect(await Promise.all(requests.map((text) => client.make(text)))).toEqual(requests);
          return shown.size;
        },
        (size) => size > before || round === 0,
      );
      const next = round % 2 === 0 ? new TestAuthority(`Authority ${round}`) : authority;
      // While the authority changes, both sides accept the old and the new one.
      const both = `${authority.ca}${next.ca}`;
      certificates.auth = { ...certificates.auth, ca: both };
      certificates.gateway = { ...certificates.gateway, ca: both };
      ofServer.refresh();
      ofCaller.refresh();
      certificates.auth = { ...next.issue({ names: ['auth'] }), ca: both };
      ofServer.refresh();
      certificates.gateway = { ...next.issue({ names: ['gateway'] }), ca: both };
      ofCaller.refresh();
    }
    rpc.close();
    expect(log).toBe('');
  });
});
