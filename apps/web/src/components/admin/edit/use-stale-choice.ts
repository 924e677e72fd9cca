import { useState } from 'react';
import type { Side } from '../../ui/fields/version-choice.tsx';
import type { EditKind, PlanFields, PlanRow, RowDraft } from './edit-kind.ts';
import { differencesOf, withTheirs } from './row-draft.ts';
import type { Difference } from './row-draft.ts';

/** A field that one side changed keeps that change; a field that both changed has no default. */
function defaultChoice({ changedBy }: Difference): Side | undefined {
  return changedBy === 'both' ? undefined : changedBy;
}

interface Versions<Row extends PlanRow, Fields extends PlanFields> {
  /** The row that the draft was made from. */
  readonly base: Row;
  /** The version that somebody else has saved meanwhile; null without a conflict. */
  readonly theirs: Row | null;
  readonly draft: RowDraft<Fields>;
}

/** The choice between two edits, field by field. */
export function useStaleChoice<Row extends PlanRow, Fields extends PlanFields>(
  kind: EditKind<Row, Fields>,
  { base, theirs, draft }: Versions<Row, Fields>,
) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Side>>(new Map());
  const differences = theirs ? differencesOf(kind, base, theirs, draft) : [];
  const choiceOf = (difference: Difference) => chosen.get(difference.name) ?? defaultChoice(difference);
  return {
    differences,
    choiceOf,
    areAllChosen: differences.every((each) => choiceOf(each) !== undefined),
    choose: (name: string, side: Side) => setChosen(new Map(chosen).set(name, side)),
    /** The draft with the chosen values. */
    chosenDraft: (current: Row) => {
      const theirFields = differences.filter((each) => choiceOf(each) === 'theirs').map(({ name }) => name);
      return withTheirs(kind, draft, current, theirFields);
    },
  };
}
