import { parseArgs } from 'node:util';
import { email as emailSchema, staffRoles, type StaffRole } from '@vault/contracts';

/** The parsed arguments of the staff command. */
export type StaffArgs =
  | { readonly action: 'list' }
  | {
      readonly action: 'add';
      readonly email: string;
      readonly role: StaffRole;
      readonly isPasswordGiven: boolean;
    }
  | { readonly action: 'reset'; readonly email: string; readonly isPasswordGiven: boolean }
  | { readonly action: 'remove'; readonly email: string };

export const staffUsage = `  staff list                                            shows who may sign in to the staff area
  staff add EMAIL [--role support] [--password-stdin]   adds an owner, or support; its password is shown once
  staff reset EMAIL [--password-stdin]                  a new password, shown once; ends the sessions
  staff remove EMAIL                                    removes somebody, but never the last owner`;

/** @throws an error with the usage when the arguments are invalid */
export function parseStaffArgs(args: readonly string[]): StaffArgs {
  const { values, positionals } = parse(args);
  const [verb, address, ...more] = positionals;
  const { role = 'owner', 'password-stdin': isPasswordGiven = false } = values;
  if (more.length > 0) throw usageError();
  if (verb === 'list' && address === undefined && Object.keys(values).length === 0) return { action: 'list' };
  const email = emailSchema.safeParse(address);
  if (!email.success || !isRole(role)) throw usageError();
  if (verb === 'add') return { action: 'add', email: email.data, role, isPasswordGiven };
  if (values.role !== undefined) throw usageError();
  if (verb === 'reset') return { action: 'reset', email: email.data, isPasswordGiven };
  if (verb === 'remove' && !isPasswordGiven) return { action: 'remove', email: email.data };
  throw usageError();
}

function parse(args: readonly string[]) {
  try {
    const options = { role: { type: 'string' }, 'password-stdin': { type: 'boolean' } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    throw usageError(cause);
  }
}

function isRole(role: string): role is StaffRole {
  return (staffRoles as readonly string[]).includes(role);
}

function usageError(cause?: unknown): Error {
  return new Error(`Usage:\n${staffUsage}`, { cause });
}
