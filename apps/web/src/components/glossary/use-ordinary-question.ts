import { useCallback, useState } from 'react';
import { unconfirmedForms } from '../../api/glossary-api.ts';
import type { OrdinaryForms } from './ordinary-question.tsx';

/** Makes a call with the ordinary words that are confirmed. */
type Call<Answer> = (ordinaryForms: readonly string[]) => Promise<Answer>;

interface OrdinaryQuestions {
  /** Null: nothing is asked. */
  readonly question: OrdinaryForms | null;
  /**
   * Makes a call, and once more when the user confirms its ordinary words.
   * @param ordinaryForms those that the user has confirmed before
   * @returns `refused` when the user says no
   */
  readonly ask: <Answer>(
    call: Call<Answer>,
    ordinaryForms?: readonly string[],
  ) => Promise<Answer | 'refused'>;
}

/** Asks the user before an ordinary word becomes a wrong form. */
export function useOrdinaryQuestion(): OrdinaryQuestions {
  const [question, setQuestion] = useState<OrdinaryForms | null>(null);
  const ask = useCallback(async <Answer>(call: Call<Answer>, ordinaryForms: readonly string[] = []) => {
    try {
      return await call(ordinaryForms);
    } catch (error) {
      const forms = unconfirmedForms(error);
      if (forms.length === 0) throw error;
      const isConfirmed = await new Promise<boolean>((resolve) => setQuestion({ forms, answer: resolve }));
      setQuestion(null);
      return isConfirmed ? call([...ordinaryForms, ...forms]) : 'refused';
    }
  }, []);
  return { question, ask };
}
