import { randomBytes } from 'node:crypto';
import { FirstStaff } from '@vault/admin-service';
import { isSet, type Environment, type RunningServices } from '@vault/platform';

/** The credentials of a staff account. */
export interface StaffLogin {
  readonly email: string;
  readonly password: string;
}

const email = 'admin@vault.local';

/** The first staff account, unless the environment sets one; it is created only if there is no account yet. */
export function chooseFirstStaff(env: Environment): StaffLogin | undefined {
  if (isSet(env, 'ADMIN_EMAIL') || isSet(env, 'ADMIN_PASSWORD')) return undefined;
  return { email, password: randomBytes(15).toString('base64url') };
}

/** @returns the account if it was created at this start; its password is stored nowhere */
export async function createdFirstStaff(
  services: RunningServices,
  chosen: StaffLogin | undefined,
): Promise<StaffLogin | undefined> {
  return (await services.get(FirstStaff).wasMade) ? chosen : undefined;
}
