import { chakra } from '@chakra-ui/react';
import type { AccountSession } from '@vault/contracts';
import { Monitor, Smartphone } from 'lucide-react';
import { errorMessage } from '../../../api/http/error-message.ts';
import {
  useEndAccountSessionMutation,
  useEndOtherSessionsMutation,
  useSessionsQuery,
} from '../../../api/own-account-api.ts';
import { Button } from '../../../components/ui/button.tsx';
import { relativeAge } from '../../../lib/format/format-time.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { PageSection } from '../../../components/ui/page-section.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { accountStrings as strings } from '../account.strings.ts';
import { clientName, isHandheld } from '../model/client-name.ts';

/** The sessions of the user. Each other session can be ended. */
export function SessionSection({ now }: { now: number }) {
  const { data: sessions, error, refetch } = useSessionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [endOne] = useEndAccountSessionMutation();
  const [endOthers, others] = useEndOtherSessionsMutation();
  const hasOthers = sessions?.some((session) => !session.is_current) ?? false;

  const attempt = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      showToast({ kind: 'success', text: done });
    } catch (failure) {
      showToast({ kind: 'error', text: errorMessage(failure, 'That did not work. Please try again.') });
    }
  };

  return (
    <PageSection id="sessions" title={strings.sessions}>
      {error ? (
        <Line role="alert">
          <MutedText maxWidth="65ch">{errorMessage(error, 'The list could not be loaded.')}</MutedText>
          <Button size="small" onClick={() => void refetch()}>
            {strings.tryAgain}
          </Button>
        </Line>
      ) : null}
      <chakra.ul aria-label={strings.sessions} maxWidth="640px">
        {sessions?.map((session) => (
          <SessionLine
            key={session.id}
            session={session}
            now={now}
            onEnd={() => void attempt(() => endOne(session.id).unwrap(), 'Signed out there.')}
          />
        ))}
      </chakra.ul>
      {sessions ? (
        <Line>
          {hasOthers ? (
            <Button
              aria-disabled={others.isLoading}
              onClick={() => void attempt(() => endOthers(undefined).unwrap(), 'Signed out everywhere else.')}
            >
              Sign out elsewhere
            </Button>
          ) : (
            <MutedText maxWidth="65ch">You are not signed in anywhere else.</MutedText>
          )}
        </Line>
      ) : null}
    </PageSection>
  );
}

interface SessionLineProps {
  session: AccountSession;
  now: number;
  onEnd: () => void;
}

function SessionLine({ session, now, onEnd }: SessionLineProps) {
  const { user_agent: agent, client_address, created_at, last_seen_at, is_current } = session;
  const name = clientName(agent);
  const facts = [
    client_address,
    `signed in ${relativeAge(created_at, now)}`,
    `used ${relativeAge(last_seen_at, now)}`,
  ];
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns="auto minmax(0, 1fr) auto"
      alignItems="center"
      columnGap="3"
      py="3"
      css={{
        '& + &': { borderTop: '1px solid', borderColor: 'line' },
        '& > svg': { color: 'ink.muted', width: '20px', height: '20px', strokeWidth: 1.5 },
      }}
    >
      {isHandheld(agent) ? <Smartphone aria-hidden /> : <Monitor aria-hidden />}
      <div>
        <chakra.p fontSize="sm" fontWeight="strong" title={agent}>
          {name}
          {is_current ? (
            <chakra.span
              ml="2"
              px="2"
              py="1px"
              borderRadius="sm"
              bg="good.wash"
              color="good"
              fontSize="xs"
              fontWeight="strong"
              whiteSpace="nowrap"
            >
              This browser
            </chakra.span>
          ) : null}
        </chakra.p>
        <MutedText maxWidth="65ch" overflowWrap="anywhere">
          {facts.filter((fact) => fact !== '').join(' · ')}
        </MutedText>
      </div>
      {is_current ? null : (
        <Button size="small" aria-label={`Sign out ${name}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </chakra.li>
  );
}
