import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** The title of one part of a chapter, with its actions. */
export function SectionTitle({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <chakra.div display="flex" alignItems="center" justifyContent="space-between" minHeight="28px">
      <chakra.h4 fontSize="xs" fontWeight="strong" color="ink.muted">
        {title}
      </chakra.h4>
      {children}
    </chakra.div>
  );
}
