import { chakra } from '@chakra-ui/react';
import { adminUsersStrings as words } from './admin-users.strings.ts';
import type { Change } from './user-draft.ts';

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
      aria-label={words.changes}
      aria-live="polite"
      borderTop="1px solid"
      borderColor="line"
      pt="3"
      minHeight="72px"
    >
      <chakra.h3 fontSize="xs" color="ink.muted" mb="1">
        {words.changes}
      </chakra.h3>
      {changes.length === 0 ? (
        <chakra.p fontSize="sm" color="ink.muted">
          {words.noChanges}
        </chakra.p>
      ) : (
        <chakra.ul
          listStyle="none"
          p="0"
          display="grid"
          gap="1"
          fontSize="sm"
          fontVariantNumeric="tabular-nums"
        >
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
      {note === '' ? null : (
        <chakra.p mt="1" fontSize="sm" color="ink.muted">
          {note}
        </chakra.p>
      )}
    </chakra.section>
  );
}
