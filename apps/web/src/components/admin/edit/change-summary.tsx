import { chakra } from '@chakra-ui/react';
import { MutedText } from '../../ui/muted-text.ts';
import { planStrings } from './plan.strings.ts';
import type { Change } from './row-draft.ts';

/** Texts up to this length, such as a date, are not broken at hyphens. */
const unbrokenLength = 16;

const whiteSpaceOf = (text: string) => (text.length <= unbrokenLength ? 'nowrap' : undefined);

interface ChangeSummaryProps {
  changes: readonly Change[];
  /** A further effect of the changes; empty without one. */
  note: string;
}

/** Lists what saving would change. */
export function ChangeSummary({ changes, note }: ChangeSummaryProps) {
  return (
    <chakra.section
      aria-label={planStrings.changes}
      aria-live="polite"
      borderTopWidth="1px"
      pt="3"
      minHeight="72px"
    >
      <chakra.h3 fontSize="xs" color="ink.muted" mb="1">
        {planStrings.changes}
      </chakra.h3>
      {changes.length === 0 ? (
        <MutedText>Nothing has been changed yet.</MutedText>
      ) : (
        <chakra.ul display="grid" gap="1" fontSize="sm" fontVariantNumeric="tabular-nums">
          {changes.map(({ label, before, after }) => (
            <chakra.li key={label} overflowWrap="anywhere">
              {label}:{' '}
              <chakra.del color="ink.muted" textDecoration="none" whiteSpace={whiteSpaceOf(before)}>
                {before}
              </chakra.del>{' '}
              <span aria-label="becomes" role="img">
                →
              </span>{' '}
              <chakra.ins fontWeight="strong" textDecoration="none" whiteSpace={whiteSpaceOf(after)}>
                {after}
              </chakra.ins>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
      {note === '' ? null : <MutedText mt="1">{note}</MutedText>}
    </chakra.section>
  );
}
