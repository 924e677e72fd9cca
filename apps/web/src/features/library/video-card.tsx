import { chakra } from '@chakra-ui/react';
import { memo } from 'react';
import { errorMessage } from '../../api/error-message.ts';
import type { LibraryVideo } from '../../api/library.ts';
import { useSaveVideoMutation } from '../../api/videos-api.ts';
import { InlineText } from '../../components/inline-text.tsx';
import { relativeAge } from '../../lib/relative-age.ts';
import { showToast } from '../../lib/toasts.ts';
import { useNow } from '../../lib/use-now.ts';
import { libraryStrings as words } from './library.strings.ts';
import type { CardEntries } from './card-entries.ts';
import { VideoActions } from './video-actions.tsx';
import { VideoStatus } from './video-status.tsx';
import { VideoThumbnail } from './video-thumbnail.tsx';

interface VideoCardProps {
  video: LibraryVideo;
  /** Its position in the list, from 1. */
  at: number;
  /** The number of all videos. */
  of: number;
  entriesOf?: CardEntries;
}

/** One video of the library: picture, chapters, editable title and description, and actions. */
export const VideoCard = memo(function VideoCard({ video, at, of, entriesOf }: VideoCardProps) {
  const now = useNow(30_000);
  const [saveVideo] = useSaveVideoMutation();

  const save = async (edit: { title?: string; description?: string }) => {
    try {
      await saveVideo({ passthrough: video.id, ...edit }).unwrap();
      return true;
    } catch (error) {
      showToast({ kind: 'error', text: errorMessage(error, words.saveFailed), durationMs: 2500 });
      return false;
    }
  };

  return (
    <chakra.article aria-label={video.title || words.untitled} aria-posinset={at} aria-setsize={of}>
      <VideoThumbnail video={video} />
      <VideoStatus video={video} />
      <chakra.div mt="3">
        <InlineText
          label={words.titleLabel}
          unsavedHint={words.unsaved}
          value={video.title}
          isSingleLine
          isRequired
          maxLength={200}
          placeholder={words.untitled}
          fontSize="lg"
          fontWeight="strong"
          lineHeight="1.3"
          letterSpacing="-0.01em"
          maxHeight="calc(3.9em + 6px)"
          _focus={{ maxHeight: 'none', bg: 'surface', borderColor: 'line.strong' }}
          onSave={(title) => save({ title })}
        />
        <InlineText
          label={words.descriptionLabel}
          unsavedHint={words.unsaved}
          value={video.description}
          maxLength={5000}
          placeholder={words.descriptionEmpty}
          fontSize="sm"
          color="ink.muted"
          maxHeight="132px"
          overflow="auto"
          onSave={(description) => save({ description })}
        />
      </chakra.div>
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" mt="2">
        <chakra.span fontSize="xs" color="ink.muted" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
          {relativeAge(video.created_at, now)}
        </chakra.span>
        <VideoActions video={video} entriesOf={entriesOf} />
      </chakra.div>
    </chakra.article>
  );
});
