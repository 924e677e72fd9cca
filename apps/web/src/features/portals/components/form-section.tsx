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

/** A checkbox or a radio button with its text. */
export const Choice = chakra('label', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    alignItems: 'start',
    columnGap: '3',
    justifySelf: 'start',
    minHeight: '32px',
    fontSize: 'sm',
    cursor: 'pointer',
    '& > input': { width: '18px', height: '18px', mt: '1px', accentColor: 'var(--vault-colors-ink)' },
  },
});
