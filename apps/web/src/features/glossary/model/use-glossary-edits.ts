import type { GlossaryOffer, GlossaryTerm } from '@vault/contracts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { addWrongForm, dismissOffers, editTerm } from '../../../api/glossary-api.ts';
import { withEdit } from '../../../api/glossary-edits.ts';
import type { TermConflict, TermEdit } from '../../../api/glossary-edits.ts';
import { errorMessage } from '../../../api/http/error-message.ts';
import type { OrdinaryForms } from '../../../components/glossary/ordinary-question.tsx';
import { useOrdinaryQuestion } from '../../../components/glossary/use-ordinary-question.ts';
import type { SaveKind } from '../../../components/ui/save-status.tsx';
import { requiredContext } from '../../../lib/state/required-context.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import type { AppThunk } from '../../../store/hooks.ts';
import { glossaryStrings as strings } from '../glossary.strings.ts';

const savedMs = 2500;

/** What changes a glossary. Each call saves at once, and resolves to why that failed; empty: it is saved. */
export interface GlossaryActions {
  /** @param ordinaryForms wrong forms that the user has confirmed before */
  readonly edit: (edit: TermEdit, ordinaryForms?: readonly string[]) => Promise<string>;
  readonly accept: (offer: GlossaryOffer) => Promise<string>;
  readonly dismiss: (offer: GlossaryOffer) => Promise<string>;
  /** Says something to screen readers. */
  readonly announce: (text: string) => void;
}

export const [GlossaryActionsContext, useGlossaryActions] =
  requiredContext<GlossaryActions>('GlossaryActionsContext');

interface GlossaryEdits {
  /** With the changes that are being saved. */
  readonly terms: readonly GlossaryTerm[];
  readonly kind: SaveKind;
  /** Resolves when nothing is being saved: asked when the page is left. */
  readonly isSaving: () => boolean;
  readonly actions: GlossaryActions;
  /** A term that somebody else has changed too. */
  readonly conflict: TermConflict | null;
  /** Ends the conflict: saves the own term, or keeps that of others. */
  readonly settle: (isMine: boolean) => Promise<string>;
  /** New wrong forms that are ordinary words: the user is asked whether they are replaced everywhere. */
  readonly question: OrdinaryForms | null;
  /** What screen readers are told; the same words again are told again. */
  readonly announcement: { readonly text: string; readonly count: number };
}

/** The terms with a change. One that is new is shown when it is saved: only then has it an id. */
function shownWith(terms: readonly GlossaryTerm[], edit: TermEdit): readonly GlossaryTerm[] {
  const next = edit.before ? withEdit(terms, edit) : terms;
  return 'before' in next ? terms : next.filter((term): term is GlossaryTerm => term.id !== undefined);
}

/** Changes a glossary, one after the other. @param saved the terms that the server has */
export function useGlossaryEdits(saved: readonly GlossaryTerm[]): GlossaryEdits {
  const dispatch = useAppDispatch();
  /** The changes that are being saved. */
  const [pending, setPending] = useState<readonly (TermEdit | null)[]>([]);
  const [wasSaved, setWasSaved] = useState(false);
  const [conflict, setConflict] = useState<TermConflict | null>(null);
  const { question, ask } = useOrdinaryQuestion();
  const [announcement, setAnnouncement] = useState({ text: '', count: 0 });
  const running = useRef(0);
  const last = useRef<Promise<unknown>>(Promise.resolve());

  useEffect(() => {
    if (!wasSaved) return;
    const timer = setTimeout(() => setWasSaved(false), savedMs);
    return () => clearTimeout(timer);
  }, [wasSaved]);

  const save = useCallback(
    async (
      edit: TermEdit | null,
      call: (ordinaryForms: readonly string[]) => AppThunk<Promise<TermConflict | null>>,
      ordinaryForms: readonly string[] = [],
    ) => {
      running.current += 1;
      setWasSaved(false);
      setPending((edits) => [...edits, edit]);
      const saving = last.current.then(() => ask((forms) => dispatch(call(forms)), ordinaryForms));
      last.current = saving.catch(() => undefined);
      try {
        const found = await saving;
        if (found === 'refused') return 'This was not saved: an ordinary word would be replaced everywhere.';
        if (found) setConflict(found);
        setWasSaved(!found);
        return '';
      } catch (error) {
        return errorMessage(error, strings.notSaved);
      } finally {
        running.current -= 1;
        setPending((edits) => edits.filter((_, at) => at !== edits.indexOf(edit)));
      }
    },
    [ask, dispatch],
  );

  const actions = useMemo<GlossaryActions>(
    () => ({
      edit: (edit, ordinaryForms) =>
        save(edit, (confirmedForms) => editTerm(edit, confirmedForms), ordinaryForms),
      accept: ({ from, to }) =>
        save(null, (confirmedForms) => async (run) => {
          await run(addWrongForm(to, from, confirmedForms));
          return null;
        }),
      dismiss: (offer) => save(null, () => dismissOffers([offer])),
      announce: (text) => setAnnouncement(({ count }) => ({ text, count: count + 1 })),
    }),
    [save],
  );

  const terms = useMemo(
    () => pending.reduce((shown, edit) => (edit ? shownWith(shown, edit) : shown), saved),
    [pending, saved],
  );
  return {
    terms,
    kind: pending.length > 0 ? 'saving' : wasSaved ? 'saved' : 'idle',
    isSaving: useCallback(() => running.current > 0, []),
    actions,
    conflict,
    question,
    settle: async (isMine) => {
      setConflict(null);
      if (!conflict || !isMine) return '';
      const { theirs, after } = conflict;
      // A term that is gone is added again.
      return actions.edit({ before: theirs, after: after && (theirs ? after : { ...after, id: undefined }) });
    },
    announcement,
  };
}
