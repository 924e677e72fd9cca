import { chakra } from '@chakra-ui/react';
import type { SearchAnswer } from '@vault/contracts';
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { errorMessage } from '../../api/error-message.ts';
import { Modal } from '../../components/modal.tsx';
import { showToast } from '../../lib/toasts.ts';
import { ResultList, useResultRows } from './result-list.tsx';
import { ResultSkeleton } from './result-skeleton.tsx';
import { searchStrings as words } from './search.strings.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useSearchAnswer } from './use-search-answer.ts';

const toastMs = 2500;

/** While loading it has the height of a long answer. */
const Body = chakra('div', {
  base: {
    minHeight: { base: 0, md: '280px' },
    maxHeight: { md: 'min(620px, calc(86dvh - 64px))' },
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    outline: 'none',
    '&[aria-busy=true]': { height: { md: '620px' } },
  },
});

function Nothing() {
  return (
    <chakra.div px={{ base: '4', md: '6' }} pt={{ base: '10', md: '12' }}>
      <chakra.p fontFamily="quote" fontSize="xl" fontWeight="strong" lineHeight="1.2" mb="3">
        {words.none}
      </chakra.p>
      <chakra.p color="ink.muted" maxWidth="56ch">
        {words.noneHint}
      </chakra.p>
    </chakra.div>
  );
}

function titleOf(answer: SearchAnswer | undefined, keyword: string): string {
  return answer ? words.heading(answer.total, keyword) : words.searching(keyword);
}

function noteOf(answer: SearchAnswer | undefined): string | undefined {
  if (!answer) return undefined;
  const { matching, total, results } = answer;
  const looser = total > 0 ? words.looser[matching] : '';
  const most = total > results.length ? words.firstOf(results.length, total) : '';
  return [looser, most].filter((note) => note !== '').join(' ') || undefined;
}

interface SearchResultsProps {
  keyword: string;
  /** Gets the focus when the dialog is closed. */
  box: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Searches for a keyword and shows the results. On failure it closes and shows a toast. */
export function SearchResults({ keyword, box, onClose }: SearchResultsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const answer = useSearchAnswer(keyword, (error) => {
    showToast({ kind: 'error', text: errorMessage(error, words.failed), durationMs: toastMs });
    onClose();
  });
  const count = answer?.results.length ?? 0;
  const { current, press, setCurrent } = useRowKeys(count);
  const rows = useResultRows(scroller, count, current);

  useEffect(() => {
    if (current < 0) return;
    rows.scrollToIndex(current);
    const link = scroller.current?.querySelector<HTMLElement>(`[data-index="${String(current)}"] a`);
    link?.focus({ preventScroll: true });
  }, [current, rows]);

  // Focus the first result, unless the user has moved the focus meanwhile.
  useEffect(() => {
    const isWaiting = document.activeElement?.matches('[role=dialog] h2') === true;
    if (count > 0 && isWaiting) setCurrent(0);
  }, [count, setCurrent]);

  return (
    <Modal
      size="wide"
      title={titleOf(answer, keyword)}
      note={noteOf(answer)}
      closeLabel={words.close}
      isReadFirst
      onCancel={onClose}
      last={box}
      onKeyDown={press}
    >
      <Body ref={scroller} tabIndex={-1} aria-busy={!answer}>
        {answer ? null : <ResultSkeleton />}
        {answer && count === 0 ? <Nothing /> : null}
        {answer && count > 0 ? <ResultList answer={answer} rows={rows} onFocus={setCurrent} /> : null}
      </Body>
    </Modal>
  );
}
