import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { Inject, Injectable, Module, type DynamicModule } from '@nestjs/common';
import type { ServiceName } from '@vault/contracts';
import { uploadRpc } from '@vault/contracts/rpc';
import { z } from 'zod';
import { createLogger, RPC } from '@vault/base';
import { RpcController, type Rpc } from '@vault/rpc';
import { MountedSecret, TestAuthority, type TestCertificate, until } from '@vault/base/testing';
import { defineService } from './define-service.ts';
import { runServices, type RunningServices } from './run-services.ts';

const { countVideos, countVideosOf } = uploadRpc.UploadServiceService;
const calls = { countVideos, countVideosOf } as const;

@RpcController(calls)
class CountGrpc {
  countVideos({ ownerId }: uploadRpc.OwnerRequest) {
    return Promise.resolve({ used: Number(ownerId) });
  }

  countVideosOf() {
    return Promise.resolve({ counts: [] });
  }
}

@Injectable()
class Caller {
  readonly upload;

  constructor(@Inject(RPC) rpc: Rpc) {
    this.upload = rpc.client('upload', calls);
  }
}

@Module({})
class CountModule {}

function serviceOf(name: ServiceName, parts: Omit<DynamicModule, 'module'>) {
  const module = (platform: DynamicModule) => ({ module: CountModule, imports: [platform], ...parts });
  return defineService({ name, config: z.object({}), module, ...(name === 'upload' && { rpc: calls }) });
}

const owner = serviceOf('upload', { controllers: [CountGrpc] });
const caller = serviceOf('auth', { providers: [Caller] });

let stops: (() => unknown)[];
let log: string;
const logger = createLogger({ level: 'info', destination: { write: (line) => void (log += line) } });
const linesWith = (text: string) => log.split('\n').filter((line) => line.includes(text)).length;

beforeEach(() => {
  stops = [];
  log = '';
});
afterEach(async () => {
  for (const stop of stops.reverse()) await stop();
});

function mount(files: Record<string, string>): MountedSecret {
  const secret = new MountedSecret(files);
  stops.push(() => secret.remove());
  return secret;
}

async function start(service: typeof owner, env: Record<string, string>): Promise<RunningServices> {
  const running = await runServices([service], {
    // Nobody listens at the address of Kafka; calls do not need it.
    env: { PORT: '0', KAFKA_BROKERS: '127.0.0.1:1', ...env },
    logger,
    secretsEveryMs: 20,
  });
  stops.push(() => running.stop());
  return running;
}

/** Calls all the time; `made` and `end` fail when a call has failed. */
function callSteadily(running: RunningServices) {
  const { upload } = running.get(Caller);
  const failures: unknown[] = [];
  let isEnding = false;
  let made = 0;
  const loop = async () => {
    while (!isEnding) {
      made += 1;
      const { used } = await upload.countVideos({ ownerId: String(made) }, { deadlineMs: 30_000 });
      expect(used).toBeGreaterThan(0);
    }
  };
  const loops = Array.from({ length: 4 }, () => loop().catch((error: unknown) => failures.push(error)));
  return {
    made: () => {
      expect(failures).toEqual([]);
      return made;
    },
    end: async () => {
      isEnding = true;
      await Promise.all(loops);
      expect(failures).toEqual([]);
    },
  };
}

/** Waits until both processes have read their files again, and until more calls were made after it. */
async function settle(replace: () => void, made: () => number): Promise<void> {
  const before = linesWith('secrets were read again');
  replace();
  await until(
    () => linesWith('secrets were read again'),
    (count) => count === before + 2,
  );
  const sent = made();
  await until(made, (count) => count > sent + 20);
}

