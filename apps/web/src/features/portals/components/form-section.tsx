import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { MutedText } from '../../../components/ui/muted-text.ts';

/** A titled part of the form of a portal. */
export function FormSection({
  title,
  note,
  children,
}: {
  title: string;
  note?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <chakra.section
      aria-labelledby={id}
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="4"
      py="8"
      borderTopWidth="1px"
    >
      <div>
        <chakra.h2 id={id} fontSize="md" fontWeight="strong">
          {title}
        </chakra.h2>
        {note ? (
          <MutedText mt="1" maxWidth="65ch">
            {note}
          </MutedText>
        ) : null}
      </div>
      {children}
    </chakra.section>
  );
}

/** Controls side by side, on a narrow page below each other. */
export const Line = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3' },
});
