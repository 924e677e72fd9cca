import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { Mailer } from '@vault/integrations/mail';
import { addressBlockOf, withActor } from '@vault/base';
import { accountKeyOf, AccountTriesRepository, Sessions } from '@vault/identity';
import { until } from '@vault/base/testing';
import type { Connection } from 'mongoose';
import { MAILER } from '../config/auth.tokens.ts';
import { PasswordResetService } from '../passwords/password-reset.service.ts';
import { AuthPeer, newPerson, startAuth, type AuthUnderTest } from '../testing/auth-under-test.ts';
import { TeamDeletionService } from '../teams/team-deletion.service.ts';
import { TokenService } from '../tokens/token.service.ts';
import { AccountDeletionService } from './account-deletion.service.ts';
import { MailOutbox } from '../mail/mail-outbox.ts';
import type { UserDocument } from '../users/user.schema.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

const unauthorized = { code: 'unauthenticated', message: 'Unauthorized' };

let auth: AuthUnderTest;
let peer: AuthPeer;
beforeEach(async () => {
  auth = await startAuth();
  peer = new AuthPeer(auth);
  await peer.start();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await peer.stop();
  await auth.stop();
});

/** Registers a person with a row in every collection. */
async function registerWithRows() {
  const person = newPerson();
  const { token, user } = await auth.client.register(person);
  const userId = user?.id ?? '';
  await auth.client.login({ ...person, password: 'wrong', clientAddress: '' }).catch(() => undefined);
  await auth.running.get(PasswordResetService).issue(userId);
  await auth.client.reserveTokens({ ownerId: userId, operationId: 'one', amount: 20, purpose: 'quotes' });
  await auth.client.settleTokens({ ownerId: userId, operationId: 'one', amount: 10 });
  await auth.client.listLedger({ ownerId: userId, page: 1, limit: 10 });
  return { person, token, userId };
}

/** The row that counts registrations from the network of the test; it belongs to no account. */
const registrations = accountKeyOf(`register:${addressBlockOf(newPerson().clientAddress)}`);

/** The number of rows by collection, without the row of the registration count. */
async function rowsOf(store: Connection): Promise<Record<string, number>> {
  const names = ['Session', 'OneTimeToken', 'AccountTries', 'KnownAddress', 'TokenAccount', 'LedgerEntry'];
  const counts = await Promise.all(
    names.map(
      async (name) =>
        [name, await store.model(name).countDocuments({ _id: { $ne: registrations } })] as const,
    ),
  );
  return Object.fromEntries(counts);
}

const documentOf = (userId: string) =>
  auth.store.model<UserDocument>('User').collection.findOne({ _id: userId as never });
const remove = (userId: string, by = 'staff-1') => peer.send('auth.delete-account.v1', { userId, by });

/** The files of mails to a person. */
function mailsTo(userId: string): string[] {
  const folder = join(auth.running.dataDir, 'mail');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.includes(userId)) : [];
}

