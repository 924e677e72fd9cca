import { chakra } from '@chakra-ui/react';
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import type { TranscriptSearch } from '../model/use-transcript-search.ts';

const Bar = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    minHeight: '44px',
    borderBottomWidth: '1px',
    color: 'ink.muted',
    _focusWithin: { borderColor: 'ink' },
    '& button': { width: '32px', height: '32px' },
  },
});

const Input = chakra('input', {
  base: {
    flex: 1,
    minWidth: 0,
    height: '36px',
    px: '2',
    bg: 'transparent',
    color: 'ink',
    fontSize: 'sm',
    _placeholder: { color: 'ink.muted', opacity: 1 },
    // The bottom border of the bar shows the focus.
    _focusVisible: { outline: 'none' },
    '&::-webkit-search-cancel-button': { display: 'none' },
  },
});

interface TranscriptSearchBarProps {
  search: TranscriptSearch;
  /** The first visible line: a new search chooses the first hit from there on. */
  firstLine: () => number;
  ref: Ref<HTMLInputElement>;
}

/** Enter goes to the next match, Shift+Enter to the previous one, Escape clears the search. */
export function TranscriptSearchBar({ search, firstLine, ref }: TranscriptSearchBarProps) {
  const isUsed = search.keyword.trim() !== '';
  const count =
    search.hits.length === 0 ? 'No match' : `${String(search.chosen + 1)} of ${String(search.hits.length)}`;
  const clear = (input: HTMLInputElement | null | undefined) => {
    search.look('', 0);
    input?.focus();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && search.keyword !== '') clear(event.currentTarget);
    else if (event.key === 'Enter') search.step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };
  return (
    <Bar role="search" aria-label="Search in the transcript">
      <Search aria-hidden size={16} strokeWidth={1.5} />
      <Input
        ref={ref}
        type="search"
        aria-label="Search in the transcript"
        placeholder="Search"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={search.keyword}
        onKeyDown={press}
        onChange={(event) => {
          search.look(event.target.value, firstLine());
        }}
      />
      <chakra.span role="status" fontSize="xs" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
        {isUsed ? count : null}
      </chakra.span>
      {isUsed ? (
        <chakra.span display="flex" flexShrink={0}>
          <IconButton
            label="Previous match"
            icon={ChevronUp}
            disabled={search.hits.length === 0}
            onClick={() => {
              search.step(-1);
            }}
          />
          <IconButton
            label="Next match"
            icon={ChevronDown}
            disabled={search.hits.length === 0}
            onClick={() => {
              search.step(1);
            }}
          />
          <IconButton
            label="Clear the search"
            icon={X}
            onClick={(event) => {
              clear(event.currentTarget.closest('[role=search]')?.querySelector('input'));
            }}
          />
        </chakra.span>
      ) : null}
    </Bar>
  );
}
