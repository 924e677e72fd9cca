import { chakra } from '@chakra-ui/react';
import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { TextField } from './text-field.tsx';

/** A suggestion for a text. */
export interface Suggestion {
  readonly text: string;
  /** Shown beside it. */
  readonly note: string;
}

const List = chakra('ul', {
  base: {
    maxHeight: '176px',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    mt: '1',
    border: '1px solid',
    borderColor: 'line',
    borderRadius: 'md',
    fontSize: 'sm',
    '& > li': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      alignItems: 'center',
      columnGap: '3',
      minHeight: '36px',
      px: '3',
      cursor: 'pointer',
      overflowWrap: 'anywhere',
      _hover: { bg: 'hover' },
      // Seen in forced colours too.
      '&[aria-selected=true]': {
        bg: 'hover',
        outline: '2px solid',
        outlineColor: 'signal',
        outlineOffset: '-2px',
      },
      '@media (pointer: coarse)': { minHeight: '44px' },
    },
  },
});

interface ComboBoxProps {
  label: string;
  value: string;
  /** Those that contain the typed text are shown. */
  suggestions: readonly Suggestion[];
  /** What the suggestions are, for screen readers. */
  listLabel: string;
  maxLength?: number;
  isInvalid?: boolean;
  /** The id of the text that says what is wrong. */
  describedBy?: string;
  onChange: (value: string) => void;
}

/**
 * A text field with suggestions below it, any other text is possible. The up and down keys choose a suggestion, which
 * Enter takes.
 */
export function ComboBox(props: ComboBoxProps) {
  const { label, value, suggestions, listLabel, maxLength, isInvalid, describedBy, onChange } = props;
  const id = useId();
  /** All suggestions are shown until something is typed. */
  const [isTyped, setTyped] = useState(false);
  const [active, setActive] = useState(-1);
  const query = value.trim().toLowerCase();
  const shown = isTyped ? suggestions.filter(({ text }) => text.toLowerCase().includes(query)) : suggestions;
  const optionId = (at: number) => `${id}-${String(at)}`;

  const take = (text: string) => {
    setTyped(false);
    setActive(-1);
    onChange(text);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const chosen = shown[active];
    if (event.key === 'Enter' && chosen) take(chosen.text);
    else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && shown.length > 0) {
      const by = event.key === 'ArrowDown' ? 1 : -1;
      // From the field the up key goes to the last one.
      const next = active < 0 && by < 0 ? shown.length - 1 : active + by;
      const at = next < shown.length ? next : -1;
      setActive(at);
      document.getElementById(optionId(at))?.scrollIntoView({ block: 'nearest' });
    } else return;
    event.preventDefault();
  };
  return (
    <div>
      <TextField
        label={label}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={id}
        aria-activedescendant={active < 0 ? undefined : optionId(active)}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        autoComplete="off"
        spellCheck={false}
        autoFocus
        maxLength={maxLength}
        value={value}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setTyped(true);
          setActive(-1);
          onChange(event.target.value);
        }}
        onKeyDown={press}
      />
      <List id={id} role="listbox" aria-label={listLabel} hidden={shown.length === 0}>
        {shown.map(({ text, note }, at) => (
          <li
            key={text}
            id={optionId(at)}
            role="option"
            aria-selected={at === active}
            onMouseDown={(event) => {
              // The field keeps the focus.
              event.preventDefault();
            }}
            onClick={() => take(text)}
          >
            <bdi>{text}</bdi>
            <chakra.span fontSize="xs" color="ink.muted" fontVariantNumeric="tabular-nums">
              {note}
            </chakra.span>
          </li>
        ))}
      </List>
    </div>
  );
}