describe('the account of a member of teams', () => {
  const as = (userId: string) => (work: () => Promise<unknown>) => withActor(() => ({ id: userId }), work);
  async function teamOf(...[owner = '', ...others]: readonly string[]): Promise<string> {
    const ownerId = randomUUID();
    await as(owner)(() => peer.sendAbout('auth.create-team.v1', { ownerId, name: 'Acme' }, ownerId));
    const members = [
      { userId: owner, role: 'owner', since: auth.clock.now() },
      ...others.map((userId) => ({ userId, role: 'editor', since: auth.clock.now() })),
    ];
    await auth.store.model('Team').updateOne({ _id: ownerId }, { $set: { members } });
    return ownerId;
  }
  const rolesIn = async (ownerId: string) =>
    (await auth.client.getTeam({ ownerId })).members.map(({ userId, role }) => [userId, role]);

  it('is not deleted while it is the only owner of others', async () => {
    const [ann, bo] = [await registerWithRows(), await registerWithRows()];
    const id = await teamOf(ann.userId, bo.userId);
    const message = 'Make somebody else owner of Acme first.';
    await expect(remove(ann.userId, 'user')).rejects.toMatchObject({ code: 'conflict', message });
    expect((await auth.client.getAccount({ userId: ann.userId })).isActive).toBe(true);
    await remove(bo.userId);
    expect(await rolesIn(id)).toEqual([[ann.userId, 'owner']]);
  });

  it('is deleted by staff, and whoever has the highest role owns the team', async () => {
    const [ann, bo] = [await registerWithRows(), await registerWithRows()];
    const id = await teamOf(ann.userId, bo.userId);
    await remove(ann.userId);
    expect(await rolesIn(id)).toEqual([[bo.userId, 'owner']]);
  });

  it('is deleted while its team is closed', async () => {
    const [ann, bo] = [await registerWithRows(), await registerWithRows()];
    const id = await teamOf(ann.userId, bo.userId);
    await as(ann.userId)(() => peer.sendAbout('auth.delete-team.v1', { ownerId: id }, id));
    await remove(ann.userId, 'user');
    expect(await rolesIn(id)).toEqual([[bo.userId, 'owner']]);
  });

  it('takes the team along in which it was alone, and no other', async () => {
    const [ann, bo] = [await registerWithRows(), await registerWithRows()];
    const [alone, shared] = [await teamOf(ann.userId), await teamOf(bo.userId, ann.userId)];
    const spend = { operationId: 'team', amount: 20, purpose: 'quotes' };
    await auth.client.reserveTokens({ ownerId: alone, ...spend });
    await remove(ann.userId);
    await expect(auth.client.getTeam({ ownerId: alone })).rejects.toMatchObject({ code: 'not-found' });
    expect(await rolesIn(shared)).toEqual([[bo.userId, 'owner']]);
    expect((await peer.eventsOf(alone, 2)).map(([type]) => type)).toEqual([
      'auth.access-ended.v1',
      'auth.account-deleted.v1',
    ]);
    const lines = () => auth.store.model('LedgerEntry').countDocuments({ userId: alone });
    await until(lines, (count) => count === 0);
    auth.clock.passDays(9);
    const documents = () => auth.store.model('Team').countDocuments({ _id: alone });
    await until(documents, (count) => count === 0);
  });

  it('leaves an owner, also when the last other one goes at the same time', async () => {
    const [ann, bo] = [await registerWithRows(), await registerWithRows()];
    const id = await teamOf(ann.userId, bo.userId);
    await auth.running.get(TeamDeletionService).removePerson(ann.userId);
    expect(await rolesIn(id)).toEqual([[bo.userId, 'owner']]);
  });
});

