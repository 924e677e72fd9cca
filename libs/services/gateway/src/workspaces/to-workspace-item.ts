import type { Publishers, Role, WorkspaceItem } from '@vault/contracts';
import type { authRpc } from '@vault/contracts/rpc';

/** A workspace as its member sees it. A replica of auth from before teams names only the id of a personal one. */
export function toWorkspaceItem(workspace: authRpc.Workspace): WorkspaceItem {
  const { id, name, kind, role, publishers, picture, linkedAt, deletesAt } = workspace;
  if (role === '') return { id, name: 'Personal', kind: 'personal', role: 'owner', publishers: 'editors' };
  return {
    id,
    name,
    kind: kind as WorkspaceItem['kind'],
    role: role as Role,
    publishers: publishers as Publishers,
    ...(picture !== undefined && { picture: `data:image/webp;base64,${picture}` }),
    ...(linkedAt !== undefined && { linked_at: linkedAt }),
    ...(deletesAt !== undefined && { deletes_at: deletesAt }),
  };
}
