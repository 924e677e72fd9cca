import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface PageHeadProps {
  title: string;
  /** How much there is, in a few words; undefined while nobody knows. */
  note?: string;
  /** What may be done on the page as a whole. */
  actions?: ReactNode;
}

/** The name of a page, what is on it, and what may be done there. */
export function PageHead({ title, note, actions }: PageHeadProps) {
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
