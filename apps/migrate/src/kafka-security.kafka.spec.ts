import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeMessage, startSecureKafka, unsignedToken } from '@vault/messaging/testing';
import {
  ensureTopics,
  KafkaClient,
  KafkaEventBus,
  type KafkaSecurity,
  type RecordAdmin,
  productTopics,
} from '@vault/messaging/kafka';
import { createLogger } from '@vault/base';
import { MountedSecret, until } from '@vault/base/testing';
import { relayServices } from '@vault/platform/testing';
import { runServices } from '@vault/platform';
import { kafkaAclsCommand } from './common/kafka-acls.ts';

const longMs = 400_000;
const [warn, error] = [40, 50];
const accounts = {
  upload: 'password-of-upload',
  search: 'password-of-search',
  stranger: 'password-of-stranger',
  migrate: 'password-of-migrate',
};
const server = await startSecureKafka(accounts);
const { authority, listeners } = server;
const silent = createLogger({ level: 'silent' });
const administrator = { brokers: [server.brokers], clientId: 'test', logger: silent };
const [gateway, upload] = relayServices.map((service) => [service]);

let folder: string;
let stops: (() => unknown)[];
let lines: { readonly level: number; readonly msg: string; readonly [field: string]: unknown }[];

beforeAll(async () => {
  const topics = productTopics({ replicationFactor: 1 });
  await ensureTopics(
    administrator,
    topics.map((topic) => ({ ...topic, partitions: 1 })),
  );
}, longMs);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kafka-security-'));
  [stops, lines] = [[], []];
});
afterEach(async () => {
  for (const stop of stops.reverse()) await stop();
  rmSync(folder, { recursive: true });
}, longMs);
afterAll(() => server.stop(), longMs);

async function makeAcls(more: readonly string[] = [], env: object = {}): Promise<string[]> {
  const printed: string[] = [];
  await kafkaAclsCommand.run(['make', ...more], { KAFKA_BROKERS: server.brokers, ...env }, (line) =>
    printed.push(line),
  );
  return printed;
}

async function administrate<Result>(work: (admin: RecordAdmin) => Promise<Result>): Promise<Result> {
  const client = new KafkaClient(administrator);
  const admin = await client.openAdmin();
  try {
    return await work(admin);
  } finally {
    await admin.close();
    client.close();
  }
}

/** A mounted secret, and the variables that name its files. */
function mount(files: Readonly<Record<string, string>>) {
  const secret = new MountedSecret({ KAFKA_CA: authority.ca, ...files });
  stops.push(() => secret.remove());
  const env = Object.fromEntries(
    ['KAFKA_CA', ...Object.keys(files)].map((name) => [`${name}_FILE`, secret.path(name)]),
  );
  return { env, replace: (next: typeof files) => secret.replace({ KAFKA_CA: authority.ca, ...next }) };
}

