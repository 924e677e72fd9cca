import { chakra, Badge } from '@chakra-ui/react';
import type { EmployeeVideoRow } from '@vault/contracts';
import { CopyIcon } from '../../../components/admin/copy-icon.tsx';
import type { ListColumn } from '../../../components/admin/list/list-column.ts';
import { QuietLink } from '../../../components/admin/quiet-link.tsx';
import { DayText } from '../../../components/admin/moment-text.tsx';
import { Thumbnail } from '../../../components/admin/thumbnail.tsx';
import { adminVideosStrings as strings } from '../admin-videos.strings.ts';
import { RetryButton } from './retry-button.tsx';

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
export const videoColumns: readonly ListColumn<EmployeeVideoRow>[] = [
  { id: 'user', header: strings.user, width: '24%', cell: ({ userId }) => <Owner email={userId.email} /> },
  {
    id: 'thumbnail',
    header: 'Thumbnail',
    width: '124px',
    cell: ({ thumbnail }) => <Thumbnail url={thumbnail} />,
  },
  {
    id: 'title',
    header: strings.videoTitle,
    isName: true,
    sortable: 'ascending',
    cell: (row) => (
      <>
        <chakra.span fontWeight="strong" color={row.title ? undefined : 'ink.muted'}>
          {row.title || strings.untitled}
        </chakra.span>
        <VideoState row={row} />
      </>
    ),
  },
  {
    id: 'assetId',
    header: strings.assetId,
    width: '24%',
    sortable: 'ascending',
    cell: (row) => <AssetId row={row} />,
  },
  {
    id: 'created_at',
    header: strings.created,
    width: '112px',
    sortable: 'descending',
    cell: ({ created_at }) => <DayText at={created_at} />,
  },
];

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
