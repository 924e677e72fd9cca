import { Menu, Portal, chakra } from '@chakra-ui/react';
import { foldText } from '@vault/contracts';
import { Check, ChevronRight, Ellipsis, SearchX } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactElement } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

/** One item of a menu. */
export interface MenuEntry {
  /** Identifies the entry, unless it has an `id`. It must not change while the menu is open: a press of a pointer would be lost. */
  readonly label: string;
  /** For entries that may have equal labels. */
  readonly id?: string;
  readonly icon: LucideIcon;
  /** The address of a picture, in the place of the icon. */
  readonly picture?: string | undefined;
  /** Shown, but cannot be selected now. */
  readonly isDisabled?: boolean;
  /** Shown under the label, such as the reason why the item is disabled. */
  readonly note?: string;
  /** Whether it is what the page shows now. */
  readonly isCurrent?: boolean;
  /** A digit that selects the entry while the menu is open, shown in its line. */
  readonly digit?: string;
  /** Heading of the group that begins with this entry; empty for a line without words. */
  readonly heading?: string;
  /** Called after the menu has closed and its button has the focus; a dialog opened now returns the focus there. */
  readonly onSelect?: () => void;
  /** Shown in place of the others when this one is selected. */
  readonly entries?: readonly MenuEntry[];
}

const idOf = ({ id, label }: MenuEntry) => id ?? label;

/** The entries that contain the typed text, or one that says that there are none. */
function matchesOf(entries: readonly MenuEntry[], typed: string): readonly MenuEntry[] {
  const text = foldText(typed);
  const found = entries.filter(({ label }) => foldText(label).includes(text));
  const heading = `With “${typed}”`;
  if (found.length === 0)
    return [{ label: 'Nothing has this name', icon: SearchX, heading, isDisabled: true }];
  return found.map((entry, at) => ({
    ...entry,
    heading: at === 0 ? heading : undefined,
    // Digits are a part of the text.
    digit: undefined,
  }));
}

/** Whether a press of a key types a character: a space does only after others, because it selects. */
const isTyped = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, typed: string) =>
  key.length === 1 && !altKey && !ctrlKey && !metaKey && (key !== ' ' || typed !== '');

