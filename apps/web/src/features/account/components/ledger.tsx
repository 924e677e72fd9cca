import { chakra } from '@chakra-ui/react';
import type { LedgerRow } from '@vault/contracts';
import { useId, useState } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { ledgerPageSize, useLedgerQuery } from '../../../api/own-account-api.ts';
import { Button } from '../../../components/ui/button.tsx';
import { TextLink } from '../../../components/ui/text-link.tsx';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { momentText } from '../../../lib/format/format-time.ts';
import { Line } from '../../../components/ui/fields/line.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { accountStrings as words, purposeWords } from '../account.strings.ts';

const Table = chakra('table', {
  base: {
    width: '100%',
    borderCollapse: 'collapse',
    fontSize: 'sm',
    fontVariantNumeric: 'tabular-nums',
    '& th': { fontWeight: 'strong', textAlign: 'left', color: 'ink.muted', pb: '2' },
    '& td': { py: '2', borderTop: '1px solid', borderColor: 'line', verticalAlign: 'top' },
    '& th + th, & td + td': { pl: '4' },
    '& :is(th, td):last-child': { textAlign: 'right', whiteSpace: 'nowrap' },
    '&[aria-busy=true]': { opacity: 0.55 },
  },
});

/** How tokens were granted and spent: newest first, one page at a time. */
export function Ledger() {
  const [page, setPage] = useState(1);
  const titleId = useId();
  const { data, error, isFetching, refetch } = useLedgerQuery(page, { refetchOnMountOrArgChange: true });
  const total = data?.total ?? 0;
  const from = (page - 1) * ledgerPageSize;

  return (
    <chakra.div display="grid" gap="3" mt="4">
      <div>
        <chakra.h3 id={titleId} fontSize="sm" fontWeight="strong">
          How tokens were used
        </chakra.h3>
        <MutedText maxWidth="65ch">
          An operation reserves tokens when it starts. When it ends, unused tokens are refunded.
        </MutedText>
      </div>
      {error ? (
        <Line role="alert">
          <MutedText maxWidth="65ch">{errorMessage(error, 'The ledger could not be loaded.')}</MutedText>
          <Button size="small" onClick={() => void refetch()}>
            {words.tryAgain}
          </Button>
        </Line>
      ) : null}
      {data && total === 0 ? (
        <MutedText maxWidth="65ch">Nothing has been granted or spent yet.</MutedText>
      ) : null}
      {data && total > 0 ? (
        <Table aria-labelledby={titleId} aria-busy={isFetching}>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">What</th>
              <th scope="col">Tokens</th>
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row) => (
              <LedgerLine key={row.id} row={row} />
            ))}
          </tbody>
        </Table>
      ) : null}
      {total > ledgerPageSize ? (
        <Line>
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Button size="small" disabled={from + ledgerPageSize >= total} onClick={() => setPage(page + 1)}>
            Older
          </Button>
          <MutedText maxWidth="65ch" role="status" fontVariantNumeric="tabular-nums">
            {`${formatNumber(from + 1)}–${formatNumber(Math.min(from + ledgerPageSize, total))} of ${formatNumber(total)}`}
          </MutedText>
        </Line>
      ) : null}
    </chakra.div>
  );
}

/** With the minus sign U+2212, which is as wide as the plus. */
function signed(amount: number): string {
  return `${amount < 0 ? '−' : '+'}${formatNumber(Math.abs(amount))}`;
}

function LedgerLine({ row: { at, amount, purpose, video } }: { row: LedgerRow }) {
  const purposeText = purposeWords[purpose];
  return (
    <tr>
      <td>
        <time dateTime={new Date(at * 1_000).toISOString()}>{momentText(at)}</time>
      </td>
      <td>
        {purposeText ? purposeText[amount < 0 ? 'took' : 'gave'] : purpose}
        {video ? (
          <chakra.span display="block" color="ink.muted" overflowWrap="anywhere">
            {video.title === '' ? (
              'a deleted video'
            ) : (
              <TextLink to={`/asset/${encodeURIComponent(video.id)}`} fontWeight="regular">
                {video.title}
              </TextLink>
            )}
          </chakra.span>
        ) : null}
      </td>
      <td>{signed(amount)}</td>
    </tr>
  );
}
