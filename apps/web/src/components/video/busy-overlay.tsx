import { Dialog, Portal, chakra } from '@chakra-ui/react';
import { Button } from '../ui/button.tsx';
import { ProgressStrip } from './progress-strip.tsx';
import { PageTitle } from '../ui/muted-text.ts';

interface BusyOverlayProps {
  title: string;
  hint: string;
  leaveLabel: string;
  onLeave: () => void;
}

/** Covers the page while an operation that changes all of it runs. Closing it does not stop the operation. */
export function BusyOverlay({ title, hint, leaveLabel, onLeave }: BusyOverlayProps) {
  return (
    <Dialog.Root open size="full" onOpenChange={onLeave}>
      <Portal>
        <Dialog.Positioner>
          <Dialog.Content
            aria-label={title}
            aria-busy="true"
            display="grid"
            placeContent="center"
            border="none"
            bg="canvas"
            _open={{ animation: 'fade-in 150ms ease-out' }}
          >
            <chakra.div width="min(420px, calc(100vw - 48px))" display="grid" gap="4" justifyItems="start">
              <chakra.div role="status" width="100%">
                <PageTitle as="p" mb="2">
                  {title}
                </PageTitle>
                <chakra.p color="ink.muted">{hint}</chakra.p>
              </chakra.div>
              <chakra.div width="100%">
                <ProgressStrip label={title} />
              </chakra.div>
              <Button onClick={onLeave}>{leaveLabel}</Button>
            </chakra.div>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
