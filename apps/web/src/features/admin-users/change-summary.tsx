import { chakra } from '@chakra-ui/react';
import { adminUsersStrings as words } from './admin-users.strings.ts';
import type { Change } from './user-draft.ts';

/** As long as a day: what is this short is not broken at its hyphens. */
const shortLength = 16;

const keptWhole = (text: string) => (text.length <= shortLength ? 'nowrap' : undefined);

interface ChangeSummaryProps {
  changes: readonly Change[];
  /** What follows from the changes, beside them. */
  note: string;
}

/** What saving would change, before it is saved. */
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
              <chakra.del color="ink.muted" textDecoration="none" whiteSpace={keptWhole(before)}>
                {before}
              </chakra.del>{' '}
              <span aria-label="becomes" role="img">
                →
              </span>{' '}
              <chakra.ins fontWeight="strong" textDecoration="none" whiteSpace={keptWhole(after)}>
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
