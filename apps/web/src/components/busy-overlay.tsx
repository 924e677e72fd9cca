import { chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { ProgressStrip } from './progress-strip.tsx';

const Cover = chakra('dialog', {
  base: {
    width: '100vw',
    height: '100dvh',
    maxWidth: 'none',
    maxHeight: 'none',
    border: 'none',
    bg: 'canvas',
    color: 'ink',
    '&[open]': { display: 'grid', placeContent: 'center', animation: 'fade-in 150ms ease-out' },
  },
});

interface BusyOverlayProps {
  title: string;
  hint: string;
  leaveLabel: string;
  onLeave: () => void;
}

/** Covers the page while an operation that changes all of it runs. Closing it does not stop the operation. */
export function BusyOverlay({ title, hint, leaveLabel, onLeave }: BusyOverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <Cover ref={dialog} aria-label={title} aria-busy="true" onCancel={onLeave}>
      <chakra.div width="min(420px, calc(100vw - 48px))" display="grid" gap="4" justifyItems="start">
        <chakra.div role="status" width="100%">
          <chakra.p fontFamily="quote" fontSize="xl" fontWeight="strong" lineHeight="1.2" mb="2">
            {title}
          </chakra.p>
          <chakra.p color="ink.muted">{hint}</chakra.p>
        </chakra.div>
        <chakra.div width="100%">
          <ProgressStrip label={title} />
        </chakra.div>
        <Button onClick={onLeave}>{leaveLabel}</Button>
      </chakra.div>
    </Cover>
  );
}
