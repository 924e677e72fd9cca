import { chakra } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTopDialog } from '../dialogs/top-dialog.ts';
import { dismissToast, useToasts } from './toasts.ts';
import type { Toast } from './toasts.ts';

const icons = { success: CircleCheck, error: CircleAlert, info: Info } as const;
const tints = { success: 'good', error: 'signal', info: 'ink.muted' } as const;

const Card = chakra('div', {
  base: {
    pointerEvents: 'auto',
    display: 'grid',
    gridTemplateColumns: 'auto 1fr auto',
    gap: '3',
    alignItems: 'start',
    width: 'min(420px, calc(100vw - 32px))',
    p: '3',
    bg: 'surface',
    color: 'ink',
    border: '1px solid',
    borderColor: 'line.strong',
    borderRadius: 'md',
    fontSize: 'sm',
    animation: 'rise-in 200ms ease-out',
    '& svg': { width: '18px', height: '18px', strokeWidth: 1.5, mt: '1px' },
    '& button': {
      bg: 'transparent',
      border: 'none',
      p: '0',
      color: 'ink.muted',
      lineHeight: 0,
      borderRadius: 'sm',
    },
  },
});

function ToastCard({ toast }: { toast: Toast }) {
  const [timerState, setTimerState] = useState<'untouched' | 'paused' | 'restarted'>('untouched');
  const Icon = icons[toast.kind];

  useEffect(() => {
    if (timerState === 'paused') return;
    // Moving the toast into another dialog mounts it again, but must not extend its time.
    const remainingMs =
      timerState === 'untouched' ? toast.shownAt + toast.durationMs - Date.now() : toast.durationMs;
    const timer = setTimeout(() => dismissToast(toast.id), remainingMs);
    return () => clearTimeout(timer);
  }, [timerState, toast]);

  const pause = () => setTimerState('paused');
  const restart = () => setTimerState('restarted');
  return (
    <Card onPointerEnter={pause} onPointerLeave={restart} onFocus={pause} onBlur={restart}>
      <chakra.span color={tints[toast.kind]}>
        <Icon aria-hidden />
      </chakra.span>
      <span>
        {toast.text}
        {toast.action ? <ToastAction toast={toast} {...toast.action} /> : null}
      </span>
      <button type="button" aria-label="Dismiss" onClick={() => dismissToast(toast.id)}>
        <X aria-hidden />
      </button>
    </Card>
  );
}

function ToastAction({ toast, label, onSelect }: { toast: Toast; label: string; onSelect: () => void }) {
  return (
    <chakra.button
      type="button"
      ml="2"
      color="ink!"
      fontWeight="strong"
      lineHeight="inherit!"
      textDecoration="underline"
      textUnderlineOffset="3px"
      onClick={() => {
        dismissToast(toast.id);
        onSelect();
      }}
    >
      {label}
    </chakra.button>
  );
}

/**
 * Shows the toasts in a polite live region; hover and focus pause their timers. They are rendered inside the topmost
 * modal dialog, because they would be neither announced nor reachable below it.
 */
export function Toaster() {
  const toasts = useToasts();
  const topDialog = useTopDialog();
  const stacks = (['top', 'bottom'] as const).map((position) => (
    <chakra.div
      key={position}
      role="status"
      aria-live="polite"
      position="fixed"
      left="0"
      right="0"
      {...(position === 'top' ? { top: '76px' } : { bottom: '20px' })}
      zIndex="toast"
      display="grid"
      gap="2"
      justifyItems="center"
      pointerEvents="none"
    >
      {toasts
        .filter((toast) => toast.position === position)
        .map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
    </chakra.div>
  ));
  return topDialog ? createPortal(stacks, topDialog) : stacks;
}
