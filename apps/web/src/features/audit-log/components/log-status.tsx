import { chakra } from '@chakra-ui/react';
import type { WorkspaceLogPage } from '@vault/contracts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { TextLink } from '../../../components/ui/text-link.tsx';
import { countOf } from '../../../lib/format/format-number.ts';
import { breakText, checkText } from '../model/log-times.ts';

interface LogStatusProps {
  page: Pick<WorkspaceLogPage, 'kept_days' | 'checked_at' | 'broken_at'>;
  /** Epoch seconds. */
  now: number;
}

/** How long entries are kept, and whether the log is as it was written. */
export function LogStatus({
  page: { kept_days: days, checked_at: checkedAt, broken_at: broken },
  now,
}: LogStatusProps) {
  const kept = `Kept for ${countOf(days, 'day')}.`;
  if (broken === null) return <MutedText>{`${kept} ${checkText(checkedAt, now)}`.trim()}</MutedText>;
  return (
    <>
      <MutedText>{kept}</MutedText>
      <chakra.p px="3" py="2" borderLeftWidth="2px" borderColor="caution" bg="caution.wash" fontSize="sm">
        {`${breakText(broken)} `}
        <TextLink to="/support">Write to support</TextLink>.
      </chakra.p>
    </>
  );
}
