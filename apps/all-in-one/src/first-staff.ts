import { randomBytes } from 'node:crypto';
import { FirstStaff } from '@vault/admin-service';
import { isSet, type Environment, type RunningServices } from '@vault/platform';

/** What somebody signs in to the staff area with. */
export interface StaffLogin {
  readonly email: string;
  readonly password: string;
}

const email = 'admin@vault.local';

/** A first account of staff, for when the environment names none; it is made only where there is no account yet. */
export function chooseFirstStaff(env: Environment): StaffLogin | undefined {
  if (isSet(env, 'ADMIN_EMAIL') || isSet(env, 'ADMIN_PASSWORD')) return undefined;
  return { email, password: randomBytes(15).toString('base64url') };
}

/** @returns the account when it was made at this start: its password is kept nowhere */
export async function madeFirstStaff(
  services: RunningServices,
  chosen: StaffLogin | undefined,
): Promise<StaffLogin | undefined> {
  return (await services.get(FirstStaff).wasMade) ? chosen : undefined;
}
