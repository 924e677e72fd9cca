import { Skeleton, chakra } from '@chakra-ui/react';
import type { Dashboard } from '@vault/contracts';
import { QuietLink } from '../../../components/admin/quiet-link.tsx';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { adminDashboardStrings as strings } from '../admin-dashboard.strings.ts';

interface Figure {
  readonly label: string;
  /** Undefined while it is loading or cannot be read. */
  readonly value: number | undefined;
  readonly to?: string;
  /** A value above 0 needs attention. */
  readonly isTrouble?: boolean;
}

/** The list of users whose membership ends next. */
export const expiring = '/admin/users?state=expiring&sort=membership_end';

function figuresOf(data: Dashboard | undefined): Figure[] {
  const { users, videos, queues } = data ?? {};
  return [
    {
      label: 'Upgrade requests',
      value: users?.upgrade_requested,
      to: '/admin/users?state=upgrade-requested',
      isTrouble: true,
    },
    { label: 'Unconfirmed registrations', value: users?.unconfirmed, to: '/admin/users?state=unconfirmed' },
    { label: 'Memberships ending in 7 days', value: users?.expiring_7_days, to: expiring },
    { label: 'Stuck videos', value: videos?.stuck, to: '/admin/videos?state=stuck', isTrouble: true },
    { label: 'Operations waiting', value: queues?.queued },
    { label: 'Operations running', value: queues?.running },
    { label: 'Dead letters', value: queues?.dead_letters, isTrouble: true },
  ];
}

const List = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(132px, 1fr))',
    columnGap: '6',
    rowGap: '4',
    py: '5',
    borderBottomWidth: '1px',
  },
});

const Name = chakra('dt', {
  base: {
    fontSize: 'xs',
    lineHeight: '1.35',
    color: 'ink.muted',
  },
});

/** The names of figures that are 0, in one line. */
function Zeros({ figures }: { figures: readonly Figure[] }) {
  if (figures.length === 0) return null;
  return (
    <chakra.div gridColumn="1 / -1" fontSize="xs" lineHeight="1.35" color="ink.muted">
      <chakra.dt display="inline">
        {figures.map(({ label, to }, index) => (
          <span key={label}>
            {index > 0 ? ' · ' : null}
            {to ? <QuietLink to={to}>{label}</QuietLink> : label}
          </span>
        ))}
        {': '}
      </chakra.dt>
      <chakra.dd display="inline">0</chakra.dd>
    </chakra.div>
  );
}

/** The figures that staff watch. Those that are 0 are folded into one line. */
export function Figures({ data, isLoading }: { data: Dashboard | undefined; isLoading: boolean }) {
  const all = figuresOf(data);
  return (
    <List aria-label="Key figures">
      {all
        .filter(({ value }) => value !== 0)
        .map(({ label, value, to, isTrouble }) => (
          <chakra.div
            key={label}
            display="flex"
            flexDirection="column-reverse"
            justifyContent="flex-end"
            gap="1"
          >
            <Name>{to ? <QuietLink to={to}>{label}</QuietLink> : label}</Name>
            <chakra.dd
              fontSize="lg"
              fontWeight="strong"
              lineHeight="1.3"
              fontVariantNumeric="tabular-nums"
              color={isTrouble && value ? 'signal' : undefined}
            >
              {isLoading ? (
                <Skeleton height="20px" width="40px" my="3px" />
              ) : value === undefined ? (
                <span title={strings.notRead}>{strings.unknown}</span>
              ) : (
                formatNumber(value)
              )}
            </chakra.dd>
          </chakra.div>
        ))}
      <Zeros figures={all.filter(({ value }) => value === 0)} />
    </List>
  );
}
