import { chakra } from '@chakra-ui/react';
import { TextLink } from '../../components/text-link.tsx';
import { libraryStrings as words } from './library.strings.ts';
import type { Membership } from './membership.ts';

const Notice = chakra('p', {
  base: {
    px: '4',
    py: '3',
    mb: '8',
    maxWidth: '65ch',
    borderRadius: 'md',
    bg: 'caution.wash',
    color: 'ink',
    fontSize: 'sm',
  },
});

/** How many videos there are, and of how many, when the plan says so. */
function countOf(total: number, limit: number | undefined): string {
  return limit !== undefined && total <= limit ? words.countOf(total, limit) : words.count(total);
}

/** The library's name, what is in it, and why nothing can be added, if so. */
export function LibraryHeading({ membership, total }: { membership: Membership; total?: number }) {
  const { videoLimit, isOver, isTrial } = membership;
  const isFull = total !== undefined && videoLimit !== undefined && total >= videoLimit;
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
          {words.title}
        </chakra.h1>
        {total === undefined ? null : (
          <chakra.p fontSize="sm" color="ink.muted" fontVariantNumeric="tabular-nums">
            {countOf(total, videoLimit)}
          </chakra.p>
        )}
      </chakra.div>
      {isOver ? (
        <Notice>
          {isTrial ? words.trialOver : words.membershipOver} <UpgradeLink />
        </Notice>
      ) : null}
      {isFull && !isOver ? (
        <Notice>
          {words.full(videoLimit)} {isTrial ? <UpgradeLink /> : null}
        </Notice>
      ) : null}
    </>
  );
}

function UpgradeLink() {
  return <TextLink to="/account#plan">{words.upgrade}</TextLink>;
}
