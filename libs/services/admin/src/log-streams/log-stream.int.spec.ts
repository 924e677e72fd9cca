import { PassThrough } from 'node:stream';
import { jest } from '@jest/globals';
import { AppError, withActor } from '@vault/base';
import { until } from '@vault/base/testing';
import { auditTopic, eventsTopic } from '@vault/contracts';
import type { adminRpc } from '@vault/contracts/rpc';
import { Outgoing } from '@vault/integrations';
import { createEvent, createMessage, type Message } from '@vault/messaging';
import { startAdmin, type AdminUnderTest } from '../testing/admin-under-test.ts';
import type { LogStream } from './log-stream.schema.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

interface Sent {
  readonly entry: number;
  readonly action: string;
  readonly actor: { readonly email: string };
}

const url = 'https://collector.example.com/webinars';

let admin: AdminUnderTest;
let collector: Collector;
beforeAll(async () => {
  admin = await startAdmin();
  admin.auth.add('ann');
  collector = new Collector(admin.running.get(Outgoing));
});
afterAll(() => admin.stop());

let teams = 0;
let ownerId = '';
beforeEach(() => {
  teams += 1;
  ownerId = `team-${String(teams)}`;
  collector.reset();
});

/** Takes entries instead of the network. */
class Collector {
  status = 200;
  isAway = false;
  authorization: string | undefined;
  received: Sent[] = [];

  constructor(outgoing: Outgoing) {
    jest.spyOn(outgoing, 'fetch').mockImplementation((_url, { headers, body = '' }) => {
      if (this.isAway) return Promise.reject(new AppError('conflict', 'The address cannot be reached.'));
      this.authorization = headers['authorization'];
      if (this.status === 200) this.take(String(body).trimEnd().split('\n'));
      return Promise.resolve({ status: this.status, headers: {}, body: Buffer.of() });
    });
    jest.spyOn(outgoing, 'connect').mockImplementation(() => {
      const socket = new PassThrough();
      const parts: Buffer[] = [];
      socket.on('data', (part: Buffer) => parts.push(part));
      socket.on('end', () => {
        this.take(linesOf(Buffer.concat(parts)));
      });
      return Promise.resolve(socket as never);
    });
  }

  reset(): void {
    Object.assign(this, { status: 200, isAway: false, authorization: undefined, received: [] });
  }

  private take(lines: readonly string[]): void {
    this.received.push(...lines.map((line) => JSON.parse(line) as Sent));
  }
}

/** The JSON of messages with their lengths before them. */
function linesOf(bytes: Buffer): string[] {
  const found: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(' ', at);
    const end = space + 1 + Number(bytes.toString('utf8', at, space));
    const message = bytes.toString('utf8', space + 1, end);
    found.push(message.slice(message.indexOf('{')));
    at = end;
  }
  return found;
}

const as = <Result>(id: string, work: () => Result) => withActor(() => ({ id }), work);

function entry(name: string): Message {
  const data = { ownerId, action: 'auth.edit-team', isStaff: false, fields: { name }, before: {} };
  const about = { type: 'audit.entry.v1', source: 'auth', subject: ownerId, data } as const;
  return as('ann', () => createMessage({ ...about, id: `${ownerId}-${name}` }));
}

const publish = (...names: string[]) =>
  admin.running.infrastructure.bus.publish(auditTopic, names.map(entry));
const set = (setting: Partial<adminRpc.SetLogStreamRequest>) =>
  as('ann', () => admin.client.setLogStream({ ownerId, kind: 'https', ...setting }));
const state = () => admin.client.getLogStream({ ownerId });
const logHas = (count: number) =>
  until(
    () => admin.client.listWorkspaceLog({ ownerId, actorId: '', actions: [], limit: 9 }),
    ({ entries }) => entries.length === count,
  );
const received = () => collector.received.map(({ entry: place, action }) => [place, action]);

/** Lets time pass until it is as expected. */
async function stateIs(isReached: (stream: adminRpc.LogStream) => boolean): Promise<adminRpc.LogStream> {
  return until(() => {
    admin.clock.passSeconds(5);
    return state();
  }, isReached);
}

