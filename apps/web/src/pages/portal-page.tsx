import { chakra } from '@chakra-ui/react';
import type { PortalRecord } from '@vault/contracts';
import { useParams } from 'react-router-dom';
import { SkeletonBlock } from '../components/ui/skeleton-block.tsx';
import { MutedText, PageTitle } from '../components/ui/muted-text.ts';
import { TextLink } from '../components/ui/text-link.tsx';
import { quoteMoment } from '../features/editor/model/quote-time-range.ts';
import { usePortalsQuery } from '../features/portals/api/portals-api.ts';
import { LoadProblem } from '../components/ui/load-problem.tsx';
import { PortalForm } from '../features/portals/components/portal-form.tsx';
import { portalsStrings as strings } from '../features/portals/portals.strings.ts';
import { usePageTitle } from '../lib/browser/use-page-title.ts';
import { useMay } from '../api/workspaces/permissions.ts';
import { Line } from '../components/ui/fields/line.ts';
import { PortalMark, PortalReach } from '../features/portals/components/portal-row.tsx';

function Skeleton() {
  return (
    <chakra.div role="status" aria-label={strings.loading} aria-busy="true" display="grid" gap="6">
      <SkeletonBlock height="36px" width="40%" />
      <chakra.div display="grid" gap="10" gridTemplateColumns={{ lg: '1fr 1fr' }}>
        <SkeletonBlock height="420px" />
        <SkeletonBlock height="420px" />
      </chakra.div>
    </chakra.div>
  );
}

function NoPortal() {
  return (
    <>
      <PageTitle mb="4">There is no such portal.</PageTitle>
      <TextLink to="/portals">{strings.allPortals}</TextLink>
    </>
  );
}

/** For whoever may not change it. */
function ReadOnlyPortal({ portal }: { portal: PortalRecord }) {
  return (
    <>
      <TextLink to="/portals" fontSize="sm">
        {strings.allPortals}
      </TextLink>
      <Line mt="2" mb="4">
        <PageTitle dir="auto" overflowWrap="anywhere">
          {portal.name}
        </PageTitle>
        <PortalMark portal={portal} />
        {portal.is_published ? <PortalReach portal={portal} /> : null}
      </Line>
      <MutedText>Only editors, admins and owners change portals.</MutedText>
    </>
  );
}

/** One portal: its settings and its preview. */
export function PortalPage() {
  const { id } = useParams();
  const { data, error, isFetching, refetch } = usePortalsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const mayEdit = useMay()('portals.edit');
  const portal = data?.portals.find((each) => each.id === id);
  const hasFailed = data === undefined && error !== undefined && !isFetching;
  usePageTitle(portal?.name ?? strings.title);
  return (
    <chakra.div px={{ base: '4', md: '8' }} py={{ base: '6', md: '8' }}>
      <chakra.div maxWidth="1240px" mx="auto">
        {portal && !mayEdit ? <ReadOnlyPortal portal={portal} /> : null}
        {portal && mayEdit ? <PortalForm key={portal.id} portal={portal} spanOfQuote={quoteMoment} /> : null}
        {hasFailed ? (
          <LoadProblem error={error} text={strings.notLoaded} onRetry={() => void refetch()} />
        ) : null}
        {data === undefined && !hasFailed ? <Skeleton /> : null}
        {data && !portal && !isFetching ? <NoPortal /> : null}
      </chakra.div>
    </chakra.div>
  );
}
