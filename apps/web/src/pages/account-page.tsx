import { chakra } from '@chakra-ui/react';
import { useEffect } from 'react';
import { errorMessage } from '../api/http/error-message.ts';
import { loggedOutByUser } from '../api/session/logout-reason.slice.ts';
import { useAccountQuery } from '../api/own-account-api.ts';
import { endUserSession, readUserSession, startUserSession } from '../api/session/user-session.ts';
import { Button } from '../components/ui/button.tsx';
import { accountStrings as strings } from '../features/account/account.strings.ts';
import { DataSection } from '../features/account/components/data-section.tsx';
import { DeleteSection } from '../features/account/components/delete-section.tsx';
import { EmailSection } from '../features/account/components/email-section.tsx';
import { MailSection } from '../features/account/components/mail-section.tsx';
import { PasswordSection } from '../features/account/components/password-section.tsx';
import { PlanSection } from '../features/account/components/plan-section.tsx';
import { ProfileSection } from '../features/account/components/profile-section.tsx';
import { SessionSection } from '../features/account/components/session-section.tsx';
import { SignOnSection } from '../features/account/components/sign-on-section.tsx';
import { TokenSection } from '../features/account/components/token-section.tsx';
import { useScrollToHash } from '../layouts/use-scroll-to-hash.ts';
import { TeamSection } from '../features/account/components/team-section.tsx';
import { useUploads } from '../features/uploads/components/uploads-provider.tsx';
import { useAppDispatch } from '../store/hooks.ts';
import { useNow } from '../lib/state/use-now.ts';
import { usePageTitle } from '../lib/browser/use-page-title.ts';

/** The user's own account: profile, plan, tokens, sessions, password, data. */
export function AccountPage() {
  usePageTitle(strings.title);
  const { data: account, error, refetch } = useAccountQuery(undefined, { refetchOnMountOrArgChange: true });
  const { forget } = useUploads();
  const dispatch = useAppDispatch();
  const now = useNow(60_000);
  useScrollToHash(account !== undefined);
  useStoredEmail(account?.email);

  return (
    <chakra.div px={{ base: '4', md: '8' }} py={{ base: '6', md: '8' }}>
      <chakra.div maxWidth="900px" mx="auto">
        <chakra.h1
          tabIndex={-1}
          outline="none"
          mb="6"
          fontFamily="quote"
          fontSize="xl"
          fontWeight="strong"
          letterSpacing="-0.01em"
        >
          {strings.title}
        </chakra.h1>
        {account ? (
          <>
            <ProfileSection account={account} />
            <EmailSection email={account.email} />
            <PlanSection account={account} now={now} />
            <TokenSection account={account} />
            <TeamSection />
            <SessionSection now={now} />
            <SignOnSection />
            <PasswordSection email={account.email} />
            <MailSection account={account} />
            <DataSection />
            <DeleteSection
              email={account.email}
              onDeleted={(msg) => {
                forget();
                dispatch(loggedOutByUser(msg));
                endUserSession();
              }}
            />
          </>
        ) : error ? (
          <chakra.div role="alert" display="grid" justifyItems="start" gap="3">
            <p>{errorMessage(error, 'Your account could not be loaded.')}</p>
            <Button onClick={() => void refetch()}>{strings.tryAgain}</Button>
          </chakra.div>
        ) : (
          <chakra.div aria-busy="true" aria-label="Loading your account" role="status" minHeight="60vh" />
        )}
      </chakra.div>
    </chakra.div>
  );
}

/** Updates the address in the stored session, which the menu shows, after it was changed. */
function useStoredEmail(email: string | undefined): void {
  useEffect(() => {
    const session = readUserSession();
    if (session && email !== undefined && session.email !== email) startUserSession({ ...session, email });
  }, [email]);
}
