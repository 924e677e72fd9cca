import type { EmployeeRow } from '@vault/contracts';
import { useState } from 'react';
import type { Side } from '../../../components/ui/fields/version-choice.tsx';
import { differencesOf, withTheirs } from './user-draft.ts';
import type { Difference, FieldName, UserDraft } from './user-draft.ts';

/** A field that one side changed keeps that change; a field that both changed has no default. */
function defaultChoice({ changedBy }: Difference): Side | undefined {
  return changedBy === 'both' ? undefined : changedBy;
}

interface Versions {
  /** The user that the draft was made from. */
  readonly base: EmployeeRow;
  /** The version that somebody else has saved meanwhile; null without a conflict. */
  readonly theirs: EmployeeRow | null;
  readonly draft: UserDraft;
}

/** The choice between two edits, field by field. */
export function useStaleChoice({ base, theirs, draft }: Versions) {
  const [chosen, setChosen] = useState<ReadonlyMap<FieldName, Side>>(new Map());
  const differences = theirs ? differencesOf(base, theirs, draft) : [];
  const choiceOf = (difference: Difference) => chosen.get(difference.name) ?? defaultChoice(difference);
  return {
    differences,
    choiceOf,
    areAllChosen: differences.every((each) => choiceOf(each) !== undefined),
    choose: (name: FieldName, side: Side) => setChosen(new Map(chosen).set(name, side)),
    /** The draft with the chosen values. */
    chosenDraft: (current: EmployeeRow) => {
      const theirFields = differences.filter((each) => choiceOf(each) === 'theirs').map(({ name }) => name);
      return withTheirs(draft, current, theirFields);
    },
  };
}
