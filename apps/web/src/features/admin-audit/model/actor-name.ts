import type { AuditRow } from '@vault/contracts';

/** Who acted. A line names a user only as its subject; without a sign-in the name is empty. */
export function actorName({ actor, subject }: Pick<AuditRow, 'actor' | 'subject'>): string {
  if (actor.email !== '') return actor.email;
  return actor.id !== '' && actor.id === subject?.id ? 'The user' : '';
}
