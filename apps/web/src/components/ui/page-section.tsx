import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import type { ReactNode } from 'react';

/** A titled section of a page of settings. On wide screens the title stands to the left of the content. */
export function PageSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <chakra.section
      id={id}
      aria-labelledby={headingId}
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '200px minmax(0, 1fr)' }}
      columnGap="8"
      rowGap="4"
      py="8"
      borderTopWidth="1px"
      scrollMarginTop="64px"
    >
      <chakra.h2 id={headingId} fontSize="md" fontWeight="strong">
        {title}
      </chakra.h2>
      <chakra.div display="grid" gap="4" minWidth="0">
        {children}
      </chakra.div>
    </chakra.section>
  );
}
