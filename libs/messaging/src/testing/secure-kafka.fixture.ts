import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestAuthority } from '@vault/base/testing';

type Listener = 'passwords' | 'certificates' | 'tokens' | 'expired';

interface KafkaTool {
  startKafka: (options: {
    secure: { accounts: Record<string, string>; files: Record<'broker' | 'expired' | 'ca', string> };
  }) => Promise<{
    readonly brokers: string;
    readonly listeners: Readonly<Record<Listener, string>>;
    stop: () => Promise<void>;
    restart: () => Promise<void>;
  }>;
}

/** A real Kafka with ACLs and a listener for each way to sign in; `brokers` is the listener of administrators. */
export async function startSecureKafka(accounts: Record<string, string>) {
  const tool = new URL('../../../../tools/servers/kafka.mjs', import.meta.url).href;
  const { startKafka } = (await import(tool)) as KafkaTool;
  const folder = mkdtempSync(join(tmpdir(), 'secure-kafka-'));
  const authority = new TestAuthority();
  const file = (name: string) => join(folder, `${name}.pem`);
  const issue = (name: string, days?: number) => {
    const { cert, key } = authority.issue({ names: ['localhost'], ...(days && { days }) });
    writeFileSync(file(name), `${cert}${key}`, { mode: 0o600 });
  };
  issue('broker');
  issue('expired', -1);
  writeFileSync(file('ca'), authority.ca);
  const files = { broker: file('broker'), expired: file('expired'), ca: file('ca') };
  const server = await startKafka({ secure: { accounts, files } });
  return {
    ...server,
    authority,
    /** Replaces the expired certificate of the broker. */
    renewCertificate: async () => {
      issue('expired');
      await server.restart();
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A token without a signature, which brokers of tests accept. */
export function unsignedToken(account: string): string {
  const now = Math.floor(Date.now() / 1_000);
  const parts = [{ alg: 'none' }, { sub: account, iat: now, exp: now + 3_600 }];
  return `${parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;
}
