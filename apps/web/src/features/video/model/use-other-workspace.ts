import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { readWorkspaceId } from '../../../api/session/workspace.ts';
import { chooseWorkspace } from '../../../api/workspaces/workspace.slice.ts';
import { useWorkspacesQuery, workspacesApi } from '../../../api/workspaces/workspaces-api.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { useAppDispatch } from '../../../store/hooks.ts';

/**
 * Opens a video that this workspace does not have in the one that has it, at the same address, unless that is closed.
 * @returns whether it is still sought
 */
export function useOtherWorkspace(videoId: string): boolean {
  const dispatch = useAppDispatch();
  const { pathname } = useLocation();
  const { data: workspaces, isError } = useWorkspacesQuery(undefined);
  const hasTeam = workspaces?.some(({ kind }) => kind === 'team');
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!hasTeam) return;
    const search = async () => {
      const call = workspacesApi.endpoints.workspaceOfVideo.initiate(videoId, { subscribe: false });
      const { data: found } = await dispatch(call);
      // The own workspace is named by no call.
      const id = found?.kind === 'team' ? found.id : '';
      if (!found || id === readWorkspaceId() || found.deletes_at !== undefined) {
        setOver(true);
        return;
      }
      dispatch(chooseWorkspace(found.kind === 'team' ? found : null, pathname));
      showToast({ kind: 'info', text: `Opened in ${found.name}.` });
    };
    void search();
  }, [dispatch, hasTeam, videoId, pathname]);
  if (isError || hasTeam === false) return false;
  return !isOver;
}
