import type { EmployeeRow } from '@vault/contracts';
import { useState } from 'react';
import { differencesOf, withTheirs } from './user-draft.ts';
import type { Difference, FieldName, UserDraft, Whose } from './user-draft.ts';

/** What somebody did not touch is as the other one left it; what both changed has to be chosen. */
function firstChoice({ changedBy }: Difference): Whose | undefined {
  return changedBy === 'both' ? undefined : changedBy;
}

interface Versions {
  /** The user that the draft was made from. */
  readonly base: EmployeeRow;
  /** The user as somebody else has left them; null when nobody was quicker. */
  readonly theirs: EmployeeRow | null;
  readonly draft: UserDraft;
}

/** Which of two edits shall hold, field by field. */
export function useStaleChoice({ base, theirs, draft }: Versions) {
  const [chosen, setChosen] = useState<ReadonlyMap<FieldName, Whose>>(new Map());
  const differences = theirs ? differencesOf(base, theirs, draft) : [];
  const choiceOf = (difference: Difference) => chosen.get(difference.name) ?? firstChoice(difference);
  return {
    differences,
    choiceOf,
    areAllChosen: differences.every((each) => choiceOf(each) !== undefined),
    choose: (name: FieldName, whose: Whose) => {
      setChosen(new Map(chosen).set(name, whose));
    },
    /** The draft as it was chosen. */
    chosenDraft: (current: EmployeeRow) => {
      const kept = differences.filter((each) => choiceOf(each) === 'theirs').map(({ name }) => name);
      return withTheirs(draft, current, kept);
    },
  };
}
