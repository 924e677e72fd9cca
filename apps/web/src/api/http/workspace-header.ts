/** Names the workspace of a call. Without it, the call is about the caller's own one. */
export const workspaceHeader = 'vault-workspace';

/** The id of the own workspace in a tab: no call names it. */
export const ownWorkspace = '';

/** The headers of a call to a workspace, whichever one the tab shows. */
export function inWorkspace(id: string): Record<string, string> {
  return { [workspaceHeader]: id };
}

/** The headers of a call about the person, whichever workspace the tab shows. */
export const aboutPerson = inWorkspace(ownWorkspace);
