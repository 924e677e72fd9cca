import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../lib/browser/use-page-title.ts';
import { PageTitle, MutedText } from '../ui/muted-text.ts';

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
      <PageTitle letterSpacing="-0.01em" tabIndex={-1} outline="none">
        {title}
      </PageTitle>
      {note === undefined ? null : <MutedText fontVariantNumeric="tabular-nums">{note}</MutedText>}
      {actions ? <chakra.div ms="auto">{actions}</chakra.div> : null}
    </chakra.div>
  );
}
