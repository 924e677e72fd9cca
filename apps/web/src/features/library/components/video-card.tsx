import { chakra } from '@chakra-ui/react';
import { memo } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import type { LibraryVideo } from '../../../api/merge-library.ts';
import { useSaveVideoMutation, useRetryVideoMutation, useLazyVideoQuery } from '../../../api/videos-api.ts';
import { InlineText } from '../../../components/ui/inline-text.tsx';
import { relativeAge } from '../../../lib/format/format-time.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import { useNow } from '../../../lib/state/use-now.ts';
import { libraryStrings as words, libraryStrings } from '../library.strings.ts';
import type { CardEntries } from '../model/card-entries.ts';
import { VideoActions } from './video-actions.tsx';
import { VideoThumbnail } from './video-thumbnail.tsx';
import { hasUnreadChapters } from '../../../api/chapters-fallback.ts';
import { Button } from '../../../components/ui/button.tsx';
import { TextLink } from '../../../components/ui/text-link.tsx';
import { ChapterStrip } from '../../../components/video/chapter-strip.tsx';
import { StepProgress, stepNames } from '../../../components/video/step-progress.tsx';
import { namesPath } from '../../../lib/video/names-path.ts';
import { chapterSpans } from '../../../lib/video/chapter-spans.ts';
import { strings } from '../../../strings/shared.strings.ts';
import { useGeneratingText } from '../model/card-generations.ts';
import { SmallText } from '../../../components/ui/muted-text.ts';
import { useMay } from '../../../api/workspaces/permissions.ts';

function Failure({ video }: { video: LibraryVideo }) {
  const [retry, { isLoading }] = useRetryVideoMutation();
  const mayUpload = useMay()('upload');
  const [refresh] = useLazyVideoQuery();
  const handleRetry = async () => {
    try {
      await retry(video.id).unwrap();
      await refresh(video.uploadId);
    } catch (error) {
      showToast({
        kind: 'error',
        text: errorMessage(error, 'That step could not be started again. Please try again in a moment.'),
        durationMs: 2500,
      });
    }
  };
  return (
    <chakra.div role="alert" mt="3" display="grid" gap="3" justifyItems="start">
      <chakra.div aria-hidden width="100%" height="6px" borderRadius="2px" bg="signal" opacity="0.35" />
      <chakra.p fontSize="sm">{video.failure?.reason ?? stepNames.failed}</chakra.p>
      {video.failure?.retryable && mayUpload ? (
        <Button size="small" disabled={isLoading} onClick={() => void handleRetry()}>
          {libraryStrings.tryAgain}
        </Button>
      ) : null}
    </chakra.div>
  );
}

/** The chapter strip of a finished video and what is being generated for it, else the progress of the running step. */
function VideoStatus({ video }: { video: LibraryVideo }) {
  const generating = useGeneratingText(video.id);
  const mayEdit = useMay()('library.edit');
  if (video.state === 'failed') return <Failure video={video} />;
  if (video.state === 'ready' && hasUnreadChapters(video))
    return (
      <SmallText mt="2" fontVariantNumeric="tabular-nums">
        {strings.chaptersMissing}
      </SmallText>
    );
  if (video.state === 'ready') {
    return (
      <chakra.div mt="3">
        <ChapterStrip spans={chapterSpans(video.chapters, video.duration)} />
        <SmallText mt="2" fontVariantNumeric="tabular-nums">
          {video.captionsReason ||
            (video.chapters.length === 1 ? '1 chapter' : `${String(video.chapters.length)} chapters`)}
          {video.namesToCheck && mayEdit ? (
            <>
              {' · '}
              <TextLink to={namesPath(video.uploadId)} fontWeight="regular" textDecorationThickness="1px">
                {words.namesToCheck(video.namesToCheck)}
              </TextLink>
            </>
          ) : null}
        </SmallText>
        {generating ? (
          <SmallText mt="2" fontVariantNumeric="tabular-nums" role="status">
            {generating}
          </SmallText>
        ) : null}
      </chakra.div>
    );
  }
  const step = stepNames[video.state];
  return (
    <chakra.div mt="3">
      <StepProgress step={step} video={video} size="small" />
    </chakra.div>
  );
}

/** An age below a minute is in seconds. @param props.since epoch seconds */
function Age({ since }: { since: number }) {
  const now = useNow(30_000, since + 60);
  return (
    <chakra.span fontSize="xs" color="ink.muted" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
      {relativeAge(since, now)}
    </chakra.span>
  );
}

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
  const [saveVideo] = useSaveVideoMutation();
  const isFixed = !useMay()('library.edit');

  const save = async (edit: { title?: string; description?: string }) => {
    try {
      await saveVideo({ passthrough: video.id, ...edit }).unwrap();
      return true;
    } catch (error) {
      showToast({
        kind: 'error',
        text: errorMessage(error, 'The change was not saved. Please try again.'),
        durationMs: 2500,
      });
      return false;
    }
  };

  return (
    <chakra.article aria-label={video.title || words.untitled} aria-posinset={at} aria-setsize={of}>
      <VideoThumbnail video={video} />
      <VideoStatus video={video} />
      <chakra.div mt="3">
        <InlineText
          label="Title"
          isFixed={isFixed}
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
          label="Description"
          isFixed={isFixed}
          unsavedHint={words.unsaved}
          value={video.description}
          maxLength={5000}
          placeholder="Add a description"
          fontSize="sm"
          color="ink.muted"
          maxHeight="132px"
          overflow="auto"
          onSave={(description) => save({ description })}
        />
      </chakra.div>
      <chakra.div display="flex" alignItems="center" justifyContent="space-between" mt="2">
        <Age since={video.created_at} />
        <VideoActions video={video} entriesOf={entriesOf} />
      </chakra.div>
    </chakra.article>
  );
});
