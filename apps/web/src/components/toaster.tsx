import { chakra } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTopDialog } from '../lib/top-dialog.ts';
import { dismissToast, useToasts } from '../lib/toasts.ts';
import type { Toast } from '../lib/toasts.ts';

const icons = { success: CircleCheck, error: CircleAlert, info: Info } as const;
const tints = { success: 'good', error: 'signal', info: 'ink.muted' } as const;

const Slip = chakra('div', {
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

function ToastSlip({ toast }: { toast: Toast }) {
  const [attention, setAttention] = useState<'none' | 'held' | 'let go'>('none');
  const Icon = icons[toast.kind];

  useEffect(() => {
    if (attention === 'held') return;
    // It may have moved to another dialog meanwhile, which gives it no more time.
    const left = attention === 'none' ? toast.shownAt + toast.durationMs - Date.now() : toast.durationMs;
    const timer = setTimeout(() => {
      dismissToast(toast.id);
    }, left);
    return () => {
      clearTimeout(timer);
    };
  }, [attention, toast]);

  const hold = () => {
    setAttention('held');
  };
  const letGo = () => {
    setAttention('let go');
  };
  return (
    <Slip onPointerEnter={hold} onPointerLeave={letGo} onFocus={hold} onBlur={letGo}>
      <chakra.span color={tints[toast.kind]}>
        <Icon aria-hidden />
      </chakra.span>
      <span>
        {toast.text}
        {toast.action ? <ToastAction toast={toast} {...toast.action} /> : null}
      </span>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => {
          dismissToast(toast.id);
        }}
      >
        <X aria-hidden />
      </button>
    </Slip>
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
 * Where short messages appear. Read aloud politely; they wait while pointed at or focused. Under a modal dialog nobody
 * would read or reach them, so they stand in the topmost one.
 */
export function Toaster() {
  const toasts = useToasts();
  const topDialog = useTopDialog();
  const places = (['top', 'bottom'] as const).map((place) => (
    <chakra.div
      key={place}
      role="status"
      aria-live="polite"
      position="fixed"
      left="0"
      right="0"
      {...(place === 'top' ? { top: '76px' } : { bottom: '20px' })}
      zIndex="toast"
      display="grid"
      gap="2"
      justifyItems="center"
      pointerEvents="none"
    >
      {toasts
        .filter((toast) => toast.place === place)
        .map((toast) => (
          <ToastSlip key={toast.id} toast={toast} />
        ))}
    </chakra.div>
  ));
  return topDialog ? createPortal(places, topDialog) : places;
}
