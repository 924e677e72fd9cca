import { Chart, useChart } from '@chakra-ui/charts';
import type { Dashboard } from '@vault/contracts';
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { adminDashboardStrings as strings } from '../admin-dashboard.strings.ts';

const compact = new Intl.NumberFormat('en-US', { notation: 'compact' });

const hues = { spent: 'chapter.5', granted: 'chapter.2' } as const;

interface TokenChartProps {
  days: Dashboard['token_days'];
  shown: 'spent' | 'granted';
}

/** A bar for each day. In a separate chunk, because the chart library is large. */
export function TokenChart({ days, shown }: TokenChartProps) {
  const chart = useChart({
    data: days.map(({ day, [shown]: tokens }) => ({ day, tokens })),
    series: [{ name: 'tokens', label: strings[shown], color: hues[shown] }],
  });
  const color = (token: string) => String(chart.color(token));
  return (
    <Chart.Root chart={chart} aspectRatio="auto" height="240px">
      <BarChart
        data={chart.data}
        responsive
        accessibilityLayer={false}
        margin={{ left: 0, right: 0, top: 4 }}
      >
        <CartesianGrid stroke={color('line')} vertical={false} />
        <XAxis
          dataKey={chart.key('day')}
          axisLine={false}
          tickLine={false}
          minTickGap={24}
          tickFormatter={(day: string) => day.slice(5)}
        />
        <YAxis
          width={48}
          axisLine={false}
          tickLine={false}
          allowDecimals={false}
          tickFormatter={(tokens: number) => compact.format(tokens)}
        />
        <Tooltip
          cursor={{ fill: color('hover') }}
          animationDuration={0}
          content={<Chart.Tooltip formatter={(tokens) => formatNumber(Number(tokens))} />}
        />
        <Bar
          dataKey={chart.key('tokens')}
          fill={color(hues[shown])}
          radius={[2, 2, 0, 0]}
          isAnimationActive={false}
        />
      </BarChart>
    </Chart.Root>
  );
}
