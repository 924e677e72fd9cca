import { randomUUID } from 'node:crypto';
import type { LoggedAction, LoggedFields } from '@vault/contracts';
import { auditEntry, type Message } from '@vault/messaging';
import type { Decision } from '@vault/store';
import { claimsOf, nextWorkOf, noSso, type TeamSso } from '../domain/team-sso.ts';
import type { TeamDocument } from '../teams/team.schema.ts';

/** What a change is in the audit log of the team. */
export interface SsoEntry {
  readonly action: LoggedAction;
  readonly fields: LoggedFields;
  /** The values that they replace. */
  readonly before?: LoggedFields;
  /** Whether the product did it by itself. */
  readonly isByProduct?: boolean;
}

export function ssoOf({ sso = noSso }: Pick<TeamDocument, 'sso'>): TeamSso {
  return sso;
}

/** Stores how the people of a team sign in, with what follows from it. @returns undefined when nothing changes */
export function ssoChange(
  team: TeamDocument,
  sso: TeamSso,
  now: Date,
  entry?: SsoEntry,
): Decision<TeamDocument> | undefined {
  if (sso === ssoOf(team)) return undefined;
  const claims = claimsOf(sso);
  const nextCheckAt = nextWorkOf(sso, now);
  const events = entry ? entriesOf(team._id, entry) : [];
  return {
    set: { sso, ...(claims.length > 0 && { claims }), ...(nextCheckAt && { nextCheckAt }) },
    unset: [
      ...(claims.length > 0 ? [] : ['claims' as const]),
      ...(nextCheckAt ? [] : ['nextCheckAt' as const]),
    ],
    events,
  };
}

/** The entry of the audit log, in a list. */
export function entriesOf(ownerId: string, change: SsoEntry): Message[] {
  const entry = auditEntry({ id: randomUUID(), ownerId, ...change });
  return entry ? [entry] : [];
}
