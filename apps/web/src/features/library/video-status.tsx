import { chakra } from '@chakra-ui/react';
import type { LibraryVideo } from '../../api/library.ts';
import { hasUnreadChapters } from '../../api/known-chapters.ts';
import { useRetryVideoMutation, useLazyVideoQuery } from '../../api/videos-api.ts';
import { errorMessage } from '../../api/error-message.ts';
import { Button } from '../../components/button.tsx';
import { ChapterStrip } from '../../components/chapter-strip.tsx';
import { StepProgress } from '../../components/step-progress.tsx';
import { chapterSpans } from '../../lib/chapter-spans.ts';
import { showToast } from '../../lib/toasts.ts';
import { strings } from '../../strings.ts';
import { useGeneratingText } from './card-generations.ts';
import { libraryStrings } from './library.strings.ts';

const Line = chakra('p', {
  base: { fontSize: 'xs', color: 'ink.muted', mt: '2', fontVariantNumeric: 'tabular-nums' },
});

function Failure({ video }: { video: LibraryVideo }) {
  const [retry, { isLoading }] = useRetryVideoMutation();
  const [refresh] = useLazyVideoQuery();
  const run = async () => {
    try {
      await retry(video.id).unwrap();
      await refresh(video.uploadId);
    } catch (error) {
      showToast({ kind: 'error', text: errorMessage(error, libraryStrings.retryFailed), durationMs: 2500 });
    }
  };
  return (
    <chakra.div role="alert" mt="3" display="grid" gap="3" justifyItems="start">
      <chakra.div aria-hidden width="100%" height="6px" borderRadius="2px" bg="signal" opacity="0.35" />
      <chakra.p fontSize="sm">{video.failure?.reason ?? libraryStrings.states.failed}</chakra.p>
      {video.failure?.retryable ? (
        <Button size="small" disabled={isLoading} onClick={() => void run()}>
          {libraryStrings.tryAgain}
        </Button>
      ) : null}
    </chakra.div>
  );
}

/** The chapter strip of a finished video and what is being generated for it, else the progress of the running step. */
export function VideoStatus({ video }: { video: LibraryVideo }) {
  const generating = useGeneratingText(video.id);
  if (video.state === 'failed') return <Failure video={video} />;
  if (video.state === 'ready' && hasUnreadChapters(video)) return <Line>{strings.chaptersMissing}</Line>;
  if (video.state === 'ready') {
    return (
      <chakra.div mt="3">
        <ChapterStrip spans={chapterSpans(video.chapters, video.duration)} />
        <Line>{video.captionsReason || libraryStrings.chapterCount(video.chapters.length)}</Line>
        {generating ? <Line role="status">{generating}</Line> : null}
      </chakra.div>
    );
  }
  const step = libraryStrings.states[video.state];
  return (
    <chakra.div mt="3">
      <StepProgress step={step} video={video} size="small" />
    </chakra.div>
  );
}
