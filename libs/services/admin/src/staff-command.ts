import { randomBytes, randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { newPassword } from '@vault/contracts';
import { AppError, createLogger, systemClock, type Environment } from '@vault/base';
import { withStore, type OperatorCommand } from '@vault/platform';
import { PasswordHasher, type Session } from '@vault/identity';
import type { Connection } from 'mongoose';
import { ActionRunner } from './actions/action-runner.ts';
import { StaffActionRepository } from './actions/staff-action.repository.ts';
import type { StaffAction } from './actions/staff-action.schema.ts';
import { StaffPerformer } from './actions/staff-performer.ts';
import { adminService } from './admin.definition.ts';
import type { AuditDocument } from './audit-entries/audit-entry.schema.ts';
import { AuditRepository } from './audit-entries/audit.repository.ts';
import { parseStaffArgs, staffUsage, type StaffArgs } from './domain/staff-args.ts';
import { StaffCredentialsRepository } from './staff-records/staff-credentials.repository.ts';
import type { StaffCredentials } from './staff-records/staff-credentials.schema.ts';
import { StaffRosterRepository } from './staff-records/staff-roster.repository.ts';
import type { StaffRoster } from './staff-records/staff-roster.schema.ts';
import { StaffService, type ListedMember } from './staff/staff.service.ts';

/** The actor of audit lines: an operator with access to the machine, without a sign-in. */
const operator = { id: '', email: 'command line', clientAddress: '' };

/** Lists, adds, resets and removes members of staff directly in the store, for when nobody can sign in. */
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
  const parsed = parseStaffArgs(args);
  try {
    await withStore(adminService, env, (connection) => execute(parsed, staffIn(connection), line));
  } catch (error) {
    throw error instanceof AppError ? new Error(error.message, { cause: error }) : error;
  }
}

async function execute(args: StaffArgs, staff: StaffService, line: CommandLine): Promise<void> {
  const { print } = line;
  const members = await staff.list();
  if (args.action === 'list') {
    for (const member of members) print(lineOf(member));
    print(members.length === 1 ? '1 member of staff.' : `${String(members.length)} members of staff.`);
    return;
  }
  const { email } = args;
  if (args.action === 'add') {
    const { password, show } = await choosePassword(args.isPasswordGiven, line);
    await staff.add(operator, { email, password, role: args.role });
    print(`${email} may sign in as ${args.role}.`);
    show();
    return;
  }
  const member = members.find((each) => each.email === email);
  if (!member) throw new Error(`No member of staff has the address ${email}.`);
  if (args.action === 'remove') {
    await staff.remove({ actor: operator, actionId: randomUUID() }, member.id);
    print(`${email} was removed.`);
    return;
  }
  const { password, show } = await choosePassword(args.isPasswordGiven, line);
  await staff.edit(operator, member.id, { password });
  print(`${email} has a new password.`);
  show();
}

/** A given password is never printed; a generated one is printed once and not stored in plain text. */
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

/** The parts of the service that the command needs, without the application container. */
function staffIn(connection: Connection): StaffService {
  const sendNothing = () => Promise.reject(new Error('This command sends no commands to other services.'));
  const relay = { register: () => undefined, send: sendNothing };
  const roster = new StaffRosterRepository(connection.model<StaffRoster>('StaffRoster'), relay);
  const credentials = new StaffCredentialsRepository(connection.model<StaffCredentials>('StaffCredentials'));
  const endAll = async (userId: string) => {
    await connection.model<Session>('StaffSession').deleteMany({ userId });
  };
  const performer = new StaffPerformer(roster, credentials, { endAll });
  const runner = new ActionRunner(
    new StaffActionRepository(connection.model<StaffAction>('StaffAction')),
    new AuditRepository(connection.model<AuditDocument>('AuditEntry'), relay),
    { perform: sendNothing },
    performer,
    systemClock,
    createLogger({ level: 'silent' }),
  );
  return new StaffService(roster, credentials, new PasswordHasher(), runner, systemClock);
}

function lineOf({ email, role, isActive, createdAt, lastSeenAt }: ListedMember): string {
  const lastSeen = lastSeenAt ? `last seen ${lastSeenAt.toISOString()}` : 'never signed in';
  const state = isActive ? '' : '  disabled';
  return `${email}  ${role}  since ${createdAt.toISOString()}  ${lastSeen}${state}`;
}
