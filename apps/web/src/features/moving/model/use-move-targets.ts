import { may } from '@vault/contracts';
import type { WorkspaceItem } from '@vault/contracts';
import { useMemo } from 'react';
import { useTeam } from '../../../api/session/workspace.ts';
import { useMay } from '../../../api/workspaces/permissions.ts';
import { useWorkspacesQuery } from '../../../api/workspaces/workspaces-api.ts';

/** Another workspace of the user. */
export interface MoveTarget {
  readonly workspace: WorkspaceItem;
  /** Whether the user may add videos to it. */
  readonly isOpen: boolean;
}

/** The other workspaces of the user; none while nothing of this one may be moved to any of them. */
export function useMoveTargets(): readonly MoveTarget[] {
  const team = useTeam();
  const mayMove = useMay()('library.delete');
  const { data } = useWorkspacesQuery(undefined);
  return useMemo(() => {
    if (!mayMove || !data) return [];
    const isHere = ({ id, kind }: WorkspaceItem) => (team ? id === team.id : kind === 'personal');
    const others = data.filter((each) => !isHere(each) && each.deletes_at === undefined);
    const targets = others.map((workspace) => ({ workspace, isOpen: may(workspace, 'upload') }));
    return targets.some(({ isOpen }) => isOpen) ? targets : [];
  }, [mayMove, data, team]);
}
