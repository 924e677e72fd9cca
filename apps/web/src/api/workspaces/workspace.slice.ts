import { notMember, unavailable } from '@vault/contracts';
import { createSlice, isRejectedWithValue } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { AppThunk } from '../../store/hooks.ts';
import { startAppListening } from '../../store/listeners.ts';
import { ownerChanged, rootReducer } from '../../store/root-reducer.ts';
import type { AnswerMeta } from '../http/envelope-query.ts';
import { errorMessage, errorStatus } from '../http/error-message.ts';
import { storeTeam } from '../session/workspace.ts';
import type { Team } from '../session/workspace.ts';
import { userApi } from '../user-api.ts';
import { workspacesApi } from './workspaces-api.ts';

declare module '../../store/root-reducer.ts' {
  interface SliceStates {
    workspace: WorkspaceState;
  }
}

/** Where the tab goes. */
interface Destination {
  /** Null for the own workspace. */
  readonly team: Team | null;
  readonly address: string;
}

/** Why the user cannot be in a workspace any more. */
export type Loss = 'removed' | 'closed';

interface LostWorkspace {
  readonly id: string;
  readonly loss: Loss;
}

interface WorkspaceState {
  /** The pages of the old workspace are left before any call names the new one. */
  readonly next: Destination | null;
  /** The last one that refused the user. */
  readonly lost: LostWorkspace | null;
}

const none: WorkspaceState = { next: null, lost: null };

const workspaceSlice = createSlice({
  name: 'workspace',
  initialState: none,
  reducers: {
    chosen: (state, { payload: next }: PayloadAction<Destination>) => ({ ...state, next }),
    /** A call to this workspace was told that the user is no member of it, or that it is closed. */
    workspaceLost: (state, { payload: lost }: PayloadAction<LostWorkspace>) => ({ ...state, lost }),
  },
  extraReducers: (builder) => builder.addCase(ownerChanged, () => none),
  selectors: { selectNext: ({ next }) => next, selectLost: ({ lost }) => lost },
});

const { chosen } = workspaceSlice.actions;
export const { workspaceLost } = workspaceSlice.actions;
export const { selectNext, selectLost } = workspaceSlice.injectInto(rootReducer).selectors;

/** Shows another workspace, by default its library. The layout does it, so that the pages can be left first. */
export const chooseWorkspace = (team: Team | null, address = '/asset/view') =>
  chosen({ team: team && { id: team.id, name: team.name }, address });

/** Shows another workspace, without anything of the one before. */
export const enterWorkspace =
  ({ team }: Destination): AppThunk =>
  (dispatch, getState) => {
    const { data: list } = workspacesApi.endpoints.workspaces.select(undefined)(getState() as never);
    storeTeam(team);
    dispatch(userApi.util.resetApiState());
    dispatch(ownerChanged('workspace'));
    // The role in the new workspace is known at once. The layout reads the list again.
    if (list)
      dispatch(
        workspacesApi.util.upsertQueryEntries([{ endpointName: 'workspaces', arg: undefined, value: list }]),
      );
  };

/**
 * What a refusal says about the workspace that it was asked for; undefined when it is about something else. The name in
 * it is not compared, because the tab may not know the present one.
 */
export function lossOf(refusal: unknown): Loss | undefined {
  const text = errorMessage(refusal, '');
  if (text === notMember) return 'removed';
  return text.endsWith(unavailable('')) ? 'closed' : undefined;
}

// The list of workspaces has it no longer, or as a closed one.
startAppListening({
  actionCreator: workspaceLost,
  effect: (_action, { dispatch }) => {
    dispatch(workspacesApi.util.invalidateTags(['Workspaces']));
  },
});

startAppListening({
  predicate: (action) => isRejectedWithValue(action) && errorStatus(action.payload) === 403,
  effect: (action, { dispatch }) => {
    const { payload, meta } = action as unknown as {
      readonly payload: unknown;
      readonly meta: { readonly baseQueryMeta?: AnswerMeta };
    };
    const workspace = meta.baseQueryMeta?.workspace ?? '';
    const loss = lossOf(payload);
    if (loss) dispatch(workspaceLost({ id: workspace, loss }));
    // The role may have changed meanwhile.
    else if (workspace !== '') dispatch(workspacesApi.util.invalidateTags(['Workspaces']));
  },
});