async function start(services: typeof upload, brokers: string, env: Readonly<Record<string, string>>) {
  const address = `unix:${join(folder, 'upload.sock')}`;
  const running = await runServices(services ?? [], {
    env: {
      PORT: '0',
      KAFKA_BROKERS: brokers,
      RPC_ADDRESS: address,
      UPLOAD_RPC: address,
      RPC_SECRET: 'x'.repeat(32),
      ...env,
    },
    logger: createLogger({
      level: 'debug',
      destination: { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
    }),
    secretsEveryMs: 50,
  });
  stops.push(() => running.stop());
  const readiness = async () => {
    const answer = await fetch(`${running.url}/readyz`);
    const { degraded } = (await answer.json()) as { degraded: string[] };
    return { status: answer.status, degraded };
  };
  return {
    url: running.url,
    untilReady: () => until(readiness, ({ status, degraded }) => status === 200 && degraded.length === 0),
    untilRefused: () => until(readiness, ({ status }) => status === 503),
  };
}

const certificateOf = (account: string, days = 1) => {
  const { cert, key } = authority.issue({ names: [account], commonName: account, days });
  return { KAFKA_CERT: cert, KAFKA_KEY: key };
};
// A broker that has just started loads the groups' offsets first; that a reader waits for this is no problem of access.
const problems = () =>
  lines.filter(({ level, reason }) => level >= warn && !/coordinator is loading/.test(String(reason)));

test('the ACLs are made once, for the names of accounts and of certificates', async () => {
  const [firstLine] = await makeAcls();
  expect(firstLine).toMatch(/^[1-9]\d+ ACLs made, 0 found\.$/);
  expect(await makeAcls()).toEqual([firstLine!.replace(/^(\d+).*/, '0 ACLs made, $1 found.')]);
  expect(await makeAcls(['--principal', 'User:CN={account}'])).toEqual([firstLine]);
});

test.each<[keyof typeof listeners, Readonly<Record<string, string>>, Readonly<Record<string, string>>]>([
  ['passwords', { KAFKA_PASSWORD: accounts.upload }, { KAFKA_USERNAME: 'upload' }],
  ['certificates', certificateOf('upload'), {}],
])(
  'with its own rights a service handles a command and answers: %s, and a token',
  async (listener, files, env) => {
    const owner = await start(upload, listeners[listener], { ...mount(files).env, ...env });
    const token = mount({ KAFKA_OAUTH_TOKEN: unsignedToken('gateway') });
    const sender = await start(gateway, listeners.tokens, { ...token.env, KAFKA_SASL: 'oauthbearer' });
    await Promise.all([owner.untilReady(), sender.untilReady()]);
    const answer = await fetch(`${sender.url}/api/relay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ say: 'hello' }),
    });
    expect([answer.status, await answer.json()]).toEqual([
      201,
      { status: 'success', data: { said: 'hello' } },
    ]);
    expect(problems()).toEqual([]);
  },
  longMs,
);

test(
  'the account of migrate makes the topics of its namespace, and no others',
  async () => {
    await makeAcls([], { NAMESPACE: 'blue' });
    const sasl = { mechanism: 'scram-sha-512', username: 'migrate', password: accounts.migrate } as const;
    const security = { ssl: { ca: [authority.ca] }, sasl };
    const make = async (namespace: string) => {
      const topics = productTopics({ replicationFactor: 1, namespace });
      const reports = await ensureTopics(
        { ...administrator, brokers: [listeners.passwords], security },
        topics.map((topic) => ({ ...topic, partitions: 1 })),
      );
      return new Set(reports.map(({ did }) => did));
    };
    expect([await make('blue'), await make('blue')]).toEqual([new Set(['created']), new Set(['nothing'])]);
    await expect(make('green')).rejects.toThrow();
  },
  longMs,
);

interface Refused {
  readonly name: string;
  readonly listener: keyof typeof listeners;
  readonly env?: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  /** The fields of the line. */
  readonly line: Readonly<Record<string, RegExp>>;
  /** What the client logs at each attempt. */
  readonly attempt: RegExp;
  readonly correct: (replace: (files: Readonly<Record<string, string>>) => void) => unknown;
}

const refused: Refused[] = [
  {
    name: 'a wrong password',
    listener: 'passwords',
    env: { KAFKA_USERNAME: 'upload' },
    files: { KAFKA_PASSWORD: 'wrong' },
    line: {
      msg: /refuses the account/,
      reason: /invalid credentials/,
    },
    attempt: /authentication failed/,
    correct: (replace) => replace({ KAFKA_PASSWORD: accounts.upload }),
  },
  {
    name: 'a token that the broker refuses',
    listener: 'tokens',
    env: { KAFKA_SASL: 'oauthbearer' },
    files: { KAFKA_OAUTH_TOKEN: 'a.b.c' },
    line: {
      msg: /refuses the account/,
      reason: /invalid_token/,
    },
    attempt: /refuses the token/,
    correct: (replace) => replace({ KAFKA_OAUTH_TOKEN: unsignedToken('upload') }),
  },
  {
    name: 'an expired certificate of this process',
    listener: 'certificates',
    files: certificateOf('upload', -1),
    line: {
      msg: /TLS connection to Kafka is refused/,
      reason: /^ssl.tls alert certificate unknown$/,
      ownCertificateUntil: /GMT$/,
    },
    attempt: /alert certificate unknown/,
    correct: (replace) => replace(certificateOf('upload')),
  },
  {
    name: 'an expired certificate of the broker',
    listener: 'expired',
    files: {},
    line: {
      msg: /TLS connection to Kafka is refused/,
      reason: /certificate has expired/,
    },
    attempt: /certificate has expired/,
    correct: () => server.renewCertificate(),
  },
  {
    name: 'a missing ACL',
    listener: 'passwords',
    env: { KAFKA_USERNAME: 'stranger' },
    files: { KAFKA_PASSWORD: accounts.stranger },
    line: {
      msg: /denies this process a right/,
      reason: /authoriz/i,
      group: /^upload$/,
      topics: /^upload\.commands$/,
    },
    attempt: /authoriz/i,
    correct: async () => {
      const right = { principal: 'User:stranger', patternType: 'literal', operation: 'Read' } as const;
      await administrate((admin) =>
        admin.createAcls([
          { ...right, type: 'topic', name: 'upload.commands' },
          { ...right, type: 'group', name: 'upload' },
        ]),
      );
    },
  },
];

describe.each(refused)('$name', ({ listener, env, files, line, attempt, correct }) => {
  it(
    'makes the process not ready with one line in its log, until it is corrected',
    async () => {
      const secret = mount(files);
      const service = await start(upload, listeners[listener], { ...secret.env, ...env });
      await service.untilRefused();
      const attempts = () => lines.filter((each) => attempt.test(JSON.stringify(each))).length;
      await until(() => attempts() > 5);
      const [problem, ...others] = problems();
      expect([problem?.level, others]).toEqual([error, []]);
      for (const [field, pattern] of Object.entries(line)) expect(String(problem?.[field])).toMatch(pattern);
      expect((await fetch(`${service.url}/livez`)).status).toBe(200);
      await correct(secret.replace);
      await service.untilReady();
      expect(lines.filter(({ msg }) => msg === 'Kafka no longer refuses this process.')).toHaveLength(1);
    },
    longMs,
  );
});

it(
  'refuses a command that a service may not send, and accepts it from one that may',
  async () => {
    const publishAs = async (security: KafkaSecurity, brokers: string) => {
      const bus = new KafkaEventBus({ brokers: [brokers], clientId: 'test', logger: silent, security });
      stops.push(() => bus.close());
      await bus.publish('upload.commands', [makeMessage('video')]);
    };
    const count = async () => {
      const [bounds] = await administrate((admin) => admin.bounds('upload.commands'));
      return bounds!.high;
    };
    const ssl = { ca: [authority.ca] };
    const search = { mechanism: 'scram-sha-512', username: 'search', password: accounts.search } as const;
    const before = await count();
    await expect(publishAs({ ssl, sasl: search }, listeners.passwords)).rejects.toThrow(
      'This process may not write to the topic upload.commands.',
    );
    expect(await count()).toBe(before);
    const token = {
      mechanism: 'oauthbearer',
      token: () => Promise.resolve(unsignedToken('gateway')),
    } as const;
    await publishAs({ ssl, sasl: token }, listeners.tokens);
    expect(await count()).toBe(before + 1);
  },
  longMs,
);
