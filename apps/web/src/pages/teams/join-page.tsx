import { chakra } from '@chakra-ui/react';
import type { OfferedInvitation, WorkspaceItem } from '@vault/contracts';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { errorMessage, errorStatus } from '../../api/http/error-message.ts';
import { postJson } from '../../api/http/post-json.ts';
import { dropInvitation, holdInvitation, readInvitation } from '../../api/session/held-invitation.ts';
import type { ReturnAddress } from '../../api/session/return-address.ts';
import { endUserSession, useUserSession } from '../../api/session/user-session.ts';
import type { UserSession } from '../../api/session/user-session.ts';
import { forgetTeam, storeTeam } from '../../api/session/workspace.ts';
import { Button } from '../../components/ui/button.tsx';
import { FormMessage } from '../../components/ui/fields/form-message.tsx';
import { MutedText } from '../../components/ui/muted-text.ts';
import { TextLink } from '../../components/ui/text-link.tsx';
import { showToast } from '../../components/ui/toasts/toasts.ts';
import { forgetUploads } from '../../features/uploads/model/stored-uploads.ts';
import { roleWords } from '../../strings/role-words.ts';
import { PublicLayout } from '../../layouts/public-layout.tsx';
import { dayText } from '../../lib/format/format-time.ts';

const home = '/asset/view';
const title = 'Invitation to a team';

/** Takes the token out of the address. @returns it; empty when there is none */
function useToken(): string {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => {
    const isHeld = hash === '' || holdInvitation(hash.slice(1));
    return isHeld ? readInvitation() : '';
  });
  useEffect(() => {
    if (hash !== '') void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return token;
}

type Offer = OfferedInvitation | { readonly problem: string; readonly canRetry: boolean };

/** What the link offers; undefined until the server has answered. */
function useOffer(token: string): { offer: Offer | undefined; retry: () => void } {
  const [offer, setOffer] = useState<Offer>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isLeft = false;
    postJson<OfferedInvitation>('/auth/invitation', { token }).then(
      (answer) => !isLeft && setOffer(answer),
      (error: unknown) => {
        const problem = errorMessage(error, 'The invitation could not be loaded. Check the connection.');
        if (!isLeft) setOffer({ problem, canRetry: errorStatus(error) !== 410 });
      },
    );
    return () => {
      isLeft = true;
    };
  }, [token, tries]);
  const retry = () => {
    setOffer(undefined);
    setTries((count) => count + 1);
  };
  return { offer, retry };
}

/** Opened by the link of an invitation. Its token is in the hash, which a browser never sends to a server. */
export function JoinPage() {
  const token = useToken();
  if (token === '')
    return (
      <PublicLayout title={title}>
        <p role="alert">This link is incomplete. Please open it from the mail again.</p>
      </PublicLayout>
    );
  return <Invitation token={token} />;
}

/** The team of the invitation, when the signed-in user is a member of it; undefined until the server has answered. */
function useJoinedTeam(token: string, session: UserSession | null): WorkspaceItem | null | undefined {
  const of = session?.token;
  const [answer, setAnswer] = useState<{ readonly of: string; readonly team: WorkspaceItem | null }>();
  useEffect(() => {
    if (of === undefined) return;
    let isLeft = false;
    postJson<WorkspaceItem>('/workspaces/of-invitation', { token }, of).then(
      (team) => !isLeft && setAnswer({ of, team }),
      // What the invitation offers is shown then, and says also what is wrong.
      () => !isLeft && setAnswer({ of, team: null }),
    );
    return () => {
      isLeft = true;
    };
  }, [token, of]);
  if (of === undefined) return null;
  return answer?.of === of ? answer.team : undefined;
}

