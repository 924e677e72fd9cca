import { randomInt } from 'node:crypto';
import { jest } from '@jest/globals';
import { topicOf, type MessageData } from '@vault/contracts';
import { createMessage, type Message } from '@vault/messaging';
import { until } from '@vault/base/testing';
import fc from 'fast-check';
import { AuthPeer, newPerson, startAuth, type AuthUnderTest } from '../testing/auth-under-test.ts';
import type { StoredLedgerEntry } from './ledger-entry.schema.ts';
import { LedgerRepository } from './ledger.repository.ts';
import type { StoredTokenAccount } from './token-account.schema.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(300_000);

const steps = 250;
/** Part of the test name; the same seed gives the same steps. */
const seed = Number(process.env.LEDGER_SEED ?? randomInt(2 ** 31));

const kinds = [
  'reserve',
  'reserve',
  'settle',
  'settle',
  'refund',
  'edit',
  'replay',
  'pass',
  'outage',
] as const;
const step = fc.record({
  what: fc.constantFrom(...kinds),
  id: fc.nat(20),
  amount: fc.integer({ min: -60_000, max: 60_000 }),
});

describe('the ledger in the store', () => {
  let auth: AuthUnderTest;
  let peer: AuthPeer;
  let userId: string;
  const sent: Message[] = [];
  let isUnavailable = false;
  beforeAll(async () => {
    auth = await startAuth();
    peer = new AuthPeer(auth);
    await peer.start();
    userId = (await auth.client.register(newPerson())).user?.id ?? '';
  });
  afterAll(async () => {
    await peer.stop();
    await auth.stop();
  });

  /** Makes copies to the ledger add one entry and fail, like a process that is killed in between. */
  function interruptCopies(): void {
    const ledger = auth.running.get(LedgerRepository);
    const add = ledger.add.bind(ledger);
    jest.spyOn(ledger, 'add').mockImplementation(async (owner, entries) => {
      if (!isUnavailable) return add(owner, entries);
      await add(owner, entries.slice(0, 1));
      throw new Error('stopped');
    });
  }

  async function publish(message: Message): Promise<void> {
    const type = 'auth.edit-account.v1';
    await auth.running.infrastructure.bus.publish(topicOf(type), [message]);
    // Messages of a person are handled in order, so the message before this one is done.
    await peer.send(type, { userId, readyMail: true, by: 'user' });
  }

  async function edit(amount: number): Promise<void> {
    const plan = amount > 30_000 ? 'executive' : 'free';
    const data: MessageData<'auth.edit-account.v1'> = { userId, addTokens: amount || 1, plan, by: 'staff-1' };
    const deadline = new Date(Date.now() + 3_600_000);
    const message = createMessage({
      type: 'auth.edit-account.v1',
      source: 'gateway',
      subject: userId,
      data,
      deadline,
    });
    sent.push(message);
    await publish(message);
  }

  async function apply({ what, id, amount }: { what: string; id: number; amount: number }): Promise<void> {
    const operationId = `op-${String(id)}`;
    const tokens = Math.abs(amount);
    if (what === 'outage') isUnavailable = !isUnavailable;
    if (what === 'pass') auth.clock.passMinutes(tokens);
    if (what === 'edit') await edit(amount);
    if (what === 'replay' && sent.length > 0) await publish(sent[id % sent.length]!);
    if (what === 'settle') await auth.client.settleTokens({ ownerId: userId, operationId, amount });
    if (what === 'refund') await auth.client.settleTokens({ ownerId: userId, operationId, amount: 0 });
    if (what === 'reserve')
      await auth.client
        .reserveTokens({ ownerId: userId, operationId, amount: tokens, purpose: 'quotes' })
        .catch((error: unknown) => expect(error).toMatchObject({ code: 'limit-reached' }));
  }

  async function readLedger() {
    const account = await auth.store
      .model<StoredTokenAccount>('TokenAccount')
      .findOne({ _id: userId })
      .select('+outbox')
      .lean();
    const lines = await auth.store.model<StoredLedgerEntry>('LedgerEntry').find({ userId }).lean();
    const entries = new Map(lines.map(({ _id, amount }) => [_id.slice(userId.length + 1), amount]));
    for (const { id, amount } of account?.outbox ?? []) entries.set(id, amount);
    const sum = [...entries.values()].reduce((total, amount) => total + amount, 0);
    const { granted = 0, added = 0 } = account ?? {};
    return { entries, sum, granted, added };
  }

  it(`is the balance, which is never below 0, at each of ${String(steps)} random steps (LEDGER_SEED=${String(seed)})`, async () => {
    interruptCopies();
    // The membership must not end during the steps.
    await peer.send('auth.edit-account.v1', { userId, membershipEnd: 4e9, by: 'staff-1' });
    const all = fc.array(step, { minLength: steps, maxLength: steps, size: 'max' });
    const property = fc.asyncProperty(all, async (taken) => {
      for (const each of taken) {
        await apply(each);
        const { sum, granted, added } = await readLedger();
        expect([each, sum]).toEqual([each, granted + added]);
        expect(Math.min(granted, added)).toBeGreaterThanOrEqual(0);
      }
    });
    await fc.assert(property, { seed, numRuns: 1, endOnFailure: true });
    // Each message has added its tokens once, despite the replays.
    const { entries } = await readLedger();
    const added = [...entries.keys()].filter((id) => id.startsWith('add:'));
    expect(added.sort()).toEqual(sent.map(({ id }) => `add:${id}`).sort());
    isUnavailable = false;
    // The sweep adds what the interrupted copies have left.
    await until(
      () => auth.store.model<StoredLedgerEntry>('LedgerEntry').countDocuments({ userId }),
      (lines) => lines === entries.size,
    );
  });
});
