import { jest } from '@jest/globals';
import type { MessageData } from '@vault/contracts';
import type { adminRpc } from '@vault/contracts/rpc';
import { firstOwner, startAdmin, type AdminUnderTest } from '../testing/admin-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

const lastOwner = { code: 'conflict', message: expect.stringMatching(/last owner/) as unknown };
const person = { email: 'ada@example.com', password: 'difference engine' };

let admin: AdminUnderTest;
let caller: adminRpc.StaffCaller;
beforeEach(async () => {
  admin = await startAdmin();
  caller = await admin.signIn();
});
afterEach(() => admin.stop());

const add = (role = 'support') => admin.client.addStaff({ caller, ...person, role });
const removeStaff = (data: MessageData<'admin.remove-staff.v1'>) => admin.send('admin.remove-staff.v1', data);
const staff = async () => (await admin.client.listStaff({ caller })).staff;

describe('members of staff', () => {
  it('are added by owners, sign in, and are listed with their last use', async () => {
    const added = await add();
    expect(added).toMatchObject({ email: person.email, role: 'support', isActive: true });
    expect((await staff()).map(({ email, lastSeenAt }) => [email, lastSeenAt === undefined])).toEqual([
      [person.email, true],
      [firstOwner.email, false],
    ]);
    await admin.signIn(person);
    expect((await staff())[0]?.lastSeenAt).toBeDefined();
  });

  it('cannot get a commonly guessed password, neither when added nor later', async () => {
    const refused = {
      code: 'invalid-input',
      message: expect.stringMatching(/easily guessed/) as unknown,
    };
    const weak = { caller, ...person, password: 'password', role: 'support' };
    await expect(admin.client.addStaff(weak)).rejects.toMatchObject(refused);
    const { id } = await add();
    const edit = admin.client.editStaff({ caller, id, newPassword: 'password' });
    await expect(edit).rejects.toMatchObject(refused);
    await admin.signIn(person);
  });

  it('are added once by a request that is repeated with its key', async () => {
    const repeat = (changes: object = {}) =>
      admin.client.addStaff({ caller, ...person, role: 'support', requestKey: 'of-the-request', ...changes });
    const added = await repeat();
    expect(await repeat()).toEqual(added);
    expect(await staff()).toHaveLength(2);
    const conflict = { code: 'conflict', message: expect.stringContaining('Idempotency-Key') as unknown };
    await expect(repeat({ email: 'other@example.com' })).rejects.toMatchObject(conflict);
  });

  it('have unique e-mail addresses', async () => {
    await add();
    await expect(add()).rejects.toMatchObject({ code: 'conflict' });
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        admin.client.addStaff({ caller, ...person, email: 'eve@example.com', role: 'support' }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await staff()).filter(({ email }) => email === 'eve@example.com')).toHaveLength(1);
    // The refused ones left no credentials behind.
    expect(await admin.store.model('StaffCredentials').countDocuments()).toBe(3);
  });

  it('are signed out by a new password, and when they are deactivated', async () => {
    const { id } = await add();
    const first = await admin.signIn(person);
    await admin.client.editStaff({ caller, id, newPassword: 'analytical engine' });
    const listing = admin.audit(first);
    await expect(listing).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(admin.signIn(person)).rejects.toMatchObject({ code: 'unauthenticated' });
    const second = await admin.signIn({ ...person, password: 'analytical engine' });
    expect(await admin.client.editStaff({ caller, id, isActive: false })).toMatchObject({ isActive: false });
    const again = admin.audit(second);
    await expect(again).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('can become owners, and support again', async () => {
    const { id } = await add();
    const session = await admin.signIn(person);
    await admin.client.editStaff({ caller, id, role: 'owner' });
    expect((await admin.client.listStaff({ caller: session })).staff).toHaveLength(2);
    await admin.client.editStaff({ caller: session, id: caller.staffId, role: 'support' });
    await expect(admin.client.listStaff({ caller })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(admin.client.editStaff({ caller: session, id, role: 'support' })).rejects.toMatchObject(
      lastOwner,
    );
  });

  it('are removed, and removing an unknown member does not fail', async () => {
    const { id } = await add();
    const session = await admin.signIn(person);
    await removeStaff({ caller, id });
    await removeStaff({ caller, id });
    await removeStaff({ caller, id: 'nobody' });
    await expect(admin.audit(session)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    await expect(admin.signIn(person)).rejects.toMatchObject({ code: 'unauthenticated' });
    const edit = admin.client.editStaff({ caller, id, role: 'owner' });
    await expect(edit).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('the last owner who can sign in', () => {
  it('cannot be removed or deactivated', async () => {
    await add();
    const id = caller.staffId;
    await expect(removeStaff({ caller, id })).rejects.toMatchObject(lastOwner);
    const edit = (change: object) => admin.client.editStaff({ caller, id, ...change });
    await expect(edit({ role: 'support' })).rejects.toMatchObject(lastOwner);
    await expect(edit({ isActive: false })).rejects.toMatchObject(lastOwner);
    await edit({ role: 'owner', isActive: true });
  });

  it('stays when two owners remove each other at the same time', async () => {
    const { id } = await add('owner');
    const other = await admin.signIn(person);
    const attempts = [
      admin.client.editStaff({ caller, id, role: 'support' }),
      admin.client.editStaff({ caller: other, id: caller.staffId, isActive: false }),
      removeStaff({ caller, id }),
      removeStaff({ caller: other, id: caller.staffId }),
    ];
    await Promise.allSettled(attempts);
    const roster = await admin.store.model<{ members: adminRpc.Staff[] }>('StaffRoster').findOne().lean();
    const owners = roster?.members.filter(({ role, isActive }) => role === 'owner' && isActive);
    expect(owners).toHaveLength(1);
  });
});

describe('the audit log of staff', () => {
  it('has one line before and one after each change, without passwords', async () => {
    const { id } = await add();
    await admin.client.editStaff({ caller, id, role: 'owner', newPassword: 'analytical engine' });
    await removeStaff({ caller, id });
    await removeStaff({ caller, id: caller.staffId }).catch(() => undefined);
    const lines = await admin.audit(caller);
    const shown = lines.map(({ action, state, before, requested, after, msg }) =>
      [action, state, before, requested, after, msg].join(' ').trim(),
    );
    const ofMember = '{"email":"ada@example.com","role":"owner","is_active":true}';
    const ofCaller = '{"email":"owner@example.com","role":"owner","is_active":true}';
    expect(shown).toEqual([
      'remove-staff failed    This is the last owner who can sign in. Make another member an owner first.',
      `remove-staff started ${ofCaller}`,
      'remove-staff done',
      `remove-staff started ${ofMember}`,
      'edit-staff done   {"role":"owner","password":"changed"}',
      'edit-staff started {"role":"support"} {"role":"owner","password":"a new one"}',
      'add-staff done   {"role":"support","is_active":true}',
      'add-staff started  {"email":"ada@example.com","role":"support"}',
      'login done',
    ]);
    const [failed, started] = lines;
    expect(failed).toMatchObject({ startedId: started?.id, subjectName: firstOwner.email });
    const everything = JSON.stringify(await admin.store.model('AuditEntry').find().lean());
    for (const secret of ['difference engine', 'analytical engine', '$argon2id'])
      expect(everything).not.toContain(secret);
    expect(await admin.store.model('StaffAction').countDocuments()).toBe(0);
  });
});
