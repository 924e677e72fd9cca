import { chakra } from '@chakra-ui/react';
import { plans } from '@vault/contracts';
import type { Dashboard, EmployeeRow, EmployeeVideoRow, TeamRow } from '@vault/contracts';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { LoadError } from '../../../components/admin/list/list-states.tsx';
import { PageHead } from '../../../components/admin/page-head.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { formatDay, formatMoment } from '../../../lib/format/format-time.ts';
import { adminDashboardStrings as strings } from '../admin-dashboard.strings.ts';
import { ShortList } from './short-list.tsx';
import { TotalCard } from './total-card.tsx';
import { TroubleLine } from './trouble-line.tsx';
import { staffApi } from '../../../api/staff/staff-api.ts';
import { WholeDays } from '../../../components/admin/whole-days.tsx';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { SmallText } from '../../../components/ui/muted-text.ts';

/** The display name of a user: the name, else the e-mail address. */
function nameOf({ firstname, lastname, email }: EmployeeRow): string {
  return `${firstname} ${lastname}`.trim() || email;
}

interface RequestLineProps {
  name: string;
  /** The list that has the row. */
  to: string;
  facts: readonly string[];
  /** Why it is listed. */
  note: string;
  onGrant: () => void;
}

/** One user or team in two lines, linked to its list. */
function RequestLine({ name, to, facts, note, onGrant }: RequestLineProps) {
  return (
    <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="3">
      <chakra.div minWidth="0" fontSize="sm">
        <chakra.p
          overflowWrap="anywhere"
          css={{
            '& a': { color: 'ink', fontWeight: 'strong', textDecoration: 'none' },
            '& a:hover': { textDecoration: 'underline', textUnderlineOffset: '3px' },
          }}
        >
          <Link to={to}>{name}</Link>
        </chakra.p>
        <SmallText overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
          {facts.join(' · ')} · <WholeDays text={note} />
        </SmallText>
      </chakra.div>
      <Button size="small" aria-label={`Grant upgrade to ${name}`} onClick={onGrant}>
        Grant upgrade
      </Button>
    </chakra.div>
  );
}

const dashboardApi = staffApi.injectEndpoints({
  endpoints: (build) => ({
    /** What needs attention. */
    dashboard: build.query<Dashboard, undefined>({
      query: () => '/admin/dashboard',
      providesTags: ['Dashboard'],
    }),
  }),
});

export const { useDashboardQuery } = dashboardApi;

interface DashboardViewProps {
  onGrant: (row: EmployeeRow) => void;
  onGrantTeam: (row: TeamRow) => void;
  /** Renders the control that retries a video. */
  retryOf: (row: EmployeeVideoRow) => ReactNode;
}

/** Rows of a list. */
const maxRows = 5;

const idOf = ({ _id }: { readonly _id: string }) => _id;