describe('secrets of calls that are replaced under load', () => {
  it('lose no call: certificates, and new connections use the new ones', async () => {
    const [old, next] = [new TestAuthority('Old'), new TestAuthority('Next')];
    const filesOf = ({ cert, key }: TestCertificate, ca: string) => ({
      'tls.crt': cert,
      'tls.key': key,
      'ca.crt': ca,
    });
    const issue = (authority: TestAuthority, ca: string) => ({
      upload: filesOf(authority.issue({ names: ['upload'] }), ca),
      auth: filesOf(authority.issue({ names: ['auth'] }), ca),
    });
    const first = issue(old, old.ca);
    const secrets = { upload: mount(first.upload), auth: mount(first.auth) };
    const address = join(secrets.upload.folder, 'rpc.sock');
    const env = (secret: MountedSecret) => ({
      RPC_ADDRESS: `unix:${address}`,
      UPLOAD_RPC: `unix:${address}`,
      RPC_TLS_CERT_FILE: secret.path('tls.crt'),
      RPC_TLS_KEY_FILE: secret.path('tls.key'),
      RPC_TLS_CA_FILE: secret.path('ca.crt'),
    });
    const { metricsPort } = await start(owner, { METRICS_PORT: '0', ...env(secrets.upload) });
    const running = await start(caller, env(secrets.auth));
    const expiry = async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${String(metricsPort)}/metrics`)).text();
      return Number(/^certificate_expiry_timestamp_seconds\{use="rpc"\} (\S+)$/m.exec(metrics)?.[1]) * 1_000;
    };
    const shownCertificate = async () => {
      const socket = connect({ path: address, rejectUnauthorized: false, ALPNProtocols: ['h2'] });
      await once(socket, 'secureConnect');
      const { raw } = socket.getPeerCertificate();
      socket.destroy();
      return raw.toString('base64');
    };

    const load = callSteadily(running);
    const shown = [await shownCertificate()];
    const both = `${old.ca}${next.ca}`;
    for (const files of [issue(old, old.ca), issue(old, both), issue(next, both), issue(next, next.ca)]) {
      await settle(() => {
        secrets.upload.replace(files.upload);
        secrets.auth.replace(files.auth);
      }, load.made);
      shown.push(await shownCertificate());
    }
    await load.end();
    expect(new Set(shown).size).toBe(5);
    const long = next.issue({ names: ['upload'], days: 9 });
    secrets.upload.replace(filesOf(long, next.ca));
    await until(expiry, (time) => time === new X509Certificate(long.cert).validToDate.getTime());
    // The certificate names a service that may make one of the calls only.
    await expect(running.get(Caller).upload.countVideosOf({ ownerIds: [] })).rejects.toThrow();
    expect(linesWith('a call is refused')).toBe(1);
  });

  it('lose no call: the shared secret, which changes in three steps', async () => {
    const [old, next] = ['old', 'next'].map((text) => text.padEnd(32, '.'));
    const secrets = [0, 1].map(() => mount({ 'rpc-secret': `${old}\n` }));
    const address = `unix:${join(secrets[0]!.folder, 'rpc.sock')}`;
    const [toOwner, toCaller] = secrets.map((secret) => ({
      RPC_ADDRESS: address,
      UPLOAD_RPC: address,
      RPC_SECRET_FILE: secret.path('rpc-secret'),
    }));
    await start(owner, toOwner!);
    const running = await start(caller, toCaller!);
    const load = callSteadily(running);
    for (const text of [`${old},${next}`, `${next},${old}`, next!])
      await settle(() => secrets.forEach((secret) => secret.replace({ 'rpc-secret': text })), load.made);
    await load.end();
    expect(linesWith('a call is refused')).toBe(0);
    // A secret that the owner does not know is refused: each call carries the secret of the file.
    secrets[1]!.replace({ 'rpc-secret': 'unknown'.padEnd(32, '.') });
    await until(() =>
      running
        .get(Caller)
        .upload.countVideos({ ownerId: '1' })
        .then(
          () => false,
          () => true,
        ),
    );
  });
});

test('files that do not match are not used until the rest is replaced', async () => {
  const authority = new TestAuthority();
  const [first, second] = [authority, authority].map((each) => each.issue({ names: ['upload'] }));
  const secret = mount({ 'tls.crt': first!.cert, 'tls.key': first!.key, 'ca.crt': authority.ca });
  const running = await start(owner, {
    RPC_ADDRESS: `unix:${join(secret.folder, 'rpc.sock')}`,
    RPC_TLS_CERT_FILE: secret.path('tls.crt'),
    RPC_TLS_KEY_FILE: secret.path('tls.key'),
    RPC_TLS_CA_FILE: secret.path('ca.crt'),
  });
  const { ca } = authority;
  secret.replace({ 'tls.crt': second!.cert, 'tls.key': first!.key, 'ca.crt': ca });
  await until(() => linesWith('changed secrets are not usable') > 0);
  expect(linesWith('RPC_TLS_KEY: must be the key of RPC_TLS_CERT')).toBe(1);
  secret.replace({ 'tls.crt': second!.cert, 'tls.key': second!.key, 'ca.crt': ca });
  await until(() => linesWith('secrets were read again') === 1);
  expect(linesWith('changed secrets are not usable')).toBe(1);
  expect(running.infrastructure.rpcSecurity.nameOf('upload')).toBe('upload');
});
