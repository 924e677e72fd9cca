import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { PortalRecord } from '@vault/contracts';
import { ownerChanged, rootReducer } from '../../../store/root-reducer.ts';
import { draftOf, reduceDraft } from './portal-draft.ts';
import type { DraftAction, PortalDraft } from './portal-draft.ts';

declare module '../../../store/root-reducer.ts' {
  interface SliceStates {
    portalDrafts: PortalDrafts;
  }
}

/** Unsaved changes by the id of the portal: they stay when another page is opened. */
type PortalDrafts = Readonly<Record<string, PortalDraft>>;

interface DraftChange {
  /** The portal that a new draft begins with. */
  readonly record: PortalRecord;
  readonly action: DraftAction;
}

const portalDraftsSlice = createSlice({
  name: 'portalDrafts',
  initialState: (): PortalDrafts => ({}),
  reducers: {
    draftChanged: (drafts, { payload: { record, action } }: PayloadAction<DraftChange>) => ({
      ...drafts,
      [record.id]: reduceDraft(drafts[record.id] ?? draftOf(record), action),
    }),
  },
  extraReducers: (builder) =>
    // The user may come back to the workspace.
    builder.addCase(ownerChanged, (drafts, { payload }) => (payload === 'workspace' ? drafts : {})),
  selectors: { selectDraft: (drafts, id: string): PortalDraft | undefined => drafts[id] },
});

export const { draftChanged } = portalDraftsSlice.actions;
export const { selectDraft } = portalDraftsSlice.injectInto(rootReducer).selectors;
