import type { Role } from '@vault/contracts';
import { createEvent, type Message } from '@vault/messaging';

/** In the order of the messages about the person. @param role absent: they are no member any more */
export function memberChanged(ownerId: string, userId: string, role?: Role): Message {
  const given = role === undefined ? {} : { role };
  return createEvent('auth.member-changed.v1', userId, { ownerId, userId, ...given });
}

export function teamChanged(ownerId: string, version: number): Message {
  return createEvent('auth.team-changed.v1', ownerId, { ownerId, version });
}
