import { chakra } from '@chakra-ui/react';
import type { SsoRecord } from '@vault/contracts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { LoadProblem } from '../../../components/ui/load-problem.tsx';
import { SkeletonBlock } from '../../../components/ui/skeleton-block.tsx';
import { useNow } from '../../../lib/state/use-now.ts';
import { useSsoQuery } from '../api/sso-api.ts';
import { domainsLine, hostOf, peopleLine, requirementLine, testLine } from '../model/sso-texts.ts';
import { isDone, presentStep, steps } from '../model/steps.ts';
import type { StepId } from '../model/steps.ts';
import { useTestWait } from '../model/use-test-wait.ts';
import type { TestWait } from '../model/use-test-wait.ts';
import { signOnStrings as strings } from '../sign-on-settings.strings.ts';
import { DomainStep } from './domain-step.tsx';
import { PeopleStep } from './people-step.tsx';
import { ProviderStep } from './provider-step.tsx';
import { RequireStep } from './require-step.tsx';
import type { Owner } from './require-step.tsx';
import { Step } from './step.tsx';
import { TestStep } from './test-step.tsx';

/** Domains are looked for without a press, too. */
const readEveryMs = 30_000;
const askEveryMs = 1_000;

interface SignOnStepsProps {
  /** The owners of the team, who may be its emergency owner; undefined until they are known. */
  owners: readonly Owner[] | undefined;
  /** Shown when the owners could not be loaded. */
  problem: ReactNode;
}

/** How the people of the team that this tab shows sign in. */
export function SignOnSteps(props: SignOnStepsProps) {
  const [lastTest, setLastTest] = useState<number | null>(null);
  const wait = useTestWait(lastTest);
  const { data, error, isFetching, refetch } = useSsoQuery(undefined, {
    pollingInterval: wait.isWaiting ? askEveryMs : readEveryMs,
    // While somebody signs in for a test, the other window has the focus.
    skipPollingIfUnfocused: !wait.isWaiting,
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  const testedAt = data?.test?.at ?? null;
  if (testedAt !== lastTest) setLastTest(testedAt);
  if (data) return <Steps {...props} sso={data} wait={wait} />;
  if (error !== undefined && !isFetching)
    return <LoadProblem error={error} text={strings.notLoaded} onRetry={() => void refetch()} />;
  return <StepsSkeleton />;
}

interface StepsProps extends SignOnStepsProps {
  sso: SsoRecord;
  wait: TestWait;
}

/** A step is closed by a press or by what is done in it, never because the settings were read again. */
function Steps({ sso, owners, problem, wait }: StepsProps) {
  const [isPeopleSeen, setPeopleSeen] = useState(false);
  const present = presentStep(sso, isPeopleSeen);
  const [open, setOpen] = useState<ReadonlySet<StepId>>(new Set([present]));
  const [lastPresent, setLastPresent] = useState(present);
  // Nobody has to look for what to do next.
  if (present !== lastPresent) {
    setLastPresent(present);
    setOpen(new Set(open).add(present));
  }
  const [focused, setFocused] = useState<{ readonly step: StepId } | null>(null);
  const now = useNow(60_000);
  const finish = (step: StepId, saved: SsoRecord) => {
    const isSeen = isPeopleSeen || step === 'people';
    setPeopleSeen(isSeen);
    const next = presentStep(saved, isSeen);
    setOpen((current) => new Set([...current].filter((each) => each !== step)).add(next));
    setFocused({ step: next });
  };
  const toggle = (step: StepId) =>
    setOpen((current) => {
      const next = new Set(current);
      if (!next.delete(step)) next.add(step);
      return next;
    });
  const lines: Readonly<Record<StepId, string>> = {
    domain: domainsLine(sso.domains),
    provider: sso.provider === null ? '' : hostOf(sso.provider.issuer),
    people: peopleLine(sso.people),
    test: testLine(sso.test),
    require: requirementLine(sso, now),
  };
  const toneOf = (step: StepId) => (step === present ? 'primary' : 'outline');
  const contents: Readonly<Record<StepId, ReactNode>> = {
    domain: (
      <DomainStep domains={sso.domains} tone={toneOf('domain')} onDone={(saved) => finish('domain', saved)} />
    ),
    provider: <ProviderStep sso={sso} onDone={(saved) => finish('provider', saved)} />,
    people: <PeopleStep sso={sso} tone={toneOf('people')} onDone={(saved) => finish('people', saved)} />,
    test: <TestStep sso={sso} wait={wait} tone={toneOf('test')} />,
    require: <RequireStep sso={sso} owners={owners} problem={problem} />,
  };
  return (
    <chakra.ol borderBottomWidth="1px">
      {steps.map((step) => (
        <Step
          key={step}
          id={step}
          line={lines[step]}
          isDone={isDone(step, sso, isPeopleSeen)}
          isOpen={open.has(step)}
          canClose={step !== present}
          focus={focused?.step === step ? focused : null}
          onToggle={() => toggle(step)}
        >
          {contents[step]}
        </Step>
      ))}
    </chakra.ol>
  );
}

/** The steps while they are read. */
export function StepsSkeleton() {
  return (
    <div role="status" aria-label="Loading single sign-on" aria-busy="true">
      {steps.map((step) => (
        <chakra.div
          key={step}
          display="grid"
          gridTemplateColumns="28px minmax(0, 1fr)"
          columnGap={{ base: '3', md: '4' }}
          py="5"
          borderTopWidth="1px"
        >
          <SkeletonBlock boxSize="28px" borderRadius="full" />
          <chakra.div display="grid" gap="2" pt="4px">
            <SkeletonBlock height="16px" width="96px" />
            <SkeletonBlock height="14px" width="200px" />
          </chakra.div>
        </chakra.div>
      ))}
    </div>
  );
}
