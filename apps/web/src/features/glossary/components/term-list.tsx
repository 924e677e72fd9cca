import { chakra } from '@chakra-ui/react';
import type { GlossaryTerm } from '@vault/contracts';
import { glossaryLimits } from '@vault/contracts';
import { Search } from 'lucide-react';
import { useCallback, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { alphabetical, inOrder, withKeyword } from '../model/term-list.ts';
import { glossaryStrings as strings } from '../glossary.strings.ts';
import { CsvButtons } from './csv-buttons.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { useMay } from '../../../api/workspaces/permissions.ts';
import { TermRow } from './term-row.tsx';

/** A list of more terms has a search. */
const searchedFrom = 10;
/** Rows that are shown at first: each has several controls. */
const shownAtFirst = 100;

const SearchField = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    flex: '1 1 200px',
    maxWidth: '320px',
    borderBottomWidth: '1px',
    borderColor: 'line.strong',
    color: 'ink.muted',
    _focusWithin: { borderColor: 'ink' },
    '& input': {
      flex: 1,
      minWidth: 0,
      height: '36px',
      bg: 'transparent',
      color: 'ink',
      fontSize: 'sm',
      outline: 'none',
      _placeholder: { color: 'ink.muted', opacity: 1 },
      '@media (pointer: coarse)': { height: '44px', fontSize: '16px' },
    },
  },
});

/** What a glossary is for, by an example. */
function Empty() {
  return (
    <chakra.div py="6" borderTopWidth="1px" maxWidth="65ch">
      <chakra.p fontWeight="strong">No terms yet</chakra.p>
      <MutedText mt="1">An example: a talk is about Thomas Piketty, and the captions say</MutedText>
      <chakra.p
        fontFamily="quote"
        fontSize="lg"
        my="3"
        ps="4"
        borderLeftWidth="2px"
        borderColor="line.strong"
      >
        “The data that{' '}
        <chakra.del textDecorationThickness="1px" color="ink.muted">
          pick a tea
        </chakra.del>{' '}
        <chakra.ins
          textDecoration="none"
          bg="caution.wash"
          boxShadow="inset 0 -2px 0 var(--vault-colors-caution)"
        >
          Piketty
        </chakra.ins>{' '}
        collected covers three centuries.”
      </chakra.p>
      <MutedText>
        Add the name, and what the captions made of it. In new videos exactly these forms are then corrected.
        Others that sound alike are only suggested: the card of the video says how many names you have to
        check.
      </MutedText>
    </chakra.div>
  );
}

interface TermListProps {
  terms: readonly GlossaryTerm[];
  /** Reads the terms again. */
  reload: () => Promise<readonly GlossaryTerm[]>;
}

/** The terms with their search, import and export. */
export function TermList({ terms, reload }: TermListProps) {
  const id = useId();
  const [order, setOrder] = useState(() => alphabetical(terms));
  const [keyword, setKeyword] = useState('');
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const focusList = useCallback(() => list.current?.focus(), []);
  const deferredKeyword = useDeferredValue(keyword);
  const ordered = useMemo(() => inOrder(terms, order), [terms, order]);
  const found = useMemo(() => withKeyword(ordered, deferredKeyword), [ordered, deferredKeyword]);
  const shown = isWhole ? found : found.slice(0, shownAtFirst);
  const mayEdit = useMay()('library.edit');
  const isSearched = terms.length > searchedFrom || keyword !== '';
  return (
    <section aria-labelledby={id}>
      <Line justifyContent="space-between" mb="3">
        <chakra.h2 id={id} srOnly>
          {strings.terms}
        </chakra.h2>
        <MutedText role="status" fontVariantNumeric="tabular-nums">
          {found.length === terms.length
            ? strings.count(terms.length)
            : strings.found(found.length, terms.length)}
        </MutedText>
        {isSearched ? (
          <SearchField role="search">
            <Search aria-hidden size={16} strokeWidth={1.5} />
            <input
              type="search"
              aria-label={strings.search}
              placeholder={strings.search}
              autoComplete="off"
              spellCheck={false}
              maxLength={glossaryLimits.length}
              value={keyword}
              onChange={(event) => setKeyword(event.target.value)}
            />
          </SearchField>
        ) : null}
        <CsvButtons
          canExport={terms.length > 0}
          onImported={async () => {
            setOrder(alphabetical(await reload()));
          }}
        />
      </Line>
      {terms.length === 0 && mayEdit ? <Empty /> : null}
      {terms.length > 0 && found.length === 0 ? (
        <MutedText py="4" borderTopWidth="1px">
          {strings.noneFound(deferredKeyword.trim())}
        </MutedText>
      ) : null}
      <chakra.ul ref={list} tabIndex={-1} outline="none" aria-label={strings.terms}>
        {shown.map((term) => (
          <TermRow key={term.id} term={term} onRemoved={focusList} />
        ))}
      </chakra.ul>
      {shown.length < found.length ? (
        <Button size="small" mt="3" onClick={() => setWhole(true)}>
          {strings.showAll(found.length)}
        </Button>
      ) : null}
    </section>
  );
}
