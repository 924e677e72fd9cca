import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import type { ReactNode } from 'react';

/** One matter of the account: its name at the side, where there is room, and what can be done about it. */
export function AccountSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
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
      borderTop="1px solid"
      borderColor="line"
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

/** A sentence of a section. */
export const Note = chakra('p', {
  base: { maxWidth: '65ch', fontSize: 'sm', color: 'ink.muted' },
});

/** Buttons of a section. */
export const Actions = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3' },
});
