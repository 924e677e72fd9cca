import { Scissors } from 'lucide-react';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { Button } from '../../components/button.tsx';
import { ClipCutter } from './clip-cutter.tsx';
import { clipStrings as words } from './clips.strings.ts';

/** Opens the clip popup beside a player. */
export function ClipButton(cutter: Omit<ComponentProps<typeof ClipCutter>, 'onClose'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        aria-label={words.entry}
        onClick={() => {
          setOpen(true);
        }}
      >
        <Scissors aria-hidden size={16} strokeWidth={1.5} />
        {words.shortEntry}
      </Button>
      {isOpen ? (
        <ClipCutter
          {...cutter}
          onClose={() => {
            setOpen(false);
          }}
        />
      ) : null}
    </>
  );
}
