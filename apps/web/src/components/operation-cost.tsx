import { chakra } from '@chakra-ui/react';
import { useEstimate } from '../api/estimate-api.ts';
import type { EstimateRequest } from '../api/estimate-api.ts';
import { approximateTokens } from '../lib/token-estimate.ts';
import { costStrings as words } from './cost.strings.ts';
import { TextLink } from './text-link.tsx';

/**
 * The highest cost of a generation before it starts; the typed text is added to the estimate. A cost above the balance
 * is reported with a link to an upgrade. While the cost is unknown the line is empty, to avoid a layout shift.
 */
export function OperationCost({ request, typed = '' }: { request: EstimateRequest; typed?: string }) {
  const estimate = useEstimate(request);
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
      {estimate ? words[isTooMuch ? 'tooFew' : 'atMost'](tokens, estimate.balance) : null}
      {isTooMuch ? (
        <>
          {' '}
          <TextLink to="/account#plan">{words.upgrade}</TextLink>
        </>
      ) : null}
    </chakra.p>
  );
}
