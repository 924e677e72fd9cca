import { chakra } from '@chakra-ui/react';
import { plans } from '@vault/contracts';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { ChapterStrip, spansOf } from '../../../components/video/chapter-strip.tsx';
import { portalsStrings as strings } from '../portals.strings.ts';
import { useUpgradePages } from '../../../api/workspaces/permissions.ts';

const Bar = chakra('span', { base: { display: 'block', height: '8px', borderRadius: 'sm', bg: 'line' } });
const strips = [spansOf([4, 7, 3, 6]), spansOf([6, 3, 5]), spansOf([2, 5, 4, 3, 6]), spansOf([5, 6, 4])];

/** A small picture of a portal, made of the parts of the product. */
function Sketch() {
  return (
    <chakra.div
      aria-hidden
      data-drawn="portal"
      borderWidth="1px"
      borderRadius="media"
      bg="surface"
      overflow="hidden"
    >
      <chakra.div
        display="grid"
        gap="3"
        p="5"
        borderBottomWidth="1px"
        borderTop="4px solid"
        borderTopColor="chapter.0"
      >
        <Bar width="34%" height="14px" bg="ink" />
        <Bar width="62%" />
      </chakra.div>
      <chakra.div display="grid" gridTemplateColumns="repeat(2, minmax(0, 1fr))" gap="5" p="5">
        {strips.map((spans, video) => (
          <chakra.div key={video} display="grid" gap="2">
            <chakra.span
              display="block"
              aspectRatio="16 / 9"
              borderRadius="sm"
              bg="sunken"
              borderWidth="1px"
            />
            <ChapterStrip spans={spans} height="4px" />
            <Bar width={`${String(84 - video * 11)}%`} />
          </chakra.div>
        ))}
      </chakra.div>
    </chakra.div>
  );
}

/** What a portal is, and which plan has it. */
export function PlanOffer() {
  const { name, pricePerMonth, portalLimit } = plans.executive;
  const pages = useUpgradePages();
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' }}
      gap={{ base: '8', lg: '12' }}
      alignItems="start"
    >
      <chakra.div display="grid" gap="4" justifyItems="start" maxWidth="65ch">
        <p>
          A portal is a public page of your videos at an address of your choice: with their chapters and
          quotes, in your colour, under your logo. Visitors do not have to sign in.
        </p>
        <p>
          You choose the videos and what is shown of them, see the page before it is published, and put it on
          your own site.
        </p>
        <chakra.p fontWeight="strong">{strings.offerPlan(name, pricePerMonth, portalLimit)}</chakra.p>
        {pages ? (
          <Button asChild tone="primary">
            <Link to={pages.plan}>Ask for an upgrade</Link>
          </Button>
        ) : null}
      </chakra.div>
      <Sketch />
    </chakra.div>
  );
}
