import { chakra } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { nextEntry } from './next-entry.ts';

/** One item of a menu. */
export interface MenuEntry {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Shown, but cannot be selected now. */
  readonly isDisabled?: boolean;
  /** Shown under the label: why the item is disabled. */
  readonly note?: string;
  /** Heading of the group that begins with this entry. */
  readonly heading?: string;
  /** Called after the menu has closed and its button has the focus; a dialog opened now returns the focus there. */
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
 * Opens the menu upwards, unless it does not fit there and there is more room below. Limits its height to the room and
 * keeps it inside the window. The page header covers the first `headerPx` pixels.
 */
function positionMenu(sheet: HTMLElement | null): void {
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

/** Groups the entries by their headings. */
function partsOf(entries: readonly MenuEntry[]): MenuEntry[][] {
  const parts: MenuEntry[][] = [];
  for (const entry of entries) {
    const last = parts.at(-1);
    if (last && entry.heading === undefined) last.push(entry);
    else parts.push([entry]);
  }
  return parts;
}

/** Calls `onLeave` when anything outside of the menu is pressed or focused. */
function useOutsideInteraction(
  root: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onLeave: () => void,
): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const leaveIfOutside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) onLeave();
    };
    document.addEventListener('pointerdown', leaveIfOutside);
    document.addEventListener('focusin', leaveIfOutside);
    return () => {
      document.removeEventListener('pointerdown', leaveIfOutside);
      document.removeEventListener('focusin', leaveIfOutside);
    };
  }, [root, isOpen, onLeave]);
}

interface ActionMenuProps {
  label: string;
  /** Shows the label beside the icon; otherwise it is a tooltip. */
  isNamed?: boolean;
  icon: ReactNode;
  entries: readonly MenuEntry[];
}

/** A button with a menu: arrow keys, Home, End and first letters move the focus, Escape closes it. */
export function ActionMenu({ label, isNamed, icon, entries }: ActionMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const sheetId = useId();
  const [close] = useState(() => () => {
    setOpen(false);
  });
  useOutsideInteraction(root, isOpen, close);

  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const open = (from: 'first' | 'last') => {
    setOpen(true);
    // The entries are rendered after this event has been handled.
    queueMicrotask(() =>
      items()
        .at(from === 'first' ? 0 : -1)
        ?.focus({ preventScroll: true }),
    );
  };
  const closeAndRefocus = () => {
    close();
    opener.current?.focus();
  };
  const choose = (entry: MenuEntry) => {
    if (entry.isDisabled) return;
    closeAndRefocus();
    entry.onSelect();
  };

  const handleOpenerKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open(event.key === 'ArrowDown' ? 'first' : 'last');
  };
  const handleEntryKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') close();
    if (event.key === 'Escape') closeAndRefocus();
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
    onKeyDown: handleOpenerKey,
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
        <Sheet ref={positionMenu} id={sheetId} role="menu" aria-label={label} onKeyDown={handleEntryKey}>
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
