import { chakra } from '@chakra-ui/react';
import type { OperationEstimate } from '@vault/contracts';
import { costStrings as words } from './cost.strings.ts';
import { TextLink } from './text-link.tsx';

interface CostLineProps {
  /** Undefined while nobody knows: the place is kept, so that nothing jumps. */
  estimate: OperationEstimate | undefined;
  /** Tokens of what is typed on top. */
  typed?: number;
}

/** What something may cost, before it is begun. What cannot be paid for says so, and what can be done about it. */
export function CostLine({ estimate, typed = 0 }: CostLineProps) {
  const tokens = (estimate?.tokens ?? 0) + typed;
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
