import { chakra } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useMedia } from '../../../lib/browser/use-media.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';

const Folded = chakra('details', {
  base: {
    borderTopWidth: '1px',
    '& > summary': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      minHeight: '56px',
      listStyle: 'none',
      cursor: 'pointer',
    },
    '& > summary::-webkit-details-marker': { display: 'none' },
    '&[open] > summary > svg': { transform: 'rotate(180deg)' },
    '& > :last-child:not(summary)': { pb: '6' },
  },
});

const Parts = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4' },
});

/** A titled part of the form of a portal; folded on a phone, where all of them would be many screens. */
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
  const isPhone = useMedia('(max-width: 767px)');
  const heading = (
    <chakra.h2 id={id} fontSize="md" fontWeight="strong">
      {title}
    </chakra.h2>
  );
  const text = note ? (
    <MutedText mt="1" maxWidth="65ch">
      {note}
    </MutedText>
  ) : null;
  if (isPhone)
    return (
      <Folded>
        <summary>
          {heading}
          <ChevronDown aria-hidden size={20} strokeWidth={1.5} />
        </summary>
        <Parts>
          {text}
          {children}
        </Parts>
      </Folded>
    );
  return (
    <Parts as="section" aria-labelledby={id} py="8" borderTopWidth="1px">
      <div>
        {heading}
        {text}
      </div>
      {children}
    </Parts>
  );
}