describe('the stream of an audit log', () => {
  it('sends what comes after it was set, in order and with the address of the person', async () => {
    await publish('before');
    await logHas(1);
    const answer = await set({ url, secret: 'open-sesame' });
    expect(answer).toMatchObject({ kind: 'https', url, hasSecret: true, problem: '' });
    await logHas(2);
    await publish('1', '2', '3');
    await stateIs(({ waiting, deliveredAt }) => waiting === 0 && deliveredAt !== undefined);
    await until(() => collector.received.length === 4);
    expect(received()).toEqual([
      [2, 'admin.set-log-stream'],
      ...[3, 4, 5].map((place) => [place, 'auth.edit-team']),
    ]);
    expect(collector.authorization).toBe('Bearer open-sesame');
    expect(collector.received[1]?.actor).toEqual({ id: 'ann', email: 'ann@example.com', is_staff: false });
    const stored = await admin.store.model<LogStream>('LogStream').findById(ownerId).lean();
    expect(JSON.stringify(stored)).not.toContain('sesame');
  });

  it('loses nothing while the collector is away, and says why it waits', async () => {
    await set({ url, secret: 's' });
    await stateIs(({ waiting, deliveredAt }) => waiting === 0 && deliveredAt !== undefined);
    collector.isAway = true;
    const names = Array.from({ length: 250 }, (_, index) => String(index));
    await publish(...names);
    const waiting = await stateIs(({ problem, waiting: left }) => problem !== '' && left === 250);
    expect(waiting.problem).toBe('The address cannot be reached.');
    collector.isAway = false;
    collector.status = 503;
    expect((await stateIs(({ problem }) => problem.includes('503'))).problem).toBe(
      'The collector answered 503.',
    );
    admin.clock.passSeconds(3_600);
    collector.status = 200;
    await stateIs(({ waiting: left, problem }) => left === 0 && problem === '');
    expect(collector.received.map(({ entry: place }) => place)).toEqual(
      Array.from({ length: 251 }, (_, index) => index + 1),
    );
  });

  it('continues where it was with another address, which needs its secret', async () => {
    await set({ url, secret: 's' });
    await logHas(1);
    collector.isAway = true;
    await publish('1');
    await stateIs(({ problem }) => problem !== '');
    await expect(set({ url: `${url}/2` })).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'Enter the secret of this collector.',
    });
    await set({ url });
    await set({ kind: 'syslog', host: 'logs.example.com', port: 6514 });
    collector.isAway = false;
    await stateIs(({ kind, waiting }) => kind === 'syslog' && waiting === 0);
    await until(() => collector.received.length === 4);
    expect(received()[1]).toEqual([2, 'auth.edit-team']);
    await expect(set({ url })).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'Enter the secret of this collector.',
    });
  });

  it('sends nothing after it was switched off, or its workspace was deleted', async () => {
    await set({ kind: 'syslog', host: 'logs.example.com', port: 6514 });
    await stateIs(({ waiting, deliveredAt }) => waiting === 0 && deliveredAt !== undefined);
    expect(await set({ kind: 'off' })).toMatchObject({ kind: 'off', hasSecret: false, host: undefined });
    collector.reset();
    await publish('1');
    for (let step = 0; step < 5; step += 1) admin.clock.passSeconds(60);
    await expect(admin.client.testLogStream({ ownerId })).rejects.toMatchObject({ code: 'conflict' });
    expect(collector.received).toEqual([]);
    await set({ url, secret: 's' });
    const deleted = createEvent('auth.account-deleted.v1', ownerId, { userId: ownerId });
    await admin.running.infrastructure.bus.publish(eventsTopic('auth'), [deleted]);
    await until(async () => !(await admin.store.model('LogStream').exists({ _id: ownerId })));
  });

  it('is tested with an entry that is not in the log', async () => {
    await set({ url, secret: 's' });
    await admin.client.testLogStream({ ownerId });
    await until(() => collector.received.some(({ action }) => action === 'test'));
    collector.status = 403;
    await expect(admin.client.testLogStream({ ownerId })).rejects.toMatchObject({
      ...{ code: 'conflict', message: 'The collector answered 403.' },
    });
  });
});
