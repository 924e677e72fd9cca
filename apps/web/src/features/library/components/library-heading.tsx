import { chakra } from '@chakra-ui/react';
import { TextLink } from '../../../components/ui/text-link.tsx';
import { FullPlan, Notice } from './full-plan.tsx';
import { libraryStrings as strings } from '../library.strings.ts';
import type { Membership } from '../model/membership.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { useTeam } from '../../../api/session/workspace.ts';
import { useUpgradePages } from '../../../api/workspaces/permissions.ts';

/** The number of videos, the limit of the plan when known, and the open uploads that count against it. */
function countOf(total: number, { videoLimit, used = 0 }: Membership): string {
  const videos =
    videoLimit !== undefined && total <= videoLimit
      ? `${String(total)} of ${String(videoLimit)} videos`
      : strings.count(total);
  return used > total ? `${videos} ${strings.openUploads(used - total)}` : videos;
}

/** The title of the library, the number of videos, and why nothing can be uploaded, if so. */
export function LibraryHeading({ membership, total }: { membership: Membership; total?: number }) {
  const { videoLimit, used, isOver, isTrial } = membership;
  const isTeam = useTeam() !== null;
  const isFull = total !== undefined && videoLimit !== undefined && Math.max(total, used ?? 0) >= videoLimit;
  return (
    <>
      <chakra.div display="flex" alignItems="baseline" columnGap="4" flexWrap="wrap" mb="6">
        <chakra.h1
          tabIndex={-1}
          outline="none"
          fontFamily="quote"
          fontSize="xl"
          fontWeight="strong"
          letterSpacing="-0.01em"
        >
          {strings.title}
        </chakra.h1>
        {total === undefined ? null : (
          <MutedText fontVariantNumeric="tabular-nums">{countOf(total, membership)}</MutedText>
        )}
        <chakra.span display="flex" gap="5" ms="auto" fontSize="sm">
          <TextLink to="/glossary">Glossary</TextLink>
          <TextLink to="/portals">Portals</TextLink>
        </chakra.span>
      </chakra.div>
      {isOver ? (
        <Notice>
          {isTeam
            ? 'The plan of the team has ended. Its videos can still be watched, read and deleted; uploading, making clips and generating texts need a plan.'
            : isTrial
              ? 'Your free trial has ended. You can still watch, read and delete your videos; uploading, making clips and generating texts need a plan.'
              : 'Your membership has ended. You can still watch, read and delete your videos; uploading, making clips and generating texts need a plan.'}{' '}
          <UpgradeLink />
        </Notice>
      ) : null}
      {isFull && !isOver ? (
        <FullPlan limit={videoLimit} used={used ?? total} total={total} isTrial={isTrial} />
      ) : null}
    </>
  );
}

function UpgradeLink() {
  const pages = useUpgradePages();
  return pages ? <TextLink to={pages.plan}>{strings.upgrade}</TextLink> : null;
}
