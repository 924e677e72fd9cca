import { Badge, chakra } from '@chakra-ui/react';
import type { TokenHistoryRow } from '@vault/contracts';
import { cutText } from '@vault/webvtt';
import { Maximize2 } from 'lucide-react';
import { IconAction } from '../../../components/admin/icon-action.tsx';
import { MomentText } from '../../../components/admin/moment-text.tsx';
import type { ListColumn } from '../../../components/admin/list/list-column.ts';
import { Tooltip } from '../../../components/ui/tooltip.tsx';
import { formatMoment } from '../../../lib/format/format-time.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { approximateTokens } from '../../../components/generation/token-estimate.ts';
import { adminTokensStrings as strings } from '../admin-tokens.strings.ts';

/** Characters of a text in the table; the full text may be as long as a transcript. */
const excerptLength = 400;

/** About how many tokens were sent. */
function sentOf({ systemPrompt, customPrompt }: TokenHistoryRow): number {
  return approximateTokens(systemPrompt, customPrompt);
}

/** About how many tokens came back. */
function receivedOf({ resultString }: TokenHistoryRow): number {
  return approximateTokens(resultString);
}

/** The title of the video of an entry, or a label for a deleted video. */
export function videoOf({ muxVideoId }: TokenHistoryRow): string {
  return muxVideoId.title || 'Deleted video';
}

function Excerpt({ text, name }: { text: string; name?: string }) {
  if (text === '') return null;
  const short = text.length > excerptLength ? `${cutText(text, excerptLength)}…` : text;
  return (
    <chakra.span display="block" fontSize="xs" lineHeight="1.45" lineClamp={name ? 2 : 4}>
      {name ? <chakra.span color="ink.muted">{name}: </chakra.span> : null}
      {short}
    </chakra.span>
  );
}

function Operation({ row: { operationType, state } }: { row: TokenHistoryRow }) {
  return (
    <chakra.span display="grid" justifyItems="start" gap="1">
      {strings.kinds[operationType]}
      {state === 'done' ? null : (
        <Badge colorPalette={state === 'failed' ? 'red' : 'gray'}>{strings.states[state]}</Badge>
      )}
    </chakra.span>
  );
}

function Charged({ tokens }: { tokens: number | null }) {
  if (tokens !== null) return formatNumber(tokens);
  return (
    <Tooltip text={strings.notYet}>
      <chakra.span tabIndex={0} aria-label={strings.notYet}>
        –
      </chakra.span>
    </Tooltip>
  );
}

function Approximate({ name }: { name: string }) {
  return (
    <Tooltip text="Approximate: characters divided by 4">
      <chakra.span whiteSpace="normal">≈ {name}</chakra.span>
    </Tooltip>
  );
}

/** Columns of a token history. The id of a sortable column is the name of its field. */
export function historyColumns(onRead: (row: TokenHistoryRow) => void): ListColumn<TokenHistoryRow>[] {
  return [
    {
      id: 'createdAt',
      header: strings.when,
      width: '112px',
      sortable: 'descending',
      cell: ({ createdAt }) => <MomentText at={createdAt} />,
    },
    {
      id: 'video',
      header: strings.video,
      isName: true,
      width: '16%',
      cell: (row) => (
        <chakra.span
          fontWeight="strong"
          title={row.muxVideoId._id}
          color={row.muxVideoId.title ? undefined : 'ink.muted'}
        >
          {videoOf(row)}
        </chakra.span>
      ),
    },
    {
      id: 'operationType',
      header: strings.operation,
      width: '112px',
      sortable: 'ascending',
      cell: (row) => <Operation row={row} />,
    },
    {
      id: 'sent',
      header: strings.sent,
      heading: <Approximate name={strings.sent} />,
      align: 'end',
      width: '84px',
      cell: (row) => formatNumber(sentOf(row)),
    },
    {
      id: 'received',
      header: strings.received,
      heading: <Approximate name={strings.received} />,
      align: 'end',
      width: '88px',
      cell: (row) => formatNumber(receivedOf(row)),
    },
    {
      id: 'tokens',
      header: strings.charged,
      align: 'end',
      width: '100px',
      sortable: 'descending',
      cell: ({ tokens }) => <Charged tokens={tokens} />,
    },
    {
      id: 'prompts',
      header: 'Prompts',
      cell: (row) => (
        <>
          <Excerpt name={strings.systemPrompt} text={row.systemPrompt} />
          <Excerpt name={strings.customPrompt} text={row.customPrompt} />
        </>
      ),
    },
    { id: 'result', header: strings.result, cell: (row) => <Excerpt text={row.resultString} /> },
    {
      id: 'read',
      header: strings.read,
      heading: <chakra.span srOnly>{strings.read}</chakra.span>,
      width: '60px',
      cell: (row) => (
        <chakra.span display="flex" ms="-2">
          <IconAction
            tip={strings.read}
            label={strings.readLabel(strings.kinds[row.operationType], formatMoment(row.createdAt))}
            icon={Maximize2}
            onPress={() => onRead(row)}
          />
        </chakra.span>
      ),
    },
  ];
}
