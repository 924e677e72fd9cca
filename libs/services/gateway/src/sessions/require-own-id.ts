import { AppError } from '@vault/platform';
import type { Caller } from './session.service.ts';

/** Old clients send the user's id along; somebody else's is refused. */
export function requireOwnId(caller: Caller, userId: string | undefined): void {
  if (userId && userId !== caller.user.id) throw new AppError('forbidden', 'Forbidden');
}
