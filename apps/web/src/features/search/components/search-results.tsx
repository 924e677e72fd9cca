import { chakra } from '@chakra-ui/react';
import type { SearchAnswer, SearchMatching, SearchQuery } from '@vault/contracts';
import { useEffect, useRef, useState, useEffectEvent } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { Modal } from '../../../components/ui/dialogs/modal.tsx';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { ResultList, useResultRows } from './result-list.tsx';
import { userApi } from '../../../api/user-api.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { useLibrarySpeakersQuery } from '../../../api/speakers-api.ts';
import { Select } from '../../../components/ui/fields/select.tsx';
import { PageTitle } from '../../../components/ui/muted-text.ts';
import { SkeletonBlock } from '../../../components/ui/skeleton-block.tsx';

/** Notes on results that do not contain the exact keyword. */
const looser: Record<SearchMatching, string> = {
  exact: '',
  near: 'No exact match. These results have all words close together.',
  any: 'No exact match. These results have any of the words.',
  form: 'No exact match. These results have other forms of the words.',
};

/** Request timeout, longer than any search takes. After it the search box can be used again. */
const deadlineMs = 30_000;

/** The search over the whole library. */
const searchApi = userApi.injectEndpoints({
  endpoints: (build) => ({
    /** A mutation, because results are never cached and each search can be aborted separately. */
    searchLibrary: build.mutation<SearchAnswer, SearchQuery>({
      query: (params) => ({ url: '/search', params, timeout: deadlineMs }),
    }),
  }),
});

export const { useSearchLibraryMutation } = searchApi;

/**
 * Searches when it is mounted. Cancels the search when it is unmounted or what is searched changes.
 * @param speaker empty for everybody
 * @returns the answer; undefined until it has arrived
 */
function useSearchAnswer(
  keyword: string,
  speaker: string,
  onFail: (error: unknown) => void,
): SearchAnswer | undefined {
  const [search, { data }] = useSearchLibraryMutation();
  const fail = useEffectEvent(onFail);

  useEffect(() => {
    let isCancelled = false;
    const running = search({ keyword, ...(speaker === '' ? {} : { speaker }) });
    running.unwrap().catch((error: unknown) => {
      if (!isCancelled) fail(error);
    });
    return () => {
      isCancelled = true;
      running.abort();
    };
  }, [keyword, speaker, search]);

  return data;
}

const rows = ['58%', '44%', '66%', '38%', '52%'];

/** The skeleton of the results. */
function ResultSkeleton() {
  return (
    <chakra.div aria-hidden overflow="hidden">
      {rows.map((width) => (
        <chakra.div
          key={width}
          display="grid"
          gridTemplateColumns={{ base: '96px minmax(0, 1fr)', md: '168px minmax(0, 1fr)' }}
          columnGap={{ base: '3', md: '5' }}
          px={{ base: '4', md: '6' }}
          py="4"
          borderBottomWidth="1px"
        >
          <SkeletonBlock aspectRatio="16 / 9" borderRadius="md" />
          <div>
            <SkeletonBlock height="18px" mt="2px" style={{ width }} />
            <SkeletonBlock height="12px" width="120px" mt="3" />
            <SkeletonBlock height="16px" width="86%" mt="3" />
            <SkeletonBlock height="5px" mt="5" />
          </div>
        </chakra.div>
      ))}
    </chakra.div>
  );
}

const toastMs = 2500;

function NoResults({ speaker }: { speaker: string }) {
  return (
    <chakra.div px={{ base: '4', md: '6' }} pt={{ base: '10', md: '12' }}>
      <PageTitle as="p" mb="3">
        No matches found.
      </PageTitle>
      <chakra.p color="ink.muted" maxWidth="56ch">
        {speaker === ''
          ? 'Words are found as they are spelled, in titles, descriptions, chapters, quotes and everything that is said. Try a shorter part of the word, or check its spelling.'
          : `Only what ${speaker} says and is quoted with is searched. Choose all speakers to search everything.`}
      </chakra.p>
    </chakra.div>
  );
}

function titleOf(answer: SearchAnswer | undefined, keyword: string): string {
  return answer ? `( ${String(answer.total)} ) results for : ${keyword}` : `Searching for : ${keyword}`;
}

