import { wordingOf } from '@vault/contracts';
import type { GlossaryPlace, GlossaryProposal } from '@vault/contracts';
import { useRef, useState } from 'react';
import { addWrongForm, findGlossaryPlaces, removeWrongForm } from '../../../api/glossary-api.ts';
import { errorMessage } from '../../../api/http/error-message.ts';
import type { OrdinaryForms } from '../../../components/glossary/ordinary-question.tsx';
import { useOrdinaryQuestion } from '../../../components/glossary/use-ordinary-question.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import { transcriptStrings as strings } from '../transcript.strings.ts';
import { reversed, withChanges } from './line-changes.ts';
import type { LineChange } from './line-changes.ts';
import type { TranscriptEdits } from './transcript-edits.ts';

/** How far the user is with one proposal. */
type Step =
  | { readonly name: 'asked' | 'adding' }
  /** The wrong form is in the glossary; these places have it. */
  | { readonly name: 'placed'; readonly places: readonly GlossaryPlace[] }
  /** The changes that were made, and how many lines others have changed meanwhile. */
  | {
      readonly name: 'applied';
      readonly places: readonly GlossaryPlace[];
      readonly changes: readonly LineChange[];
      readonly left: number;
    };

export interface NamePlaces {
  readonly step: Step;
  /** Why the last call failed; empty: it did not. */
  readonly problem: string;
  /** What the user has to answer before the words are added: they are ordinary ones. Null: nothing. */
  readonly question: OrdinaryForms | null;
  /** Adds the words to the wrong forms of the term, and finds their places. Resolves to whether that worked. */
  readonly confirm: () => Promise<boolean>;
  readonly apply: (places: readonly GlossaryPlace[]) => void;
  readonly undo: () => void;
  /** Takes the words out of the glossary again. Resolves to whether that worked. */
  readonly takeBack: () => Promise<boolean>;
}

/** The changes that can be made to the lines of the page, which may be newer. */
function fitting({ lines }: TranscriptEdits, changes: readonly LineChange[]): LineChange[] {
  let present = lines;
  return changes.filter((change) => {
    const changed = withChanges(present, [change]);
    present = changed ?? present;
    return changed !== null;
  });
}

/** A proposal for a name in a video: it is confirmed, and then applied where the user wants it. */
export function useNamePlaces(
  videoId: string,
  { found, term }: Pick<GlossaryProposal, 'found' | 'term'>,
  edits: TranscriptEdits,
): NamePlaces {
  const dispatch = useAppDispatch();
  const [step, setStep] = useState<Step>({ name: 'asked' });
  const [problem, setProblem] = useState('');
  const { question, ask } = useOrdinaryQuestion();
  /** Also when only the search for places has failed, and the words are added once more. */
  const isTermNew = useRef(false);
  const { folded } = wordingOf(found);

  return {
    step,
    problem,
    question,
    confirm: async () => {
      setStep({ name: 'adding' });
      setProblem('');
      try {
        // The places are those of saved lines.
        await edits.flush();
        const added = await ask((ordinaryForms) => dispatch(addWrongForm(term, found, ordinaryForms)));
        if (added === 'refused') {
          setStep({ name: 'asked' });
          return false;
        }
        isTermNew.current ||= added;
        const { places } = await dispatch(findGlossaryPlaces(videoId));
        const own = places.filter(({ words }) =>
          words.some((each) => wordingOf(each.found).folded === folded),
        );
        setStep({ name: 'placed', places: own });
        return true;
      } catch (error) {
        setStep({ name: 'asked' });
        setProblem(errorMessage(error, strings.notAdded));
        return false;
      }
    },
    apply: (places) => {
      if (step.name !== 'placed') return;
      const changes = fitting(
        edits,
        places.map(({ before, after }) => ({ before, after })),
      );
      if (changes.length > 0) edits.apply(changes);
      setStep({ name: 'applied', places: step.places, changes, left: places.length - changes.length });
    },
    undo: () => {
      if (step.name !== 'applied') return;
      const changes = fitting(edits, step.changes.map(reversed));
      if (changes.length > 0) edits.apply(changes);
      setStep({ name: 'placed', places: step.places });
    },
    takeBack: async () => {
      setProblem('');
      try {
        await dispatch(removeWrongForm({ term, form: found, isTermNew: isTermNew.current }));
        isTermNew.current = false;
        setStep({ name: 'asked' });
        return true;
      } catch (error) {
        setProblem(errorMessage(error, strings.notAdded));
        return false;
      }
    },
  };
}
