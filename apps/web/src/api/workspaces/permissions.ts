import { may } from '@vault/contracts';
import type { Permission } from '@vault/contracts';
import { createContext, useCallback, useContext, useState } from 'react';
import { useTeam } from '../session/workspace.ts';
import { useWorkspacesQuery } from './workspaces-api.ts';

const retryMs = 5_000;

/** Whether the user has a permission in the workspace that this tab shows. */
export type May = (permission: Permission) => boolean;

/** What is allowed to the user; the layout of the signed-in pages says it. In the own workspace that is everything. */
export const MayContext = createContext<May>(() => true);

/** @returns whether the user may do something here; what they may not do is not shown */
export const useMay = (): May => useContext(MayContext);

/** For {@link MayContext}. Until the role in a team is known, the user may only read. */
export function useMayOfRole(): May {
  const team = useTeam();
  const [isKnown, setKnown] = useState(false);
  const { data } = useWorkspacesQuery(undefined, {
    refetchOnMountOrArgChange: true,
    // A member who may edit would otherwise only read until the page is opened again.
    pollingInterval: isKnown || team === null ? 0 : retryMs,
  });
  if (data !== undefined && !isKnown) setKnown(true);
  const member = data?.find(({ id }) => id === team?.id);
  return useCallback(
    (permission) => team === null || may(member ?? { role: 'viewer', publishers: 'admins' }, permission),
    [team, member],
  );
}

/** Where an upgrade and tokens are asked for; null for whoever may not ask. */
export function useUpgradePages(): { readonly plan: string; readonly tokens: string } | null {
  const isTeam = useTeam() !== null;
  const may = useMay();
  if (!isTeam) return { plan: '/account#plan', tokens: '/account#tokens' };
  return may('plan') ? { plan: '/workspace#plan', tokens: '/workspace#plan' } : null;
}
