import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A section of the landing page with a headline and an anchor. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const titleId = `${id}-title`;
  return (
    <chakra.section
      id={id}
      aria-labelledby={titleId}
      tabIndex={-1}
      outline="none"
      maxWidth="1200px"
      mx="auto"
      px={{ base: '4', md: '8' }}
      py={{ base: '14', md: '24' }}
      scrollMarginTop="64px"
      breakInside="avoid"
    >
      <chakra.h2
        id={titleId}
        fontFamily="quote"
        fontSize={{ base: 'xl', md: '2xl' }}
        fontWeight="strong"
        lineHeight="1.12"
        letterSpacing="-0.015em"
        textWrap="balance"
        maxWidth="18em"
      >
        {title}
      </chakra.h2>
      {children}
    </chakra.section>
  );
}
