import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../lib/use-page-title.ts';

interface PageHeadProps {
  title: string;
  /** A short count of the items; undefined while unknown. */
  note?: string;
  /** Actions for the whole page. */
  actions?: ReactNode;
}

/** The heading of a page with a note and actions. */
export function PageHead({ title, note, actions }: PageHeadProps) {
  usePageTitle(title);
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="baseline"
      columnGap="4"
      rowGap="2"
      mb={{ base: '4', md: '6' }}
    >
      <chakra.h1
        fontFamily="quote"
        fontSize="xl"
        fontWeight="strong"
        letterSpacing="-0.01em"
        lineHeight="1.2"
        tabIndex={-1}
        outline="none"
      >
        {title}
      </chakra.h1>
      {note === undefined ? null : (
        <chakra.p fontSize="sm" color="ink.muted" fontVariantNumeric="tabular-nums">
          {note}
        </chakra.p>
      )}
      {actions ? <chakra.div ms="auto">{actions}</chakra.div> : null}
    </chakra.div>
  );
}