function Invitation({ token }: { token: string }) {
  const session = useUserSession();
  const joined = useJoinedTeam(token, session);
  const { offer, retry } = useOffer(token);
  if (joined) return <Joined team={joined} />;
  if (!offer || joined === undefined)
    return (
      <PublicLayout title={title}>
        <p role="status">Reading the invitation…</p>
      </PublicLayout>
    );
  if ('problem' in offer)
    return (
      <PublicLayout
        title={title}
        aside={
          <TextLink to={session ? home : '/'}>{session ? 'Go to the library' : 'Go to the start'}</TextLink>
        }
      >
        <chakra.p role="alert" mb="6">
          {offer.problem}
        </chakra.p>
        {offer.canRetry ? <Button onClick={retry}>Try again</Button> : null}
      </PublicLayout>
    );
  return (
    <PublicLayout title={`${offer.invited_by} invites you to ${offer.team}`}>
      <chakra.p mb="1" overflowWrap="anywhere">
        {`As ${roleWords[offer.role].name}, for ${offer.email}.`}
      </chakra.p>
      <MutedText mb="8">{`The invitation ends on ${dayText(offer.expires_at)}.`}</MutedText>
      <Answer token={token} offer={offer} session={session} />
    </PublicLayout>
  );
}

/** For a member, also when the link was used already: it opens the team. */
function Joined({ team }: { team: WorkspaceItem }) {
  const open = () => {
    dropInvitation();
    storeTeam({ id: team.id, name: team.name });
  };
  return (
    <PublicLayout title={`You are a member of ${team.name}.`}>
      <Button asChild tone="primary" size="wide">
        <Link to={home} onClick={open}>
          {`Open ${team.name}`}
        </Link>
      </Button>
    </PublicLayout>
  );
}

interface AnswerProps {
  token: string;
  offer: OfferedInvitation;
}

/** What the visitor can do: it depends on who is signed in. */
function Answer({ token, offer, session }: AnswerProps & { session: UserSession | null }) {
  const back: ReturnAddress = { to: '/join', email: offer.email };
  if (!session)
    return (
      <Actions>
        <Button asChild tone="primary" size="wide">
          <Link to="/login" state={back}>
            Sign in
          </Link>
        </Button>
        <Button asChild size="wide">
          <Link to="/register" state={back}>
            Create an account
          </Link>
        </Button>
      </Actions>
    );
  const { email } = session;
  if (email !== undefined && email.toLowerCase() !== offer.email.toLowerCase())
    return <OtherAccount session={session} offer={offer} back={back} />;
  return <Join token={token} offer={offer} session={session} />;
}

function Actions({ children }: { children: ReactNode }) {
  return (
    <chakra.div display="grid" gap="3">
      {children}
    </chakra.div>
  );
}

/** Leads to the library; the link of the mail stays as it is. */
function NotNow() {
  return (
    <Button asChild size="wide">
      <Link to={home} onClick={dropInvitation}>
        Not now
      </Link>
    </Button>
  );
}

interface OtherAccountProps {
  session: UserSession;
  offer: OfferedInvitation;
  back: ReturnAddress;
}

function OtherAccount({ session, offer, back }: OtherAccountProps) {
  const navigate = useNavigate();
  const change = () => {
    // A session that cannot be ended now expires on the server.
    postJson('/auth/logout', {}, session.token).catch(() => undefined);
    forgetUploads(session.id);
    forgetTeam();
    endUserSession();
    void navigate('/login', { state: back });
  };
  return (
    <Actions>
      <chakra.p mb="3" overflowWrap="anywhere">
        {`You are signed in as ${session.email ?? ''}. The invitation is for ${offer.email}.`}
      </chakra.p>
      <Button tone="primary" size="wide" onClick={change}>
        Use another account
      </Button>
      <NotNow />
    </Actions>
  );
}

function Join({ token, offer, session }: AnswerProps & { session: UserSession }) {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState('');
  const join = async () => {
    if (isBusy) return;
    setBusy(true);
    setMessage('');
    try {
      const team = await postJson<WorkspaceItem>('/workspaces/accept', { token }, session.token);
      dropInvitation();
      storeTeam({ id: team.id, name: team.name });
      showToast({ kind: 'success', text: `You joined ${team.name}.` });
      void navigate(home, { replace: true });
    } catch (error) {
      setBusy(false);
      // The session has ended meanwhile: the page asks to sign in.
      if (errorStatus(error) === 401) endUserSession();
      else setMessage(errorMessage(error, 'You have not joined yet. Please try again.'));
    }
  };
  return (
    <Actions>
      <Button tone="primary" size="wide" isBusy={isBusy} onClick={() => void join()}>
        {isBusy ? 'Joining…' : `Join ${offer.team}`}
      </Button>
      <NotNow />
      <FormMessage message={message} />
    </Actions>
  );
}
