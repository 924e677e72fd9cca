import { chakra } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { IconButton } from './icon-button.tsx';
import { nextEntry } from './next-entry.ts';

/** One line of a menu. */
export interface MenuEntry {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Shown, but cannot be chosen now. */
  readonly isDisabled?: boolean;
  /** Called when the menu is closed and focus is back on its button: a dialog opened now returns it there. */
  readonly onSelect: () => void;
}

const Sheet = chakra('div', {
  base: {
    position: 'absolute',
    right: 0,
    bottom: 'calc(100% + 4px)',
    zIndex: 10,
    minWidth: '216px',
    maxWidth: 'calc(100vw - 32px)',
    p: '1',
    bg: 'surface',
    border: '1px solid',
    borderColor: 'line.strong',
    borderRadius: 'md',
    animation: 'rise-in 150ms ease-out',
    '&[data-below]': { bottom: 'auto', top: 'calc(100% + 4px)' },
  },
});

const Entry = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    width: '100%',
    minHeight: '40px',
    px: '3',
    border: 'none',
    borderRadius: 'sm',
    bg: 'transparent',
    fontSize: 'sm',
    textAlign: 'left',
    whiteSpace: 'nowrap',
    outlineOffset: '-2px !important',
    _hover: { bg: 'hover' },
    '&[aria-disabled=true]': { color: 'ink.faint', cursor: 'not-allowed', bg: 'transparent' },
    '& svg': { width: '18px', height: '18px', strokeWidth: 1.5, flexShrink: 0 },
  },
});

const headerPx = 72;

/** Opens upwards, unless the page's header would cover it there. */
function place(sheet: HTMLElement | null): void {
  if (sheet) sheet.toggleAttribute('data-below', sheet.getBoundingClientRect().top < headerPx);
}

/** Closes when somebody presses or focuses anything else. */
function useLeaving(root: RefObject<HTMLElement | null>, isOpen: boolean, onLeave: () => void): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const look = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) onLeave();
    };
    document.addEventListener('pointerdown', look);
    document.addEventListener('focusin', look);
    return () => {
      document.removeEventListener('pointerdown', look);
      document.removeEventListener('focusin', look);
    };
  }, [root, isOpen, onLeave]);
}

interface ActionMenuProps {
  label: string;
  icon: ReactNode;
  entries: readonly MenuEntry[];
}

/** A button with a menu of further actions: arrows, Home, End and first letters move, Escape leaves. */
export function ActionMenu({ label, icon, entries }: ActionMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const sheetId = useId();
  const [close] = useState(() => () => {
    setOpen(false);
  });
  useLeaving(root, isOpen, close);

  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const open = (from: 'first' | 'last') => {
    setOpen(true);
    // The entries are there once this event has been handled.
    queueMicrotask(() =>
      items()
        .at(from === 'first' ? 0 : -1)
        ?.focus({ preventScroll: true }),
    );
  };
  const leave = () => {
    close();
    opener.current?.focus();
  };
  const choose = (entry: MenuEntry) => {
    if (entry.isDisabled) return;
    leave();
    entry.onSelect();
  };

  const pressOpener = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open(event.key === 'ArrowDown' ? 'first' : 'last');
  };
  const pressEntry = (event: KeyboardEvent) => {
    if (event.key === 'Tab') close();
    if (event.key === 'Escape') leave();
    const all = items();
    const next = nextEntry(
      all.map((item) => item.textContent),
      all.findIndex((item) => item === document.activeElement),
      event,
    );
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  };

  return (
    <chakra.div ref={root} position="relative">
      <IconButton
        ref={opener}
        label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? sheetId : undefined}
        onKeyDown={pressOpener}
        onClick={() => {
          if (isOpen) close();
          else open('first');
        }}
      >
        {icon}
      </IconButton>
      {isOpen ? (
        <Sheet ref={place} id={sheetId} role="menu" aria-label={label} onKeyDown={pressEntry}>
          {entries.map((entry) => (
            <Entry
              key={entry.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              aria-disabled={entry.isDisabled}
              onClick={() => {
                choose(entry);
              }}
            >
              <entry.icon aria-hidden />
              {entry.label}
            </Entry>
          ))}
        </Sheet>
      ) : null}
    </chakra.div>
  );
}
