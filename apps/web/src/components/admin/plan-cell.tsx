import { chakra } from '@chakra-ui/react';
import { plans } from '@vault/contracts';
import type { PlanId } from '@vault/contracts';
import { Button } from '../ui/button.tsx';
import { planStrings as strings } from './edit/plan.strings.ts';

interface PlanCellProps {
  plan: PlanId;
  /** Whose plan it is. */
  name: string;
  /** Absent: nothing waits to be granted. */
  onGrant?: (() => void) | undefined;
}

/** A plan, and the button that grants the requested one. */
export function PlanCell({ plan, name, onGrant }: PlanCellProps) {
  return (
    <chakra.span display="grid" justifyItems="start" gap="1">
      {plans[plan].label}
      {onGrant ? (
        <Button size="tiny" aria-label={`Grant upgrade to ${name}`} onClick={onGrant}>
          {strings.grant}
        </Button>
      ) : null}
    </chakra.span>
  );
}
