import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { newPassword } from '@vault/contracts';
import {
  AppError,
  createLogger,
  systemClock,
  withStore,
  type Environment,
  type OperatorCommand,
} from '@vault/platform';
import { PasswordHasher } from '@vault/platform/identity';
import type { Connection } from 'mongoose';
import { ActionRunner } from '../actions/action-runner.ts';
import { StaffActionRepository } from '../actions/staff-action.repository.ts';
import { StaffPerformer } from '../actions/staff-performer.ts';
import { adminService } from '../admin.definition.ts';
import { AuditRepository } from '../audit/audit.repository.ts';
import { readStaffOrder, staffUsage, type StaffOrder } from '../domain/read-staff-order.ts';
import { StaffSessionRepository } from '../sessions/staff-session.repository.ts';
import { StaffCredentialsRepository } from '../staff/staff-credentials.repository.ts';
import { StaffRosterRepository } from '../staff/staff-roster.repository.ts';
import { StaffService, type SeenMember } from '../staff/staff.service.ts';

/** Whoever has the machine acts, and has not signed in. */
const operator = { id: '', email: 'command line', clientAddress: '' };

/** Lists, adds, resets and removes members of staff, in the store itself: for when nobody can sign in. */
export const staffCommand: OperatorCommand = {
  name: 'staff',
  usage: staffUsage,
  run: (args, env, print) => runStaffCommand(args, env, { print, readInput: () => text(process.stdin) }),
};

export interface CommandLine {
  readonly print: (line: string) => void;
  /** All of standard input. */
  readonly readInput: () => Promise<string>;
}

/** @throws with a sentence for the operator */
export async function runStaffCommand(
  args: readonly string[],
  env: Environment,
  line: CommandLine,
): Promise<void> {
  const order = readStaffOrder(args);
  try {
    await withStore(adminService, env, (connection) => carryOut(order, staffIn(connection), line));
  } catch (error) {
    throw error instanceof AppError ? new Error(error.message, { cause: error }) : error;
  }
}

async function carryOut(order: StaffOrder, staff: StaffService, line: CommandLine): Promise<void> {
  const { print } = line;
  const members = await staff.list();
  if (order.do === 'list') {
    for (const member of members) print(lineOf(member));
    print(members.length === 1 ? '1 member of staff.' : `${String(members.length)} members of staff.`);
    return;
  }
  const { email } = order;
  if (order.do === 'add') {
    const { password, show } = await choosePassword(order.isPasswordGiven, line);
    await staff.add(operator, { email, password, role: order.role });
    print(`${email} may sign in as ${order.role}.`);
    show();
    return;
  }
  const member = members.find((each) => each.email === email);
  if (!member) throw new Error(`Nobody of the staff has the address ${email}.`);
  if (order.do === 'remove') {
    await staff.remove(operator, member.id);
    print(`${email} was removed.`);
    return;
  }
  const { password, show } = await choosePassword(order.isPasswordGiven, line);
  await staff.edit(operator, member.id, { password });
  print(`${email} has a new password.`);
  show();
}

/** What was given is never printed; what is made is printed once, and kept nowhere. */
async function choosePassword(isGiven: boolean, { print, readInput }: CommandLine) {
  if (!isGiven) {
    const password = randomBytes(15).toString('base64url');
    return { password, show: () => print(`Password, shown once: ${password}`) };
  }
  const [typed = ''] = (await readInput()).split(/\r?\n/, 1);
  const parsed = newPassword.safeParse(typed);
  if (!parsed.success) throw new Error('Please choose a password of 8 to 256 characters.');
  return { password: parsed.data, show: () => undefined };
}

/** The parts of the service that the command needs, over a store that nobody else has prepared for it. */
function staffIn(connection: Connection): StaffService {
  const roster = new StaffRosterRepository(connection);
  const credentials = new StaffCredentialsRepository(connection);
  const performer = new StaffPerformer(roster, credentials, new StaffSessionRepository(connection));
  const runner = new ActionRunner(
    new StaffActionRepository(connection),
    new AuditRepository(connection),
    { perform: () => Promise.reject(new Error('This command has nobody else change anything.')) },
    performer,
    systemClock,
    createLogger({ level: 'silent' }),
  );
  return new StaffService(roster, credentials, new PasswordHasher(), runner, systemClock);
}

function lineOf({ email, role, isActive, createdAt, lastSeenAt }: SeenMember): string {
  const seen = lastSeenAt ? `last here ${lastSeenAt.toISOString()}` : 'never here';
  const state = isActive ? '' : '  switched off';
  return `${email}  ${role}  since ${createdAt.toISOString()}  ${seen}${state}`;
}
