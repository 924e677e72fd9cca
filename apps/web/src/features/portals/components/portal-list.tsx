import { chakra } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { MutedText, PageTitle } from '../../../components/ui/muted-text.ts';
import { SkeletonBlock } from '../../../components/ui/skeleton-block.tsx';
import { usePortalsQuery } from '../api/portals-api.ts';
import type { PortalList as Portals } from '../api/portals-api.ts';
import { portalsStrings as strings } from '../portals.strings.ts';
import { Line } from '../../../components/ui/fields/line.ts';
import { LoadProblem } from '../../../components/ui/load-problem.tsx';
import { NewPortal } from './new-portal.tsx';
import { PlanOffer } from './plan-offer.tsx';
import { PortalRow } from './portal-row.tsx';
import { useMay } from '../../../api/workspaces/permissions.ts';

function Skeletons() {
  return (
    <chakra.div role="status" aria-label={strings.loading} aria-busy="true">
      {[0, 1, 2].map((row) => (
        <chakra.div key={row} display="grid" gap="2" py="5" borderTopWidth="1px">
          <SkeletonBlock height="20px" width="40%" />
          <SkeletonBlock height="14px" width="56%" />
          <SkeletonBlock height="14px" width="32%" />
        </chakra.div>
      ))}
    </chakra.div>
  );
}

function OwnPortals({ portals, limit }: Portals) {
  const [isOpen, setOpen] = useState(false);
  const noteId = useId();
  const isFull = portals.length >= limit;
  const mayEdit = useMay()('portals.edit');
  return (
    <>
      <Line mb="6">
        {mayEdit ? (
          <Button
            icon={Plus}
            tone={isFull ? 'outline' : 'primary'}
            aria-disabled={isFull}
            aria-describedby={isFull ? noteId : undefined}
            onClick={() => {
              if (!isFull) setOpen(true);
            }}
          >
            {strings.newPortal}
          </Button>
        ) : null}
        <MutedText id={noteId} fontVariantNumeric="tabular-nums">
          {isFull && mayEdit ? strings.full(limit) : strings.count(portals.length, limit)}
        </MutedText>
      </Line>
      {portals.length === 0 ? (
        <MutedText maxWidth="65ch">
          No portals yet. A portal is a public page of your videos with their chapters. You choose the videos,
          and nobody sees it until you publish it.
        </MutedText>
      ) : (
        <ul>
          {portals.map((portal) => (
            <PortalRow key={portal.id} portal={portal} />
          ))}
        </ul>
      )}
      {isOpen ? <NewPortal onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** The portals of the user, or what they are when the plan has none. */
export function PortalList() {
  const { data, error, isFetching, refetch } = usePortalsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const hasFailed = data === undefined && error !== undefined && !isFetching;
  return (
    <>
      <PageTitle tabIndex={-1} outline="none" mb="6" letterSpacing="-0.01em">
        {strings.title}
      </PageTitle>
      {hasFailed ? (
        <LoadProblem error={error} text={strings.notLoaded} onRetry={() => void refetch()} />
      ) : null}
      {data === undefined && !hasFailed ? <Skeletons /> : null}
      {data?.limit === 0 ? <PlanOffer /> : null}
      {data && data.limit > 0 ? <OwnPortals {...data} /> : null}
    </>
  );
}
