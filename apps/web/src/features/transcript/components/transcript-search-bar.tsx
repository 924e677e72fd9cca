import { chakra } from '@chakra-ui/react';
import { ChevronDown, ChevronUp, Replace, Search, X } from 'lucide-react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import type { TranscriptSearch } from '../model/use-transcript-search.ts';
import { SearchInput } from './search-input.ts';

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
    '@media (pointer: coarse)': { '& button': { width: '44px', height: '44px' } },
  },
});

interface TranscriptSearchBarProps {
  search: TranscriptSearch;
  /** The first visible line: a new search chooses the first hit from there on. */
  firstLine: () => number;
  isReplacing: boolean;
  onReplacing: (isReplacing: boolean) => void;
  ref: Ref<HTMLInputElement>;
  /** Beside the field while nothing is searched. */
  children: ReactNode;
}

/** Enter goes to the next match, Shift+Enter to the previous one, Escape clears the search. */
export function TranscriptSearchBar(props: TranscriptSearchBarProps) {
  const { search, firstLine, isReplacing, onReplacing, ref, children } = props;
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
      <SearchInput
        ref={ref}
        type="search"
        aria-label="Search in the transcript"
        placeholder="Search"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={search.keyword}
        onKeyDown={press}
        onChange={(event) => search.look(event.target.value, firstLine())}
      />
      <chakra.span role="status" fontSize="xs" whiteSpace="nowrap" fontVariantNumeric="tabular-nums">
        {isUsed && !isReplacing ? count : null}
      </chakra.span>
      {isUsed && !isReplacing ? (
        <chakra.span display="flex" flexShrink={0}>
          <IconButton
            label="Previous match"
            icon={ChevronUp}
            disabled={search.hits.length === 0}
            onClick={() => search.step(-1)}
          />
          <IconButton
            label="Next match"
            icon={ChevronDown}
            disabled={search.hits.length === 0}
            onClick={() => search.step(1)}
          />
          <IconButton
            label="Clear the search"
            icon={X}
            onClick={(event) => clear(event.currentTarget.closest('[role=search]')?.querySelector('input'))}
          />
        </chakra.span>
      ) : null}
      {isUsed || isReplacing ? (
        <IconButton
          label="Replace"
          icon={Replace}
          aria-pressed={isReplacing}
          color={isReplacing ? 'ink' : undefined}
          bg={isReplacing ? 'hover' : undefined}
          onClick={() => onReplacing(!isReplacing)}
        />
      ) : (
        children
      )}
    </Bar>
  );
}
