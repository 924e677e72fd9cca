import { Badge, chakra } from '@chakra-ui/react';
import { createColumnHelper } from '@tanstack/react-table';
import type { TokenHistoryRow } from '@vault/contracts';
import { cutText } from '@vault/webvtt';
import { Maximize2 } from 'lucide-react';
import { IconAction } from '../../../components/admin/icon-action.tsx';
import { MomentText } from '../../../components/admin/moment-text.tsx';
import type { ListColumn, ListFeatures } from '../../../components/admin/list/list-features.ts';
import { Tooltip } from '../../../components/ui/tooltip.tsx';
import type { SpreadsheetExport } from '../../../components/admin/list/use-spreadsheet-export.ts';
import { formatMoment } from '../../../lib/format/format-time.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { approximateTokens } from '../../../components/generation/token-estimate.ts';
import { adminTokensStrings as strings } from '../admin-tokens.strings.ts';

const helper = createColumnHelper<ListFeatures, TokenHistoryRow>();

/** Characters of a text in the table; the full text may be as long as a transcript. */
const excerptLength = 400;

/** About how many tokens were sent. */
export function sentOf({ systemPrompt, customPrompt }: TokenHistoryRow): number {
  return approximateTokens(systemPrompt, customPrompt);
}

/** About how many tokens came back. */
export function receivedOf({ resultString }: TokenHistoryRow): number {
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
    helper.accessor('createdAt', {
      header: strings.when,
      sortDescFirst: true,
      meta: { width: '112px' },
      cell: ({ getValue }) => <MomentText at={getValue()} />,
    }),
    helper.accessor(videoOf, {
      id: 'video',
      header: strings.video,
      enableSorting: false,
      meta: { isName: true, width: '16%' },
      cell: ({ row: { original }, getValue }) => (
        <chakra.span
          fontWeight="strong"
          title={original.muxVideoId._id}
          color={original.muxVideoId.title ? undefined : 'ink.muted'}
        >
          {getValue()}
        </chakra.span>
      ),
    }),
    helper.accessor('operationType', {
      header: strings.operation,
      meta: { width: '112px' },
      cell: ({ row: { original } }) => <Operation row={original} />,
    }),
    helper.accessor(sentOf, {
      id: 'sent',
      header: () => <Approximate name={strings.sent} />,
      enableSorting: false,
      meta: { align: 'end', width: '84px', label: strings.sent },
      cell: ({ getValue }) => formatNumber(getValue()),
    }),
    helper.accessor(receivedOf, {
      id: 'received',
      header: () => <Approximate name={strings.received} />,
      enableSorting: false,
      meta: { align: 'end', width: '88px', label: strings.received },
      cell: ({ getValue }) => formatNumber(getValue()),
    }),
    helper.accessor('tokens', {
      header: strings.charged,
      sortDescFirst: true,
      meta: { align: 'end', width: '100px' },
      cell: ({ getValue }) => <Charged tokens={getValue()} />,
    }),
    helper.display({
      id: 'prompts',
      header: 'Prompts',
      enableSorting: false,
      cell: ({ row: { original } }) => (
        <>
          <Excerpt name={strings.systemPrompt} text={original.systemPrompt} />
          <Excerpt name={strings.customPrompt} text={original.customPrompt} />
        </>
      ),
    }),
    helper.display({
      id: 'result',
      header: strings.result,
      enableSorting: false,
      cell: ({ row: { original } }) => <Excerpt text={original.resultString} />,
    }),
    helper.display({
      id: 'read',
      header: () => <chakra.span srOnly>{strings.read}</chakra.span>,
      enableSorting: false,
      meta: { width: '60px', label: strings.read },
      cell: ({ row: { original } }) => (
        <chakra.span display="flex" ms="-2">
          <IconAction
            tip={strings.read}
            label={strings.readLabel(strings.kinds[original.operationType], formatMoment(original.createdAt))}
            icon={Maximize2}
            onPress={() => onRead(original)}
          />
        </chakra.span>
      ),
    }),
  ] as ListColumn<TokenHistoryRow>[];
}

/** The token history as it is exported. */
export const historyExport: SpreadsheetExport<TokenHistoryRow> = {
  name: 'token-history',
  header: [
    strings.when,
    strings.video,
    'Video ID',
    strings.operation,
    'State',
    strings.sent,
    strings.received,
    strings.charged,
    strings.systemPrompt,
    strings.customPrompt,
    strings.result,
  ],
  cellsOf: (row) => [
    formatMoment(row.createdAt),
    videoOf(row),
    row.muxVideoId._id,
    strings.kinds[row.operationType],
    strings.states[row.state],
    sentOf(row),
    receivedOf(row),
    row.tokens,
    row.systemPrompt,
    row.customPrompt,
    row.resultString,
  ],
};
