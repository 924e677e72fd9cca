import { createEvent, type Message } from '@vault/messaging';
import type { EditDecision } from '../domain/account-edit.ts';

type AccessEndReason = 'deactivated' | 'expired' | 'deleted';

export function accountChanged(userId: string, version: number): Message {
  return createEvent('auth.account-changed.v1', userId, { userId, version });
}

export function accessEnded(userId: string, reason: AccessEndReason): Message {
  return createEvent('auth.access-ended.v1', userId, { userId, reason });
}

/** @param sessionId the only session that has ended; when absent, several have */
export function sessionsEnded(userId: string, sessionId?: string): Message {
  const one = sessionId === undefined ? {} : { sessionId };
  return createEvent('auth.sessions-ended.v1', userId, { userId, ...one });
}

export function accountDeleted(userId: string): Message {
  return createEvent('auth.account-deleted.v1', userId, { userId });
}

/** The events of an edit. */
export function eventsOfEdit(userId: string, { set, accessEnd }: EditDecision): Message[] {
  const changed = accountChanged(userId, set.contentVersion);
  return accessEnd ? [changed, accessEnded(userId, accessEnd)] : [changed];
}
