import { chakra } from '@chakra-ui/react';
import { ChevronDown, ChevronUp, Replace as ReplaceIcon, Search, X, CornerDownRight } from 'lucide-react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { transcriptLineLimit } from '@vault/contracts';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import type { TranscriptSearch } from '../model/use-transcript-search.ts';
import { Button } from '../../../components/ui/button.tsx';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { placesLimit } from '../model/find-replace.ts';
import type { Replace } from '../model/use-replace.ts';
import { transcriptStrings as strings } from '../transcript.strings.ts';

interface TranscriptSearchBarProps {
  search: TranscriptSearch;
  /** The first visible line: a new search chooses the first hit from there on. */
  firstLine: () => number;
  isReplacing: boolean;
  /** Undefined for whoever may not edit. */
  onReplacing: ((isReplacing: boolean) => void) | undefined;
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
    <chakra.div
      role="search"
      aria-label="Search in the transcript"
      display="flex"
      alignItems="center"
      gap="1"
      minHeight="44px"
      borderBottomWidth="1px"
      color="ink.muted"
      _focusWithin={{ borderColor: 'ink' }}
      css={{
        '& button': { width: '32px', height: '32px' },
        '@media (pointer: coarse)': { '& button': { width: '44px', height: '44px' } },
      }}
    >
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
      {onReplacing && (isUsed || isReplacing) ? (
        <IconButton
          label="Replace"
          icon={ReplaceIcon}
          aria-pressed={isReplacing}
          color={isReplacing ? 'ink' : undefined}
          bg={isReplacing ? 'hover' : undefined}
          onClick={() => onReplacing(!isReplacing)}
        />
      ) : isUsed ? null : (
        children
      )}
    </chakra.div>
  );
}

/** A field in the search of the transcript, whose border shows the focus. */
export const SearchInput = chakra('input', {
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

interface ReplaceBarProps {
  replace: Replace;
  onReplace: () => void;
}

/** The second field of the search: what the found words are replaced by. */
export function ReplaceBar({ replace, onReplace }: ReplaceBarProps) {
  const { replacement, options, places, chosen, areMore, inTwoLines } = replace;
  const [count, all] = [formatNumber(chosen.length), formatNumber(places.length)];
  return (
    <chakra.div borderBottomWidth="1px">
      <chakra.div
        display="flex"
        alignItems="center"
        gap="1"
        minHeight="44px"
        borderBottomWidth="1px"
        color="ink.muted"
        _focusWithin={{ borderColor: 'ink' }}
      >
        <CornerDownRight aria-hidden size={16} strokeWidth={1.5} />
        <SearchInput
          aria-label="Replace by"
          placeholder="Replace by"
          autoComplete="off"
          spellCheck={false}
          maxLength={transcriptLineLimit}
          value={replacement}
          onChange={(event) => replace.write(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || chosen.length === 0) return;
            event.preventDefault();
            onReplace();
          }}
        />
      </chakra.div>
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        columnGap="4"
        py="1"
        fontSize="xs"
        css={{
          '& label': { display: 'flex', alignItems: 'center', gap: '2', minHeight: '32px' },
          '& input': { accentColor: 'var(--vault-colors-ink)' },
          '@media (pointer: coarse)': { '& label, & button': { minHeight: '44px' } },
        }}
      >
        <label>
          <input
            type="checkbox"
            checked={options.isCaseMatched}
            onChange={(event) => replace.set({ isCaseMatched: event.target.checked })}
          />
          Match case
        </label>
        <label>
          <input
            type="checkbox"
            checked={options.areWholeWords}
            onChange={(event) => replace.set({ areWholeWords: event.target.checked })}
          />
          Whole words
        </label>
        <Button size="small" ms="auto" disabled={chosen.length === 0} onClick={onReplace}>
          {places.length === 0 ? 'Replace' : `Replace ${count} of ${all}`}
        </Button>
      </chakra.div>
      {areMore ? (
        <chakra.p role="status" fontSize="xs" color="ink.muted" pb="2">
          {`These are the first ${formatNumber(placesLimit)} places. More are found after they are replaced.`}
        </chakra.p>
      ) : null}
      {inTwoLines > 0 ? (
        <chakra.p role="status" fontSize="xs" color="ink.muted" pb="2">
          {strings.inTwoLines(inTwoLines)}
        </chakra.p>
      ) : null}
    </chakra.div>
  );
}
