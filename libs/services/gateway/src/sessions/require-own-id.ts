import { AppError } from '@vault/base';
import type { Caller } from './session.service.ts';

/** Old clients also send the user's id; the id of another user is refused. */
export function requireOwnId(caller: Caller, userId: string | undefined): void {
  if (userId && userId !== caller.user.id) throw new AppError('forbidden', 'Forbidden');
}
