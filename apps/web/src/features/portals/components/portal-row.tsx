import { chakra } from '@chakra-ui/react';
import type { PortalRecord } from '@vault/contracts';
import { ExternalLink, Pencil } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { SmallText } from '../../../components/ui/muted-text.ts';
import { useNow } from '../../../lib/state/use-now.ts';
import { absoluteUrl, stateOf } from '../model/portal-address.ts';
import { portalsStrings as strings } from '../portals.strings.ts';
import { CopyButton } from '../../../components/ui/toasts/copy-button.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { useMay } from '../../../api/workspaces/permissions.ts';

const minuteMs = 60_000;
const looks = {
  draft: { bg: 'hover', color: 'ink.muted' },
  published: { bg: 'good.wash', color: 'good' },
  ended: { bg: 'caution.wash', color: 'caution' },
} as const;

/** Whether visitors see the portal, in one word. */
export function PortalMark({ portal }: { portal: PortalRecord }) {
  const state = stateOf(portal, useNow(minuteMs));
  return (
    <chakra.span px="2" py="1px" borderRadius="sm" fontSize="xs" fontWeight="strong" {...looks[state]}>
      {strings.states[state]}
    </chakra.span>
  );
}

/** Copies the address of a published portal, or opens it. */
export function PortalReach({ portal: { link, name } }: { portal: PortalRecord }) {
  const { href } = absoluteUrl(link);
  return (
    <>
      <CopyButton label={strings.copyAddress(name)} text={href} done="Address copied." />
      <Button asChild size="small">
        <a href={href} target="_blank" rel="noopener" aria-label={strings.openPortal(name)}>
          <ExternalLink aria-hidden size={16} strokeWidth={1.5} />
          Open
        </a>
      </Button>
    </>
  );
}

/** One portal of the list. */
export function PortalRow({ portal }: { portal: PortalRecord }) {
  const { id, name, link, audience, plays, is_published } = portal;
  const mayEdit = useMay()('portals.edit');
  const played = Object.values(plays).reduce((sum, each) => sum + each, 0);
  return (
    <chakra.li
      display="flex"
      flexWrap="wrap"
      justifyContent="space-between"
      gap="4"
      py="5"
      borderTopWidth="1px"
    >
      <chakra.div minWidth="0" flex="1 1 280px">
        <Line columnGap="3" rowGap="1">
          <chakra.h2 dir="auto" fontWeight="strong" overflowWrap="anywhere">
            {name}
          </chakra.h2>
          <PortalMark portal={portal} />
        </Line>
        <SmallText overflowWrap="anywhere">{absoluteUrl(link).href}</SmallText>
        <SmallText mt="1" fontVariantNumeric="tabular-nums">
          {`${strings.audiences[audience].text} · ${strings.played(played)}`}
        </SmallText>
      </chakra.div>
      <Line alignContent="start" gap="2">
        {is_published ? <PortalReach portal={portal} /> : null}
        {mayEdit ? (
          <Button asChild size="small">
            <Link to={`/portals/${encodeURIComponent(id)}`} aria-label={strings.editPortal(name)}>
              <Pencil aria-hidden size={16} strokeWidth={1.5} />
              Edit
            </Link>
          </Button>
        ) : null}
      </Line>
    </chakra.li>
  );
}