/** The number of users and of videos, and what waits for an action of staff. */
export function DashboardView(props: DashboardViewProps) {
  const { data, error, isFetching, fulfilledTimeStamp, refetch } = useDashboardQuery(undefined, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  if (!data && error && !isFetching)
    return (
      <>
        <PageHead title={strings.title} />
        <LoadError
          title="The dashboard could not be loaded"
          error={error}
          text="The server did not answer or refused the request. Nothing is lost."
          onRetry={() => void refetch()}
        />
      </>
    );
  return (
    <>
      <PageHead
        title={strings.title}
        note={
          fulfilledTimeStamp === undefined
            ? undefined
            : `As of ${formatMoment(fulfilledTimeStamp / 1_000)} UTC`
        }
        actions={
          <Button icon={RotateCw} isBusy={isFetching} onClick={() => void refetch()}>
            Refresh
          </Button>
        }
      />
      <Totals data={data} />
      {(data?.wrong_settings ?? []).map((problem) => (
        <chakra.p key={problem} role="alert" mt="4" px="4" py="3" borderRadius="md" bg="caution.wash">
          {problem}
        </chakra.p>
      ))}
      {data && data.missing.length > 0 ? (
        <chakra.p role="status" mt="4" px="4" py="3" borderRadius="md" bg="caution.wash" fontSize="sm">
          {`Not available now: ${data.missing.join(', ')}.`}
        </chakra.p>
      ) : null}
      <Lists data={data} {...props} />
    </>
  );
}

function Totals({ data }: { data: Dashboard | undefined }) {
  const { users, videos } = data ?? {};
  return (
    <chakra.div display="grid" gap="4" gridTemplateColumns={{ sm: 'repeat(2, minmax(0, 1fr))' }}>
      <TotalCard
        to="/admin/users"
        label="Number of users"
        total={data && (users?.total ?? null)}
        note={users ? `${formatNumber(users.created_7_days)} new in the last 7 days` : ''}
      />
      <TotalCard
        to="/admin/videos"
        label="Number of videos"
        total={data && (videos?.total ?? null)}
        note={
          videos ? `${formatNumber(videos.processing)} under way, ${formatNumber(videos.failed)} failed` : ''
        }
      />
    </chakra.div>
  );
}

function reasonOf({ upgrade_requested_at, created_at }: EmployeeRow | TeamRow): string {
  return upgrade_requested_at === null
    ? `Registered on ${formatDay(created_at)}, not confirmed`
    : `Requested on ${formatDay(upgrade_requested_at)}`;
}

const isTeam = (row: EmployeeRow | TeamRow): row is TeamRow => 'owners' in row;

/** Requests of users and of teams, the oldest first, then users who wait to be confirmed. */
function requestsOf({ upgrade_requests: users, team_requests: teams }: Dashboard): (EmployeeRow | TeamRow)[] {
  const at = ({ upgrade_requested_at: time }: EmployeeRow | TeamRow) => time ?? Infinity;
  const all = [...users, ...teams];
  // Two that wait to be confirmed keep their order.
  return all.toSorted((a, b) => (at(a) === at(b) ? 0 : at(a) - at(b))).slice(0, maxRows);
}

/** Failed videos, and at least two stuck ones if there are any. */
function troubleOf({ failed_videos: failed, stuck_videos: stuck }: Dashboard): EmployeeVideoRow[] {
  const failedRows = maxRows - Math.min(stuck.length, 2);
  return [...failed.slice(0, failedRows), ...stuck].slice(0, maxRows);
}

function Lists({
  data,
  onGrant,
  onGrantTeam,
  retryOf,
}: DashboardViewProps & { data: Dashboard | undefined }) {
  const requests = data && requestsOf(data);
  const haveTeamsOnly = requests !== undefined && requests.length > 0 && requests.every(isTeam);
  return (
    <chakra.div
      display="grid"
      columnGap="10"
      rowGap="8"
      pt="6"
      gridTemplateColumns={{ lg: 'repeat(2, minmax(0, 1fr))' }}
    >
      <ShortList
        title="Upgrade requests"
        empty="There are no upgrade requests."
        to={haveTeamsOnly ? '/admin/teams' : '/admin/users?state=upgrade-requested'}
        rows={requests}
        idOf={idOf}
      >
        {(row) =>
          isTeam(row) ? (
            <RequestLine
              name={row.name}
              to={`/admin/teams?q=${encodeURIComponent(row.name)}`}
              facts={['Team', ...row.owners.slice(0, 1), plans[row.plan].label]}
              note={reasonOf(row)}
              onGrant={() => onGrantTeam(row)}
            />
          ) : (
            <RequestLine
              name={nameOf(row)}
              to={`/admin/users?q=${encodeURIComponent(row.email)}`}
              facts={[row.email, plans[row.plan].label]}
              note={reasonOf(row)}
              onGrant={() => onGrant(row)}
            />
          )
        }
      </ShortList>
      <ShortList
        title="Failed and stuck videos"
        empty="No videos have failed or are stuck."
        to="/admin/videos?state=failed"
        rows={data && troubleOf(data)}
        idOf={idOf}
      >
        {(row) => <TroubleLine row={row}>{retryOf(row)}</TroubleLine>}
      </ShortList>
    </chakra.div>
  );
}
