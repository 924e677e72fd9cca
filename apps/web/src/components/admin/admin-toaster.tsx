import { Portal, Toast, Toaster } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { IconButton } from '../icon-button.tsx';
import { toaster } from './say.ts';

function TypeIcon({ type }: { type: string | undefined }) {
  const Icon = type === 'success' ? CircleCheck : type === 'error' ? CircleAlert : Info;
  return <Icon aria-hidden size={18} strokeWidth={1.5} style={{ flexShrink: 0, marginTop: 1 }} />;
}

/** Shows short messages in a polite live region; hovering pauses their timer. */
export function AdminToaster() {
  return (
    <Portal>
      <Toaster toaster={toaster} zIndex="toast!" insetInline={{ base: '4', md: undefined }}>
        {(toast) => (
          <Toast.Root width={{ base: 'full', md: '380px' }}>
            <TypeIcon type={toast.type} />
            <Toast.Title flex="1" overflowWrap="anywhere">
              {toast.title}
            </Toast.Title>
            <Toast.CloseTrigger asChild top="4px" insetEnd="4px">
              <IconButton label="Dismiss" icon={X} />
            </Toast.CloseTrigger>
          </Toast.Root>
        )}
      </Toaster>
    </Portal>
  );
}
