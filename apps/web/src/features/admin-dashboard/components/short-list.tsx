import { Skeleton, chakra } from '@chakra-ui/react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { QuietLink } from '../../../components/admin/quiet-link.tsx';

interface ShortListProps<Row> {
  title: string;
  /** Shown when there are no rows. */
  empty: string;
  /** The page that lists all of them. */
  to?: string;
  /** Undefined while they are loading. */
  rows: readonly Row[] | undefined;
  idOf: (row: Row) => string;
  children: (row: Row) => ReactNode;
}

/** A few rows and a link to all of them. */
export function ShortList<Row>({ title, empty, to, rows, idOf, children }: ShortListProps<Row>) {
  const id = useId();
  return (
    <chakra.section aria-labelledby={id} minWidth="0">
      <chakra.div display="flex" alignItems="baseline" justifyContent="space-between" gap="3" pb="2">
        <chakra.h2 id={id} fontSize="md" fontWeight="strong">
          {title}
        </chakra.h2>
        {to && rows && rows.length > 0 ? (
          <QuietLink to={to} aria-label={`Show all: ${title}`} fontSize="xs" color="ink.muted">
            Show all
          </QuietLink>
        ) : null}
      </chakra.div>
      <chakra.ul borderTopWidth="1px">
        {rows?.map((row) => (
          <chakra.li key={idOf(row)} py="3" borderBottomWidth="1px">
            {children(row)}
          </chakra.li>
        ))}
        {rows?.length === 0 ? (
          <chakra.li py="3" fontSize="sm" color="ink.muted">
            {empty}
          </chakra.li>
        ) : null}
        {rows ? null : (
          <chakra.li aria-hidden py="3" display="grid" gap="2">
            <Skeleton height="14px" width="60%" />
            <Skeleton height="12px" width="40%" />
          </chakra.li>
        )}
      </chakra.ul>
    </chakra.section>
  );
}