/** The line that a digit selects. */
const lineOf = ({ key, currentTarget }: KeyboardEvent) =>
  /^[1-9]$/.test(key) ? currentTarget.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`) : null;

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

interface ActionMenuProps {
  label: string;
  /** Shown beside the icon; the label is a tooltip. */
  word?: string;
  icon?: LucideIcon;
  /** In the place of a button with the icon; it has its own name. */
  button?: ReactElement;
  placement?: 'bottom-start' | 'bottom-end';
  entries: readonly MenuEntry[];
  tabIndex?: 0 | -1;
  /** Opens the menu when it is first rendered. */
  isInitiallyOpen?: boolean;
  /** Called when the menu opens or closes, but not when it is initially open. */
  onOpenChange?: ((isOpen: boolean) => void) | undefined;
  /** Typed text leaves only the entries that contain it; without it, first letters move the focus. */
  isFilteredByTyping?: boolean;
}

/**
 * A button with a menu outside of the page, whose header and sticky columns would cover it. Arrow keys, Home,
 * End and first letters move the focus, Escape closes it.
 */
export function ActionMenu({
  label,
  word,
  icon = Ellipsis,
  button,
  placement = 'bottom-end',
  entries,
  tabIndex,
  isInitiallyOpen,
  onOpenChange,
  isFilteredByTyping,
}: ActionMenuProps) {
  const firstId = entries[0] ? idOf(entries[0]) : null;
  // The highlighted entry has the focus, because not every screen reader follows `aria-activedescendant` in a menu.
  const [highlighted, setHighlighted] = useState<string | null>(isInitiallyOpen ? firstId : null);
  const [inner, setInner] = useState<readonly MenuEntry[] | null>(null);
  const [typed, setTyped] = useState('');
  const listed = inner ?? entries;
  const shown = typed === '' ? listed : matchesOf(listed, typed);
  const filter = (text: string) => {
    const [first] = text === '' ? listed : matchesOf(listed, text);
    setTyped(text);
    setHighlighted(first ? idOf(first) : null);
  };
  const select = (id: string) => {
    const entry = shown.find((each) => idOf(each) === id && !each.isDisabled);
    if (entry?.entries) {
      setTyped('');
      setInner(entry.entries);
      setHighlighted(entry.entries[0] ? idOf(entry.entries[0]) : null);
    }
    // The button gets the focus in a microtask that is queued after this call.
    else queueMicrotask(() => entry?.onSelect?.());
  };
  const startAtEnd = ({ key }: { key: string }) => {
    const last = entries.at(-1);
    if (key === 'ArrowUp' && last) setHighlighted(idOf(last));
  };
  return (
    <Menu.Root
      aria-label={label}
      lazyMount
      defaultOpen={isInitiallyOpen}
      unmountOnExit
      positioning={{ placement, gutter: 4, overflowPadding: 8 }}
      highlightedValue={highlighted}
      onHighlightChange={(change) => setHighlighted(change.highlightedValue)}
      onOpenChange={({ open }) => {
        if (open) setHighlighted((chosen) => chosen ?? firstId);
        else {
          setInner(null);
          setTyped('');
        }
        onOpenChange?.(open);
      }}
      onSelect={({ value }) => select(value)}
    >
      <Menu.Trigger asChild onKeyDown={startAtEnd}>
        {button ??
          (word === undefined ? (
            <IconButton label={label} icon={icon} tabIndex={tabIndex} />
          ) : (
            <Button icon={icon} size="small" aria-label={label} title={label}>
              {word}
            </Button>
          ))}
      </Menu.Trigger>
      <Menu.Context>
        {(menu) => (
          <Portal>
            <Menu.Positioner>
              <Menu.Content
                tabIndex={-1}
                minWidth="216px"
                width="max-content"
                maxWidth="min(320px, calc(100vw - 16px))"
                p="1"
                onKeyDownCapture={(event) => {
                  const line = lineOf(event);
                  // The menu would keep the focus. Tab closes it and goes on from its button.
                  if (event.key === 'Tab') menu.setOpen(false);
                  else if (line) {
                    line.focus();
                    // The menu selects what is highlighted, and learns of the focus after this event.
                    setTimeout(() => line.click());
                  } else if (isFilteredByTyping && isTyped(event, typed)) filter(typed + event.key);
                  else if (event.key === 'Backspace' && typed !== '') filter(typed.slice(0, -1));
                  else return;
                  event.stopPropagation();
                  if (event.key !== 'Tab') event.preventDefault();
                }}
              >
                {partsOf(shown).map((part) => (
                  <MenuPart
                    key={part[0] && idOf(part[0])}
                    entries={part}
                    highlighted={menu.open ? highlighted : null}
                    onFocus={setHighlighted}
                  />
                ))}
              </Menu.Content>
            </Menu.Positioner>
          </Portal>
        )}
      </Menu.Context>
    </Menu.Root>
  );
}

interface MenuPartProps {
  entries: readonly MenuEntry[];
  highlighted: string | null;
  onFocus: (id: string) => void;
}

function MenuPart({ entries, highlighted, onFocus }: MenuPartProps) {
  const heading = entries[0]?.heading;
  const lines = entries.map((entry) => (
    <MenuLine
      key={idOf(entry)}
      entry={entry}
      isHighlighted={idOf(entry) === highlighted}
      onFocus={() => onFocus(idOf(entry))}
    />
  ));
  if (heading === undefined) return lines;
  return (
    <Menu.ItemGroup>
      {heading === '' ? null : <Menu.ItemGroupLabel dir="auto">{heading}</Menu.ItemGroupLabel>}
      {lines}
    </Menu.ItemGroup>
  );
}

interface MenuLineProps {
  entry: MenuEntry;
  isHighlighted: boolean;
  onFocus: () => void;
}

function MenuLine({ entry, isHighlighted, onFocus }: MenuLineProps) {
  const { label, icon: Icon, picture, note, isDisabled } = entry;
  const line = useRef<HTMLDivElement>(null);
  const noteId = useId();
  useEffect(() => {
    if (isHighlighted) line.current?.focus({ preventScroll: true });
  }, [isHighlighted]);
  return (
    <Menu.Item
      ref={line}
      value={idOf(entry)}
      tabIndex={-1}
      gap="3"
      minHeight="40px"
      css={{ '@media (pointer: coarse)': { minHeight: '44px' } }}
      px="3"
      py="1"
      closeOnSelect={!isDisabled && !entry.entries}
      aria-describedby={note === undefined ? undefined : noteId}
      aria-disabled={isDisabled}
      aria-current={entry.isCurrent ? 'true' : undefined}
      aria-keyshortcuts={entry.digit}
      onFocus={onFocus}
    >
      {picture === undefined ? (
        <Icon aria-hidden />
      ) : (
        // Larger than an icon, in the same column.
        <chakra.img src={picture} alt="" boxSize="24px" mx="-3px" borderRadius="sm" flexShrink="0" />
      )}
      <span>
        {label}
        {note === undefined ? null : (
          // The description of the entry, not a part of its name.
          <chakra.span
            id={noteId}
            aria-hidden
            display="block"
            fontSize="xs"
            lineHeight="1.4"
            color="ink.muted"
          >
            {note}
          </chakra.span>
        )}
      </span>
      <chakra.span display="flex" alignItems="center" gap="2" marginInlineStart="auto">
        {entry.isCurrent ? <Check aria-hidden /> : null}
        {entry.digit === undefined ? null : (
          <chakra.kbd aria-hidden fontFamily="body" fontSize="xs" color="ink.muted" hideBelow="md">
            {entry.digit}
          </chakra.kbd>
        )}
        {entry.entries ? <ChevronRight aria-hidden /> : null}
      </chakra.span>
    </Menu.Item>
  );
}
