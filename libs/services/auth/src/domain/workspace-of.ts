/** Whose data a request of a person may be about. */
export interface Workspace {
  readonly id: string;
}

/**
 * The workspace of a request.
 * @param asked its id; by default the person's own one, which has their id
 * @returns undefined when the person is not a member of it, or there is none
 */
export function workspaceOf(userId: string, asked = userId): Workspace | undefined {
  return asked === userId ? { id: userId } : undefined;
}