describe('a deleted account', () => {
  it('leaves no row, and a document with the id but no personal data', async () => {
    await registerWithRows();
    const ofOthers = await rowsOf(auth.store);
    const { person, token, userId } = await registerWithRows();
    const all = await rowsOf(auth.store);
    expect(Object.keys(all).filter((name) => (all[name] ?? 0) <= (ofOthers[name] ?? 0))).toEqual([]);
    const forget = jest.spyOn(auth.running.get(MailOutbox), 'forget');
    await remove(userId);
    await expect(auth.client.verifySession({ token })).rejects.toMatchObject(unauthorized);
    expect(await rowsOf(auth.store)).toEqual(ofOthers);
    expect(forget).toHaveBeenCalledWith(userId);
    await peer.eventsOf(userId, 2);
    const document = await until(
      () => documentOf(userId),
      (found) => !(found && 'outboxSince' in found),
    );
    const remaining = ['_id', 'ownerId', 'version', 'email', 'outbox', 'handled', 'deletedAt', 'purgeAt'];
    expect(Object.keys(document ?? {}).sort()).toEqual(remaining.sort());
    expect(document).toMatchObject({ email: `deleted:${userId}`, outbox: [] });
    expect(JSON.stringify(document)).not.toContain(person.email);
  });

  it('leaves no file of a mail, not even of one that is sent during the deletion', async () => {
    const other = (await registerWithRows()).userId;
    const { userId } = await registerWithRows();
    await until(() => mailsTo(other).length === 1 && mailsTo(userId).length === 1);
    const mailer: Mailer = auth.running.get(MAILER as never);
    const send = mailer.send.bind(mailer);
    let sentLate = 0;
    jest.spyOn(mailer, 'send').mockImplementation(async (mail, signal) => {
      await remove(mail.recipientId);
      await send(mail, signal);
      sentLate = mailsTo(mail.recipientId).length;
    });
    const key = 'password-reset:late';
    await auth.running.get(MailOutbox).enqueue({ kind: 'password-reset', userId, key });
    await until(() => sentLate === 1);
    await until(() => mailsTo(userId).length === 0);
    expect(mailsTo(other)).toHaveLength(1);
  });

  it('is published once, as an end of access and a deletion, even when commands repeat', async () => {
    const { userId } = await registerWithRows();
    await remove(userId);
    await remove(userId, 'user');
    await remove('nobody');
    expect(await peer.eventsOf(userId, 2)).toEqual([
      ['auth.access-ended.v1', { userId, reason: 'deleted' }],
      ['auth.account-deleted.v1', { userId }],
    ]);
    expect(peer.events).toHaveLength(2);
  });

  it('is not found by any call, and cannot be changed', async () => {
    const { person, userId } = await registerWithRows();
    await remove(userId);
    const missing = { code: 'not-found' };
    await expect(auth.client.login(person)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(auth.client.getAccount({ userId })).rejects.toMatchObject(missing);
    await expect(auth.client.getSettings({ ownerId: userId })).rejects.toMatchObject(missing);
    await expect(
      auth.client.reserveTokens({ ownerId: userId, operationId: 'two', amount: 1, purpose: 'quotes' }),
    ).rejects.toMatchObject(missing);
    expect((await auth.client.settleTokens({ ownerId: userId, operationId: 'one', amount: 0 })).balance).toBe(
      0,
    );
    await expect(
      peer.send('auth.edit-account.v1', { userId, by: 'staff-1', firstname: 'Ada' }),
    ).rejects.toMatchObject(missing);
    expect((await auth.client.getAccounts({ ids: [userId] })).accounts).toEqual([]);
    const list = { page: 1, limit: 10, sort: '', descending: false, q: '', plan: '', state: '' };
    expect(await auth.client.listAccounts(list)).toEqual({ accounts: [], total: 0 });
    expect((await auth.client.countAccounts({})).total).toBe(0);
    expect((await rowsOf(auth.store)).TokenAccount).toBe(0);
  });

  it('frees its e-mail address at once', async () => {
    const { person, userId } = await registerWithRows();
    await remove(userId);
    const again = await auth.client.register(person);
    expect(again.user?.id).not.toBe(userId);
    await auth.client.login(person);
  });

  it.each([
    ['sessions', (running: AuthUnderTest['running']) => jest.spyOn(running.get(Sessions), 'endAll')],
    ['tokens', (running: AuthUnderTest['running']) => jest.spyOn(running.get(TokenService), 'forget')],
    [
      'tries',
      (running: AuthUnderTest['running']) => jest.spyOn(running.get(AccountTriesRepository), 'removeByKey'),
    ],
  ])(
    'whose %s could not be removed at once is deleted, and its rows are removed later',
    async (_what, spyOn) => {
      const { userId } = await registerWithRows();
      const spy = spyOn(auth.running).mockRejectedValue(new Error('stopped in between'));
      await remove(userId);
      expect(spy).toHaveBeenCalled();
      expect((await documentOf(userId))?.deletedAt).toBeInstanceOf(Date);
      spy.mockRestore();
      auth.clock.passMinutes(1);
      await until(
        async () => Object.values(await rowsOf(auth.store)).filter((count) => count > 0),
        (left) => left.length === 0,
      );
      await until(
        () => documentOf(userId),
        (document) => !(document && 'purgeKey' in document),
      );
      expect(await peer.eventsOf(userId, 2)).toHaveLength(2);
    },
  );

  it('is purged once more after eight days, and then removed completely', async () => {
    const { userId } = await registerWithRows();
    await remove(userId);
    await peer.eventsOf(userId, 2);
    await until(
      () => documentOf(userId),
      (found) => !(found && 'outboxSince' in found),
    );
    // As a concurrent request in another replica may leave it.
    await auth.store.model('LedgerEntry').create({
      _id: `${userId}/late`,
      userId,
      amount: 0,
      purpose: 'grant',
      at: auth.clock.now(),
    });
    auth.clock.passDays(7);
    await auth.running.get(AccountDeletionService).sweep(auth.clock.now(), 10);
    expect([await documentOf(userId), (await rowsOf(auth.store)).LedgerEntry]).toEqual([
      expect.objectContaining({ _id: userId }),
      1,
    ]);
    auth.clock.passDays(1);
    await auth.running.get(AccountDeletionService).sweep(auth.clock.now(), 10);
    expect([await documentOf(userId), (await rowsOf(auth.store)).LedgerEntry]).toEqual([null, 0]);
    await remove(userId);
  });
});
