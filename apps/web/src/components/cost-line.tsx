import { chakra } from '@chakra-ui/react';
import type { OperationEstimate } from '@vault/contracts';
import { costStrings as words } from './cost.strings.ts';
import { TextLink } from './text-link.tsx';

interface CostLineProps {
  /** Undefined while unknown: the line then stays empty, to avoid a layout shift. */
  estimate: OperationEstimate | undefined;
  /** Estimated tokens of the typed text. */
  typed?: number;
}

/**
 * The highest cost of an operation before it starts. A cost above the balance is reported with a link to an upgrade.
 */
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
