import { chakra } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { nextEntry } from './next-entry.ts';

/** One line of a menu. */
export interface MenuEntry {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Shown, but cannot be chosen now. */
  readonly isDisabled?: boolean;
  /** Said under the label: why it cannot be chosen. */
  readonly note?: string;
  /** Names the part of the menu that begins with this entry. */
  readonly heading?: string;
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
    width: 'max-content',
    maxWidth: 'min(320px, calc(100vw - 16px))',
    overflowY: 'auto',
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
    py: '1',
    outlineOffset: '-2px !important',
    _hover: { bg: 'hover' },
    '&[aria-disabled=true]': { color: 'ink.faint', cursor: 'not-allowed', bg: 'transparent' },
    '& svg': { width: '18px', height: '18px', strokeWidth: 1.5, flexShrink: 0 },
  },
});

const Part = chakra('div', {
  base: { '& + &': { mt: '1', pt: '1', borderTop: '1px solid', borderColor: 'line' } },
});

const headerPx = 72;
const marginPx = 8;

/**
 * Opens upwards, unless there is more room below; never taller than the room, nor over an edge of the window. `headerPx`
 * is what the page's header covers.
 */
function place(sheet: HTMLElement | null): void {
  const root = sheet?.parentElement?.getBoundingClientRect();
  if (!sheet || !root) return;
  const above = root.top - headerPx - marginPx;
  const below = window.innerHeight - root.bottom - marginPx;
  const isBelow = sheet.offsetHeight > above && below > above;
  sheet.toggleAttribute('data-below', isBelow);
  sheet.style.maxHeight = `${String(Math.max(160, isBelow ? below : above))}px`;
  if (root.right - sheet.offsetWidth >= marginPx) return;
  const over = root.left + sheet.offsetWidth - (window.innerWidth - marginPx);
  sheet.style.right = 'auto';
  sheet.style.left = `${String(Math.min(0, -over))}px`;
}

/** Entries by the headings they stand under. */
function partsOf(entries: readonly MenuEntry[]): MenuEntry[][] {
  const parts: MenuEntry[][] = [];
  for (const entry of entries) {
    const last = parts.at(-1);
    if (last && entry.heading === undefined) last.push(entry);
    else parts.push([entry]);
  }
  return parts;
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
  /** The name stands beside the icon; else it is a tooltip. */
  isNamed?: boolean;
  icon: ReactNode;
  entries: readonly MenuEntry[];
}

/** A button with a menu of further actions: arrows, Home, End and first letters move, Escape leaves. */
export function ActionMenu({ label, isNamed, icon, entries }: ActionMenuProps) {
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

  const opening = {
    ref: opener,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? sheetId : undefined,
    onKeyDown: pressOpener,
    onClick: () => {
      if (isOpen) close();
      else open('first');
    },
  } as const;

  return (
    <chakra.div ref={root} position="relative">
      {isNamed ? (
        <Button size="small" {...opening}>
          {icon}
          {label}
        </Button>
      ) : (
        <IconButton label={label} {...opening}>
          {icon}
        </IconButton>
      )}
      {isOpen ? (
        <Sheet ref={place} id={sheetId} role="menu" aria-label={label} onKeyDown={pressEntry}>
          {partsOf(entries).map((part) => (
            <MenuPart key={part[0]?.label} entries={part} onChoose={choose} />
          ))}
        </Sheet>
      ) : null}
    </chakra.div>
  );
}

function MenuPart({
  entries,
  onChoose,
}: {
  entries: readonly MenuEntry[];
  onChoose: (entry: MenuEntry) => void;
}) {
  const headingId = useId();
  const heading = entries[0]?.heading;
  const lines = entries.map((entry) => (
    <MenuLine
      key={entry.label}
      entry={entry}
      onChoose={() => {
        onChoose(entry);
      }}
    />
  ));
  if (heading === undefined) return lines;
  return (
    <Part role="group" aria-labelledby={headingId}>
      <chakra.p
        id={headingId}
        dir="auto"
        role="presentation"
        px="3"
        pt="2"
        pb="1"
        fontSize="xs"
        fontWeight="strong"
        color="ink.muted"
      >
        {heading}
      </chakra.p>
      {lines}
    </Part>
  );
}

function MenuLine({ entry, onChoose }: { entry: MenuEntry; onChoose: () => void }) {
  const noteId = useId();
  return (
    <Entry
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-label={entry.note === undefined ? undefined : entry.label}
      aria-describedby={entry.note === undefined ? undefined : noteId}
      aria-disabled={entry.isDisabled}
      onClick={onChoose}
    >
      <entry.icon aria-hidden />
      <span>
        {entry.label}
        {entry.note === undefined ? null : (
          <chakra.span id={noteId} display="block" fontSize="xs" lineHeight="1.4" color="ink.muted">
            {entry.note}
          </chakra.span>
        )}
      </span>
    </Entry>
  );
}
