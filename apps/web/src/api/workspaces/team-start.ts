/** History state of the page of the workspace: whether it asks at once for the name of a new team. */
export interface TeamStart {
  readonly isCreating: boolean;
}

/** Whether the history state of the page of the workspace is that of a {@link TeamStart}. */
export function readTeamStart(state: unknown): boolean {
  const { isCreating } = (state ?? {}) as Partial<TeamStart>;
  return isCreating === true;
}
