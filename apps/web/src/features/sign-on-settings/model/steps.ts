import type { SsoRecord } from '@vault/contracts';

/** What an owner does one after the other. */
export const steps = ['domain', 'provider', 'people', 'test', 'require'] as const;
export type StepId = (typeof steps)[number];

type Settings = Pick<SsoRecord, 'domains' | 'provider' | 'people' | 'test' | 'requirement'>;

/** Whether a step is done. @param isPeopleSeen whether the owner has just said that nothing of it changes */
export function isDone(step: StepId, sso: Settings, isPeopleSeen: boolean): boolean {
  const { domains, provider, people, test, requirement } = sso;
  switch (step) {
    case 'domain':
      return domains.some(({ state }) => state === 'verified');
    case 'provider':
      return provider !== null;
    case 'people':
      // Who has tested it, or has changed what is there at first, has seen it.
      return isPeopleSeen || test !== null || people.new_people !== 'invited' || people.groups.length > 0;
    case 'test':
      return test?.is_passed === true;
    case 'require':
      return requirement !== null;
  }
}

/** The step to do next; the last one shows how it stands when all are done. */
export function presentStep(sso: Settings, isPeopleSeen: boolean): StepId {
  return steps.find((step) => !isDone(step, sso, isPeopleSeen)) ?? 'require';
}
