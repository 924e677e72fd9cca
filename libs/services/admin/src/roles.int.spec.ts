import { jest } from '@jest/globals';
import { commandSchemas, isCommandType, type AdminCommandType } from '@vault/contracts';
import { adminRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import type { Session } from '@vault/identity';
import { roleOfCall, type StaffCall } from './domain/call-roles.ts';
import { startAdmin, type AdminUnderTest } from './testing/admin-under-test.ts';

// Long, so that only a hang fails a test on a busy machine.
jest.setTimeout(120_000);

/** The request of each call without its caller. The ids are unknown, so that nothing is changed. */
const rest = {
  watchSession: {},
  logout: {},
  changePassword: { password: 'not the password', newPassword: 'analytical engine' },
  listStaff: {},
  addStaff: { email: 'someone@example.com', password: 'difference engine', role: 'support' },
  editStaff: { id: 'nobody', role: 'owner', newPassword: undefined, isActive: undefined },
  'admin.remove-staff.v1': { id: 'nobody' },
  'admin.edit-user.v1': { userId: 'nobody', addTokens: 1 },
  'admin.delete-user.v1': { userId: 'nobody' },
  'admin.grant-upgrade.v1': { userId: 'nobody' },
  'admin.edit-team.v1': { ownerId: 'nobody', addTokens: 1 },
  'admin.retry-video.v1': { videoId: 'nobody' },
  listAudit: { page: 1, limit: 1, actor: '', action: '', subject: '', from: undefined, to: undefined },
} satisfies Record<StaffCall, object>;

const calls = Object.keys(roleOfCall) as StaffCall[];
const forOwners = calls.filter((call) => roleOfCall[call] === 'owner');

let admin: AdminUnderTest;
let owner: adminRpc.StaffCaller;
let support: adminRpc.StaffCaller;
beforeAll(async () => {
  admin = await startAdmin();
  owner = await admin.signIn();
  support = await admin.signInSupport(owner);
});
afterAll(() => admin.stop());

/** The outcome of a call for a caller. */
async function outcomeOf(call: StaffCall, caller: adminRpc.StaffCaller | undefined): Promise<string> {
  const method: (request: never) => Promise<unknown> = isCommand(call)
    ? (data: never) => admin.send(call, data)
    : admin.client[call];
  try {
    await method({ ...rest[call], caller } as never);
    return 'ok';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code === 'forbidden' ? `forbidden: ${error.message}` : error.code;
  }
}

function isCommand(call: StaffCall): call is AdminCommandType {
  return isCommandType(call);
}

/** Calls before there is a session, and calls for members of a workspace, whose permission the gateway has checked. */
const withoutRole = [
  ...['login', 'checkSession', 'getStaffSso', 'beginStaffSso', 'finishStaffSso'],
  ...['listWorkspaceLog', 'getLogStream', 'setLogStream', 'testLogStream', 'recordRefusal'],
];

test('every call and command of the contract has a role, except those of visitors and of members', () => {
  const ofAdmin = Object.keys(commandSchemas).filter((type) => type.startsWith('admin.'));
  const contract = [...Object.keys(adminRpc.AdminServiceService), ...ofAdmin];
  expect([...calls, ...withoutRole].sort()).toEqual(contract.sort());
});

describe.each(calls)('%s', (call) => {
  it('is refused without a session, with another member’s, and with an ended one', async () => {
    const endedCaller = await admin.signIn();
    await admin.client.logout({ caller: endedCaller });
    if (!isCommand(call)) expect(await outcomeOf(call, undefined)).toBe('unauthenticated');
    for (const caller of [
      { ...owner, sessionId: 'other' },
      { ...owner, staffId: support.staffId },
      { ...support, staffId: owner.staffId },
      endedCaller,
    ])
      expect(await outcomeOf(call, caller)).toBe('unauthenticated');
  });

  it('is refused to deactivated and to removed members', async () => {
    const member = await admin.signInSupport(owner);
    // The row of the session may exist a moment longer than the permission to use it.
    const session = await admin.store
      .model<Session>('StaffSession')
      .findById(member.sessionId)
      .lean<Session>();
    await admin.client.editStaff({ caller: owner, id: member.staffId, isActive: false });
    expect(await outcomeOf(call, member)).toBe('unauthenticated');
    await admin.store.model<Session>('StaffSession').create(session!);
    expect(await outcomeOf(call, member)).toBe('forbidden: Forbidden');
    await admin.send('admin.remove-staff.v1', { caller: owner, id: member.staffId });
    await admin.store.model<Session>('StaffSession').create(session!);
    expect(await outcomeOf(call, member)).toBe('unauthenticated');
  });

  it(forOwners.includes(call) ? 'is for owners only' : 'is for support too', async () => {
    // The call that ends a session needs a separate one.
    const isLogout = call === 'logout';
    const by = isLogout ? await admin.signInSupport(owner) : support;
    const refused = 'forbidden: Only an owner may do this.';
    const outcome = await outcomeOf(call, by);
    if (forOwners.includes(call)) expect(outcome).toBe(refused);
    else expect(['ok', 'not-found', 'invalid-input']).toContain(outcome);
    const outcomeOfOwner = await outcomeOf(call, isLogout ? await admin.signIn() : owner);
    expect(['ok', 'not-found', 'conflict', 'invalid-input']).toContain(outcomeOfOwner);
  });
});
