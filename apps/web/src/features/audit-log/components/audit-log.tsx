import { chakra } from '@chakra-ui/react';
import { RefreshCw, X } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { useListAddress } from '../../../components/admin/list/use-list-address.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Line } from '../../../components/ui/fields/line.ts';
import { LoadProblem } from '../../../components/ui/load-problem.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { SkeletonBlock } from '../../../components/ui/skeleton-block.tsx';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { useNow } from '../../../lib/state/use-now.ts';
import { useAuditLogInfiniteQuery } from '../api/audit-log-api.ts';
import { personOptions, useNamedPeople } from '../model/log-people.ts';
import type { LogPerson } from '../model/log-people.ts';
import { auditLogStrings as strings } from '../audit-log.strings.ts';
import { ExportButtons } from './export-buttons.tsx';
import { LogEntry, wide } from './log-entry.tsx';
import { LogFilters, filterOf, filterShape } from './log-filters.tsx';
import { LogStatus } from './log-status.tsx';

interface AuditLogProps {
  team: string;
  /** Undefined until they are known. */
  members: readonly LogPerson[] | undefined;
}

/** Who changed what in the team, newest first. */
export function AuditLog({ team, members }: AuditLogProps) {
  const [address, actions] = useListAddress(filterShape);
  const filter = useMemo(() => filterOf(address.filters), [address.filters]);
  // The first page says what is new: the others would be read again for nothing.
  const log = useAuditLogInfiniteQuery(filter, {
    refetchOnMountOrArgChange: true,
    refetchCachedPages: false,
  });
  // While another filter is read, the entries before stay.
  const pages = (log.currentData ?? (log.isFetching ? log.data : undefined))?.pages;
  const entries = useMemo(() => pages?.flatMap((page) => page.entries) ?? [], [pages]);
  const named = useNamedPeople(entries);
  const now = useNow(60_000);
  const status = pages?.[0];
  const hasFailed = pages === undefined && log.error !== undefined && !log.isFetching;
  const filters = useRef<HTMLDivElement>(null);
  const isStale = log.currentData === undefined;
  const { list, awaitMore } = useFocusOnAdded(entries.length);

  const showMore = () => {
    if (log.isFetching) return;
    awaitMore();
    void log.fetchNextPage();
  };
  const clear = () => {
    actions.clear();
    // The button that was pressed is gone.
    filters.current?.focus();
  };
  const loadNew = async () => {
    if (log.isFetching) return;
    const { data, error } = await log.refetch();
    if (error !== undefined) {
      showToast({ kind: 'error', text: errorMessage(error, strings.notLoaded) });
      return;
    }
    const isNew = data?.pages[0]?.entries[0]?.id !== entries[0]?.id;
    showToast({ kind: 'success', text: isNew ? 'New entries were loaded.' : 'There are no new entries.' });
  };

  return (
    <chakra.div display="grid" gap="5">
      {hasFailed ? null : status ? (
        <LogStatus page={status} now={now} />
      ) : (
        <SkeletonBlock height="21px" maxWidth="360px" />
      )}
      <LogFilters
        ref={filters}
        list={{ address, actions }}
        people={personOptions(members, named, address.filters.actor)}
      />
      {hasFailed ? null : (
        <Line gap="1" mx="-3">
          <Button
            size="small"
            tone="quiet"
            icon={RefreshCw}
            isBusy={pages !== undefined && log.isFetching && !log.isFetchingNextPage}
            onClick={() => void loadNew()}
          >
            Load new entries
          </Button>
          <ExportButtons filter={filter} />
          {address.isFiltered && entries.length > 0 ? (
            <Button size="small" tone="quiet" icon={X} onClick={clear}>
              {strings.clear}
            </Button>
          ) : null}
        </Line>
      )}
      {hasFailed ? (
        <LoadProblem error={log.error} text={strings.notLoaded} onRetry={() => void log.refetch()} />
      ) : null}
      {entries.length === 0 && isStale && !hasFailed ? <LogSkeleton /> : null}
      {entries.length === 0 && !isStale ? (
        <Empty team={team} isFiltered={address.isFiltered} onClear={clear} />
      ) : null}
      {entries.length > 0 ? (
        <chakra.ul
          ref={list}
          aria-label={strings.title}
          aria-busy={isStale}
          borderBottomWidth="1px"
          opacity={isStale ? 0.55 : undefined}
        >
          {entries.map((row) => (
            <LogEntry key={row.id} row={row} now={now} />
          ))}
        </chakra.ul>
      ) : null}
      {log.isFetchNextPageError && !log.isFetching ? (
        <LoadProblem error={log.error} text={strings.notLoaded} onRetry={showMore} />
      ) : pages && log.hasNextPage && !isStale ? (
        <Button justifySelf="start" isBusy={log.isFetchingNextPage} onClick={showMore}>
          Show more
        </Button>
      ) : null}
    </chakra.div>
  );
}

/**
 * Moves the focus to the first of the entries that are added, because the button that asked for them may be gone.
 * @returns the ref of the list, and a function to call before they are asked for
 */
function useFocusOnAdded(count: number) {
  const list = useRef<HTMLUListElement>(null);
  const awaited = useRef<number | null>(null);
  useEffect(() => {
    if (awaited.current === null || count <= awaited.current) return;
    list.current?.children[awaited.current]?.querySelector('button')?.focus({ preventScroll: true });
    awaited.current = null;
  }, [count]);
  const awaitMore = () => {
    awaited.current = count;
  };
  return { list, awaitMore };
}

interface EmptyProps {
  team: string;
  isFiltered: boolean;
  onClear: () => void;
}

function Empty({ team, isFiltered, onClear }: EmptyProps) {
  if (!isFiltered)
    return (
      <MutedText maxWidth="65ch">
        {`Nothing yet. Whoever changes something in ${team} leaves an entry here: members, the plan, videos, words, clips, links, portals and prompts.`}
      </MutedText>
    );
  return (
    <Line role="status">
      <MutedText>Nothing matches.</MutedText>
      <Button size="small" onClick={onClear}>
        {strings.clear}
      </Button>
    </Line>
  );
}

/** The audit log while it is read. */
export function LogSkeleton() {
  return (
    <div role="status" aria-label="Loading the audit log" aria-busy="true">
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <chakra.div
          key={row}
          display="grid"
          gridTemplateColumns="minmax(0, 1fr)"
          alignContent="center"
          columnGap="3"
          rowGap="8px"
          minHeight="63px"
          px="2"
          borderTopWidth="1px"
          css={{ [wide]: { gridTemplateColumns: '132px 172px minmax(0, 1fr)', minHeight: '45px' } }}
        >
          <SkeletonBlock height="14px" width="100px" />
          <SkeletonBlock height="14px" width="120px" display="none" css={{ [wide]: { display: 'block' } }} />
          <SkeletonBlock height="14px" width={row % 2 === 0 ? '60%' : '45%'} />
        </chakra.div>
      ))}
    </div>
  );
}