function noteOf(answer: SearchAnswer | undefined): string | undefined {
  if (!answer) return undefined;
  const { matching, total, results } = answer;
  const reason = total > 0 ? looser[matching] : '';
  const most =
    total > results.length
      ? `Showing the first ${formatNumber(results.length)} of ${formatNumber(total)}. A longer keyword gives fewer results.`
      : '';
  return [reason, most].filter((note) => note !== '').join(' ') || undefined;
}

interface SearchResultsProps {
  keyword: string;
  /** Gets the focus when the dialog is closed. */
  box: RefObject<HTMLElement | null>;
  /** Called with whether the answer is there. */
  onAnswered: (isAnswered: boolean) => void;
  onClose: () => void;
}

/** Searches for a keyword and shows the results. On failure it closes and shows a toast. */
export function SearchResults({ keyword, box, onAnswered, onClose }: SearchResultsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [speaker, setSpeaker] = useState('');
  const answer = useSearchAnswer(keyword, speaker, (error) => {
    showToast({ kind: 'error', text: errorMessage(error, 'Error on the server'), durationMs: toastMs });
    onClose();
  });
  const isAnswered = answer !== undefined;
  useEffect(() => {
    onAnswered(isAnswered);
    return () => onAnswered(false);
  }, [isAnswered, onAnswered]);
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
      closeLabel="Close the results"
      isReadFirst
      onCancel={onClose}
      last={box}
      onKeyDown={press}
    >
      <chakra.div display="grid" gridTemplateRows="auto minmax(0, 1fr)" minHeight="0">
        <SpeakerChoice
          speaker={speaker}
          onChoose={(next) => {
            setSpeaker(next);
            setCurrent(-1);
          }}
        />
        <chakra.div
          ref={scroller}
          tabIndex={-1}
          aria-busy={!answer}
          minHeight={{ base: 0, md: '280px' }}
          maxHeight={{ md: 'min(620px, calc(86dvh - 64px))' }}
          overflowY="auto"
          overscrollBehavior="contain"
          outline="none"
          // While loading it has the height of a long answer.
          css={{ '&[aria-busy=true]': { height: { md: '620px' } } }}
        >
          {answer ? null : <ResultSkeleton />}
          {answer && count === 0 ? <NoResults speaker={speaker} /> : null}
          {answer && count > 0 ? <ResultList answer={answer} rows={rows} onFocus={setCurrent} /> : null}
        </chakra.div>
      </chakra.div>
    </Modal>
  );
}

/** Narrows the results to one speaker. Renders nothing in a library without speakers. */
function SpeakerChoice({ speaker, onChoose }: { speaker: string; onChoose: (speaker: string) => void }) {
  const { data = [] } = useLibrarySpeakersQuery(undefined, { refetchOnMountOrArgChange: true });
  if (data.length === 0) return <span />;
  return (
    <chakra.div
      px={{ base: '4', md: '6' }}
      py="2"
      borderBottomWidth="1px"
      onKeyDown={(event) => {
        // They choose a speaker, not a result.
        if (['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(event.key)) event.stopPropagation();
      }}
    >
      <Select
        label="Said by"
        side="before"
        width="fit-content"
        value={speaker}
        options={[
          { value: '', text: 'All speakers' },
          ...data.map(({ name }) => ({ value: name, text: name })),
        ]}
        onChange={onChoose}
      />
    </chakra.div>
  );
}

/** The row that a key moves to; undefined for other keys. `current` is -1 while no row is chosen. */
function nextRow(key: string, current: number, count: number): number | undefined {
  const last = count - 1;
  if (last < 0) return undefined;
  if (key === 'ArrowDown') return Math.min(last, current + 1);
  if (key === 'ArrowUp') return Math.max(0, current - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  return undefined;
}

/** The row with the focus, -1 before the first key, and the handler of the keys that move it. */
function useRowKeys(count: number) {
  const [current, setCurrent] = useState(-1);

  const press = (event: KeyboardEvent) => {
    const next = nextRow(event.key, current, count);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setCurrent(next);
  };

  return { current, press, setCurrent };
}
