import type { TeamRow } from '@vault/contracts';
import type { adminTeamsStrings } from '../admin-teams.strings.ts';

type TeamState = keyof (typeof adminTeamsStrings)['states'];

/** The state of a team. @param now epoch seconds */
export function stateOf({ is_active, deletes_at, membership_end }: TeamRow, now: number): TeamState {
  if (deletes_at !== null) return 'closed';
  if (!is_active) return 'inactive';
  return membership_end <= now ? 'expired' : 'active';
}
