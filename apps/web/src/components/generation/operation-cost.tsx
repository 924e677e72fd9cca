import { chakra } from '@chakra-ui/react';
import { useEstimate } from '../../api/estimate-api.ts';
import type { EstimateRequest } from '../../api/estimate-api.ts';
import { approximateTokens } from './token-estimate.ts';
import { TextLink } from '../ui/text-link.tsx';
import { formatNumber } from '../../lib/format/format-number.ts';
import { useUpgradePages } from '../../api/workspaces/permissions.ts';
import { useTeam } from '../../api/session/workspace.ts';

/**
 * The highest cost of a generation before it starts; the typed text is added to the estimate. A cost above the balance
 * is reported with a link to an upgrade. While the cost is unknown the line is empty, to avoid a layout shift.
 */
export function OperationCost({ request, typed = '' }: { request: EstimateRequest; typed?: string }) {
  const estimate = useEstimate(request);
  const pages = useUpgradePages();
  const team = useTeam();
  const tokens = (estimate?.tokens ?? 0) + approximateTokens(typed);
  const isTooMuch = estimate !== undefined && tokens > estimate.balance;
  return (
    <chakra.p
      role="status"
      minHeight="5"
      fontSize="sm"
      color={isTooMuch ? 'ink' : 'ink.muted'}
      fontVariantNumeric="tabular-nums"
    >
      {estimate ? costOf(tokens, estimate.balance, team?.name) : null}
      {isTooMuch && pages ? (
        <>
          {' '}
          <TextLink to={pages.tokens}>Ask for tokens</TextLink> or{' '}
          <TextLink to={pages.plan}>for an upgrade</TextLink>
        </>
      ) : null}
    </chakra.p>
  );
}

function costOf(tokens: number, balance: number, team: string | undefined): string {
  if (team !== undefined)
    return tokens > balance
      ? `This may take ${formatNumber(tokens)} tokens, and ${team} has ${formatNumber(balance)}.`
      : `Uses at most ${formatNumber(tokens)} of the ${formatNumber(balance)} tokens of ${team}.`;
  return tokens > balance
    ? `This may take ${formatNumber(tokens)} tokens, and you have ${formatNumber(balance)}.`
    : `Uses at most ${formatNumber(tokens)} of your ${formatNumber(balance)} tokens.`;
}
