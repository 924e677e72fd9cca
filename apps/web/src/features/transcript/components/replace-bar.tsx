import { chakra } from '@chakra-ui/react';
import { transcriptLineLimit } from '@vault/contracts';
import { CornerDownRight } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { placesLimit } from '../model/find-replace.ts';
import type { Replace } from '../model/use-replace.ts';
import { transcriptStrings as strings } from '../transcript.strings.ts';
import { SearchInput } from './search-input.ts';

const Options = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '4',
    py: '1',
    fontSize: 'xs',
    '& label': { display: 'flex', alignItems: 'center', gap: '2', minHeight: '32px' },
    '& input': { accentColor: 'var(--vault-colors-ink)' },
    '@media (pointer: coarse)': { '& label, & button': { minHeight: '44px' } },
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
      <Options>
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
      </Options>
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
