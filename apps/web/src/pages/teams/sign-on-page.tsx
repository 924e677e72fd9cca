import { chakra } from '@chakra-ui/react';
import type { FinishedSso } from '@vault/contracts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { postJson } from '../../api/http/post-json.ts';
import { holdReturn, readHeldReturn } from '../../api/session/held-return.ts';
import { addressAfterSignIn } from '../../api/session/return-address.ts';
import { startUserSession } from '../../api/session/user-session.ts';
import { storeTeam } from '../../api/session/workspace.ts';
import { useSignOnAnswer, useSignOnStart } from '../../components/account/use-sign-on.ts';
import type { SignOnProblem } from '../../components/account/use-sign-on.ts';
import { Button } from '../../components/ui/button.tsx';
import { SmallText } from '../../components/ui/muted-text.ts';
import { TextLink } from '../../components/ui/text-link.tsx';
import { LinkForm } from '../../features/sign-on/components/link-form.tsx';
import { PublicLayout } from '../../layouts/public-layout.tsx';

const title = 'Single sign-on';
/** Until the list of workspaces says what the team is called. */
const anyTeam = 'Team';

/** Where the provider of a team sends a browser: it signs in with what the provider says, or begins a sign-in. */
export function SignOnPage() {
  const { team = '' } = useParams();
  const navigate = useNavigate();
  const start = useSignOnStart('/auth/sso');
  const [answer, setAnswer] = useState<FinishedSso | null>(null);
  const [refusal, setRefusal] = useState<SignOnProblem | null>(null);
  const enter = ({ user, team: id }: NonNullable<FinishedSso['session']>, name = anyTeam) => {
    startUserSession(user);
    storeTeam({ id, name });
    const address = addressAfterSignIn(readHeldReturn(), user.id);
    holdReturn(null);
    void navigate(address, { replace: true });
  };
  const isReturning = useSignOnAnswer(async (query) => {
    const path = `/auth/sso/${encodeURIComponent(team)}/finish`;
    const finished = await postJson<FinishedSso>(path, { query });
    if (finished.session) enter(finished.session);
    else setAnswer(finished);
  }, setRefusal);
  const begin = () => void start.begin({ team });
  useBeginning(isReturning ? null : begin);

  const problem = start.isBusy ? null : (start.problem ?? refusal);
  return <PublicLayout title={title}>{content()}</PublicLayout>;

  function content() {
    if (problem) return <Refused problem={problem} onStart={begin} />;
    if (answer?.is_tested)
      return <p role="status">The test has ended. Nobody was signed in. You can close this window.</p>;
    if (answer?.link) {
      const { link } = answer;
      return (
        <LinkForm offer={link} onSession={(session) => enter(session, link.team)} onProblem={setRefusal} />
      );
    }
    return <p role="status">Signing in…</p>;
  }
}

/** Begins a sign-in that the provider or a bookmark asks for: nobody wanted another page before. */
function useBeginning(begin: (() => void) | null): void {
  const isBegun = useRef(false);
  const start = useEffectEvent(() => {
    if (begin === null) return;
    holdReturn(null);
    begin();
  });
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    start();
  }, []);
}

interface RefusedProps {
  problem: SignOnProblem;
  onStart: () => void;
}

function Refused({ problem: { message, reference }, onStart }: RefusedProps) {
  return (
    <>
      <div role="alert">
        <p>{message}</p>
        {reference === undefined ? null : (
          <SmallText mt="2" overflowWrap="anywhere">
            Reference number: <chakra.span fontFamily="mono">{reference}</chakra.span>
          </SmallText>
        )}
      </div>
      <chakra.div display="grid" gap="4" mt="6" justifyItems="center">
        <Button tone="primary" size="wide" onClick={onStart}>
          Start again
        </Button>
        <TextLink to="/login" state={readHeldReturn()} fontSize="sm">
          Sign in with your password
        </TextLink>
      </chakra.div>
    </>
  );
}
