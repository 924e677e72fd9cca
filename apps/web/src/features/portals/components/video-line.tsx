import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { LibraryVideo } from '../../../api/library.ts';
import { Thumbnail } from '../../../components/admin/thumbnail.tsx';
import { SmallText } from '../../../components/ui/muted-text.ts';
import { formatDuration } from '../../../lib/format/format-time.ts';

export const titleOf = (video: LibraryVideo | undefined) =>
  video === undefined ? 'A video that cannot be shown' : video.title || 'Untitled webinar';

/** A video in a list: its picture, its title and its duration, then what can be done with it. */
export function VideoLine({ video, children }: { video: LibraryVideo | undefined; children: ReactNode }) {
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" py="2">
      <Thumbnail url={video?.thumbnail ?? ''} width="72px" />
      <chakra.div flex="1 1 120px" minWidth="0">
        <chakra.p dir="auto" fontSize="sm" overflowWrap="anywhere">
          {titleOf(video)}
        </chakra.p>
        {video ? (
          <SmallText fontVariantNumeric="tabular-nums">{formatDuration(video.duration)}</SmallText>
        ) : null}
      </chakra.div>
      <chakra.span display="flex">{children}</chakra.span>
    </chakra.div>
  );
}
