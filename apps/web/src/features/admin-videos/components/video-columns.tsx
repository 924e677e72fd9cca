import { chakra, Badge } from '@chakra-ui/react';
import { createColumnHelper } from '@tanstack/react-table';
import type { EmployeeVideoRow } from '@vault/contracts';
import { CopyIcon } from '../../../components/admin/copy-icon.tsx';
import type { ListColumn, ListFeatures } from '../../../components/admin/list/list-features.ts';
import { QuietLink } from '../../../components/admin/quiet-link.tsx';
import { DayText } from '../../../components/admin/moment-text.tsx';
import { Thumbnail } from '../../../components/admin/thumbnail.tsx';
import type { SpreadsheetExport } from '../../../components/admin/list/use-spreadsheet-export.ts';
import { formatDay, formatDuration } from '../../../lib/format/format-time.ts';
import { adminVideosStrings as strings } from '../admin-videos.strings.ts';
import { RetryButton } from './retry-button.tsx';

const helper = createColumnHelper<ListFeatures, EmployeeVideoRow>();

function Owner({ email }: { email: string }) {
  if (email === '') return <chakra.span color="ink.muted">Not available now</chakra.span>;
  return (
    <QuietLink to={`/admin/users?q=${encodeURIComponent(email)}`} title="Show this user">
      {email}
    </QuietLink>
  );
}

function AssetId({ row: { assetId, title } }: { row: EmployeeVideoRow }) {
  if (assetId === '') return <chakra.span color="ink.muted">Not uploaded yet</chakra.span>;
  return (
    <chakra.span display="flex" alignItems="center" gap="1">
      <chakra.span minWidth="0" fontFamily="mono" fontSize="xs" overflowWrap="anywhere">
        {assetId}
      </chakra.span>
      <CopyIcon
        text={assetId}
        tip="Copy the asset ID"
        label={strings.copyIdOf(title || strings.untitled)}
        doneText="Asset ID copied."
        failedText="The browser blocked copying."
      />
    </chakra.span>
  );
}

/** Columns of the table of videos. The id of a sortable column is the name of its field. */
export const videoColumns = [
  helper.accessor((row) => row.userId.email, {
    id: 'user',
    header: strings.user,
    enableSorting: false,
    meta: { width: '24%' },
    cell: ({ getValue }) => <Owner email={getValue()} />,
  }),
  helper.accessor('thumbnail', {
    header: 'Thumbnail',
    enableSorting: false,
    meta: { width: '124px' },
    cell: ({ getValue }) => <Thumbnail url={getValue()} />,
  }),
  helper.accessor('title', {
    header: strings.videoTitle,
    meta: { isName: true },
    cell: ({ row: { original } }) => (
      <>
        <chakra.span fontWeight="strong" color={original.title ? undefined : 'ink.muted'}>
          {original.title || strings.untitled}
        </chakra.span>
        <VideoState row={original} />
      </>
    ),
  }),
  helper.accessor('assetId', {
    header: strings.assetId,
    meta: { width: '24%' },
    cell: ({ row: { original } }) => <AssetId row={original} />,
  }),
  helper.accessor('created_at', {
    header: strings.created,
    sortDescFirst: true,
    meta: { width: '112px' },
    cell: ({ getValue }) => <DayText at={getValue()} />,
  }),
] as ListColumn<EmployeeVideoRow>[];

/** The list of videos as it is exported. */
export const videosExport: SpreadsheetExport<EmployeeVideoRow> = {
  name: 'videos',
  header: [
    strings.user,
    strings.videoTitle,
    strings.assetId,
    strings.created,
    strings.state,
    'Reason',
    'Length',
    'ID',
  ],
  cellsOf: (row) => [
    row.userId.email,
    row.title,
    row.assetId,
    formatDay(row.created_at),
    strings.states[row.state],
    row.failure?.reason ?? '',
    formatDuration(row.duration),
    row._id,
  ],
};

/** The state of a video that is not ready, the reason of a failure, and the retry button. */
function VideoState({ row }: { row: EmployeeVideoRow }) {
  const { state, failure, title } = row;
  if (state === 'ready') return null;
  return (
    <chakra.span display="flex" flexWrap="wrap" alignItems="center" columnGap="2" rowGap="1" mt="1">
      <Badge colorPalette={state === 'failed' ? 'red' : 'gray'}>{strings.states[state]}</Badge>
      {failure ? (
        <>
          <chakra.span fontSize="xs" color="ink.muted" flex="1 1 160px" lineHeight="1.4">
            {strings.failedAt(strings.states[failure.step], failure.reason)}
          </chakra.span>
          {failure.retryable ? <RetryButton id={row._id} title={title || strings.untitled} /> : null}
        </>
      ) : null}
    </chakra.span>
  );
}
