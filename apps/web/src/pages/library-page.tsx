import { chakra } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useCheckSessionQuery } from '../api/user-api.ts';
import { errorStatus } from '../api/http/error-message.ts';
import { useUserSession } from '../api/session/user-session.ts';
import { useSidebarState } from '../layouts/use-sidebar-state.ts';
import { CardGenerationsContext, useLibraryGenerations } from '../features/library/model/card-generations.ts';
import { CardPreviewContext } from '../features/library/model/card-preview.ts';
import { LibraryGrid } from '../features/library/components/library-grid.tsx';
import { libraryStrings } from '../features/library/library.strings.ts';
import { membershipOf, noMembership } from '../features/library/model/membership.ts';
import { Uploader } from '../features/uploads/components/uploader.tsx';
import { UploaderSkeleton } from '../features/uploads/components/uploader-skeleton.tsx';
import { showToast } from '../components/ui/toasts/toasts.ts';
import { useNow } from '../lib/state/use-now.ts';
import { usePageTitle } from '../lib/browser/use-page-title.ts';
import { useCardDialogs } from './cards/use-card-dialogs.tsx';
import { useMay } from '../api/workspaces/permissions.ts';
import { useTeam } from '../api/session/workspace.ts';
import { useTeamRecord } from '../api/workspaces/workspaces-api.ts';

/** The library: all cards, with the uploader in a sidebar for users who may upload. */
export function LibraryPage() {
  usePageTitle(libraryStrings.title);
  const session = useUserSession();
  const check = useCheckSessionQuery(undefined, { refetchOnMountOrArgChange: true });
  const generationOf = useLibraryGenerations();
  const { isAvailable, isOpen, allowance } = useSidebarState();
  const { entriesOf, preview, dialogs } = useCardDialogs();

  // With a refused session the list is not loaded; other failures of the check must not block the library.
  const status = errorStatus(check.error);
  const isPaused = check.isLoading || status === 401 || status === 403;

  const now = useNow(60_000);
  // The answer of the check is newer than the session that was stored at sign-in.
  const isTeam = useTeam() !== null;
  const team = useTeamRecord();
  const mayUpload = useMay()('upload');
  const planOf = isTeam ? (team ?? {}) : { ...session, ...check.data };
  const membership = mayUpload ? membershipOf(planOf, allowance, now) : noMembership;

  useEffect(() => {
    if (mayUpload && allowance?.canUpload === false && allowance.msg) {
      showToast({ kind: 'error', text: allowance.msg, durationMs: 2500 });
    }
  }, [allowance, mayUpload]);

  return (
    <CardGenerationsContext value={generationOf}>
      {isOpen ? (
        <chakra.aside
          id="sidebar"
          bg="canvas"
          px={{ base: '4', md: '6' }}
          py={{ base: '3', md: '6' }}
          borderColor="line"
          borderStyle="solid"
          borderWidth={{ base: '0 0 1px', md: '0 1px 0 0' }}
          position={{ md: 'fixed' }}
          top="0"
          left="0"
          bottom="0"
          width={{ md: '300px' }}
          overflowY="auto"
          zIndex={{ md: 'drawer' }}
          animation="fade-in 150ms ease-out"
        >
          {isAvailable ? <Uploader /> : <UploaderSkeleton />}
        </chakra.aside>
      ) : null}
      <chakra.div
        px={{ base: '4', md: '8' }}
        py={{ base: '6', md: '8' }}
        transition="margin-left 200ms ease-out"
        marginLeft={isOpen ? { md: '300px' } : undefined}
      >
        <chakra.div maxWidth="1240px" mx="auto">
          {session ? (
            <CardPreviewContext value={preview}>
              <LibraryGrid
                userId={session.id}
                membership={membership}
                canUpload={isAvailable}
                isPaused={isPaused}
                entriesOf={entriesOf}
              />
            </CardPreviewContext>
          ) : null}
        </chakra.div>
      </chakra.div>
      {dialogs}
    </CardGenerationsContext>
  );
}
