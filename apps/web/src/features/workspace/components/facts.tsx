import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { MutedText } from '../../../components/ui/muted-text.ts';

/** What cannot be changed here, one fact below the other. */
export const Facts = chakra('dl', { base: { display: 'grid', gap: '4' } });

/** One fact with its name. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <MutedText as="dt">{name}</MutedText>
      <chakra.dd dir="auto" overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
        {children}
      </chakra.dd>
    </div>
  );
}
