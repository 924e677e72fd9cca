import type { PortalRecord, PortalSettings } from '@vault/contracts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { errorField, errorStatus } from '../../../api/http/error-message.ts';
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts';
import { useEditPortalMutation, usePortalsQuery } from '../api/portals-api.ts';
import { portalsStrings as strings } from '../portals.strings.ts';
import { changedFields, draftOf } from './portal-draft.ts';
import type { DraftAction } from './portal-draft.ts';
import { draftChanged, selectDraft } from './portal-drafts.slice.ts';
import { problemOf } from './problem-of.ts';
import type { Problem } from './problem-of.ts';

export interface PortalSave {
  readonly settings: PortalSettings;
  readonly change: (fields: Partial<PortalSettings>) => void;
  /** The unsaved fields. */
  readonly changes: Partial<PortalSettings>;
  readonly isSaving: boolean;
  readonly problem: Problem | null;
  /** Somebody else has saved the portal meanwhile: it has to be loaded again before the changes can be saved. */
  readonly isOutdated: boolean;
  /** Resolves to false when it was not saved. */
  readonly save: () => Promise<boolean>;
  readonly discard: () => void;
  /** Loads the portal, and keeps the unsaved fields. */
  readonly loadAgain: () => Promise<void>;
}

/** The unsaved changes of a portal, and their save. @param record the portal as the server has it */
export function usePortalSave(record: PortalRecord): PortalSave {
  const { id } = record;
  const dispatch = useAppDispatch();
  const stored = useAppSelector((state) => selectDraft(state, id));
  const draft = useMemo(() => stored ?? draftOf(record), [stored, record]);
  const { refetch } = usePortalsQuery(undefined);
  const [edit] = useEditPortalMutation();
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isOutdated, setOutdated] = useState(false);
  const changes = changedFields(draft);
  const act = useCallback(
    (action: DraftAction) => dispatch(draftChanged({ record, action })),
    [dispatch, record],
  );

  const isBehind = record.version > draft.base.version && !isSaving && !isOutdated;
  useEffect(() => {
    if (isBehind) act({ type: 'rebase', record });
  }, [isBehind, act, record]);

  const find = async () => (await refetch()).data?.portals.find((portal) => portal.id === id);
  const send = async (): Promise<boolean> => {
    const { version } = draft.base;
    const { data, error } = await edit({ id, version, ...changes });
    if (data) {
      act({ type: 'rebase', record: data, sent: changes });
      return true;
    }
    // A taken address has the same status, and names its field.
    const isStale = errorStatus(error) === 409 && errorField(error) === undefined;
    setOutdated(isStale);
    setProblem(isStale ? null : problemOf(error, strings.notSaved));
    return false;
  };

  return {
    settings: draft.settings,
    change: (fields) => act({ type: 'change', fields }),
    changes,
    isSaving,
    problem,
    isOutdated,
    save: async () => {
      if (isSaving) return false;
      setProblem(null);
      setSaving(true);
      const isSaved = await send();
      setSaving(false);
      return isSaved;
    },
    discard: () => {
      setProblem(null);
      act({ type: 'discard' });
      if (isOutdated) void refetch();
      setOutdated(false);
    },
    loadAgain: async () => {
      const fresh = await find();
      if (fresh) act({ type: 'rebase', record: fresh });
      setOutdated(!fresh);
      setProblem(fresh ? null : { text: strings.notLoaded });
    },
  };
}
