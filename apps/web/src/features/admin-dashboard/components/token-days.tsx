import { Skeleton, chakra } from '@chakra-ui/react';
import type { Dashboard } from '@vault/contracts';
import { Suspense, lazy, useId, useState } from 'react';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import { loadChunk } from '../../../lib/browser/load-chunk.ts';
import { adminDashboardStrings as strings } from '../admin-dashboard.strings.ts';
import { MutedText, SmallText } from '../../../components/ui/muted-text.ts';

const TokenChart = lazy(async () => ({
  default: (await loadChunk(() => import('./token-chart.tsx'))).TokenChart,
}));

type Days = Dashboard['token_days'];
export type TokenSeries = 'spent' | 'granted';
const series = ['spent', 'granted'] as const;

const Toggle = chakra('button', {
  base: {
    minHeight: '32px',
    px: '3',
    fontSize: 'xs',
    fontWeight: 'strong',
    color: 'ink.muted',
    borderRadius: 'sm',
    _hover: { color: 'ink' },
    '&[aria-pressed=true]': { bg: 'hover', color: 'ink' },
  },
});

/** The numbers of the chart for screen readers. */
function DaysTable({ days }: { days: Days }) {
  return (
    <chakra.div srOnly>
      <table>
        <caption>{strings.tokensTitle}</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Spent</th>
            <th scope="col">Granted</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, spent, granted }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{formatNumber(spent)}</td>
              <td>{formatNumber(granted)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </chakra.div>
  );
}

/** Tokens per day, either spent or granted: the two differ too much in size for one chart. */
export function TokenDays({ days }: { days: Days | undefined }) {
  const id = useId();
  const [shown, setShown] = useState<TokenSeries>('spent');
  const total = days?.reduce((sum, day) => sum + day[shown], 0);
  const isEmpty = days?.every(({ spent, granted }) => spent === 0 && granted === 0);
  return (
    <chakra.section aria-labelledby={id} pt="8">
      <chakra.div display="flex" flexWrap="wrap" alignItems="baseline" columnGap="4" rowGap="1" pb="4">
        <chakra.h2 id={id} fontSize="md" fontWeight="strong">
          {strings.tokensTitle}
        </chakra.h2>
        <SmallText fontVariantNumeric="tabular-nums">
          {days ? `The last ${countOf(days.length, 'day')}, in UTC.` : null}{' '}
          {total === undefined ? null : `${countOf(total, 'token')} in all`}
        </SmallText>
        <chakra.div role="group" aria-label="Tokens to show" display="flex" gap="1" ms="auto">
          {series.map((name) => (
            <Toggle
              key={name}
              type="button"
              aria-pressed={shown === name}
              onClick={() => {
                setShown(name);
              }}
            >
              {strings[name]}
            </Toggle>
          ))}
        </chakra.div>
      </chakra.div>
      {days && isEmpty ? (
        <MutedText borderTopWidth="1px" pt="3">
          No tokens have been spent or granted yet.
        </MutedText>
      ) : null}
      {days && !isEmpty ? (
        <>
          <chakra.div aria-hidden height="240px">
            <Suspense fallback={<Skeleton height="240px" />}>
              <TokenChart days={days} shown={shown} />
            </Suspense>
          </chakra.div>
          <DaysTable days={days} />
        </>
      ) : null}
      {days ? null : <Skeleton height="240px" />}
    </chakra.section>
  );
}
