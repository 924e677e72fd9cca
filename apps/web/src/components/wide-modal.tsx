import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { IconButton } from './icon-button.tsx';
import { useModalDialog } from './use-modal-dialog.ts';

const Sheet = chakra('dialog', {
  base: {
    mx: 'auto',
    mt: { base: 0, md: '7dvh' },
    p: 0,
    width: { base: '100vw', md: 'min(880px, calc(100vw - 48px))' },
    maxWidth: 'none',
    mb: 'auto',
    height: { base: '100dvh', md: 'fit-content' },
    maxHeight: { base: 'none', md: '86dvh' },
    overflow: 'hidden',
    bg: 'surface',
    color: 'ink',
    border: '1px solid',
    borderColor: 'line.strong',
    borderWidth: { base: 0, md: '1px' },
    borderRadius: { base: 0, md: 'media' },
    '&[open]': {
      display: 'grid',
      gridTemplateRows: 'auto minmax(0, 1fr)',
      animation: 'rise-in 180ms ease-out',
    },
    _backdrop: { bg: 'scrim' },
  },
});

interface WideModalProps {
  title: ReactNode;
  /** Shown under the title. */
  note?: ReactNode;
  closeLabel: string;
  /** Called by Escape, the close button, or a click outside. */
  onClose: () => void;
  /** Element that gets the focus afterwards. */
  last?: RefObject<HTMLElement | null>;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/** A wide modal for a list; full screen on a phone. Focuses its title first. */
export function WideModal({ title, note, closeLabel, onClose, last, onKeyDown, children }: WideModalProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const dialog = useModalDialog({ first: heading, last });
  const titleId = useId();
  return (
    <Sheet
      ref={dialog}
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // The content covers the whole dialog: a click whose target is the dialog itself is on the backdrop.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <chakra.div
        display="flex"
        alignItems="flex-start"
        gap="4"
        pl={{ base: '4', md: '6' }}
        pr={{ base: '2', md: '4' }}
        py="3"
        borderBottom="1px solid"
        borderColor="line"
      >
        <chakra.div flex="1" minWidth="0" pt="6px">
          <chakra.h2
            ref={heading}
            id={titleId}
            tabIndex={-1}
            outline="none"
            fontSize="md"
            fontWeight="strong"
            lineHeight="1.35"
            overflowWrap="anywhere"
            aria-live="polite"
          >
            {title}
          </chakra.h2>
          {note ? (
            <chakra.p fontSize="sm" color="ink.muted" mt="1">
              {note}
            </chakra.p>
          ) : null}
        </chakra.div>
        <IconButton label={closeLabel} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </chakra.div>
      {children}
    </Sheet>
  );
}
