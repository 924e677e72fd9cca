import { chakra } from '@chakra-ui/react';
import { useParams } from 'react-router-dom';
import { hasUnreadChapters } from '../api/chapters-fallback.ts';
import { TextLink } from '../components/ui/text-link.tsx';
import { ClipHost } from '../features/clips/components/clip-host.tsx';
import { MomentsHost } from '../features/moments/components/moments-host.tsx';
import { TranscriptHost } from '../features/transcript/components/transcript-host.tsx';
import { TranscriptPanel } from '../features/transcript/components/transcript-panel.tsx';
import { UploadCaptions } from '../features/transcript/components/upload-captions.tsx';
import { usePolledVideo } from '../features/video/model/use-polled-video.ts';
import { VideoPending } from '../features/video/components/video-pending.tsx';
import { VideoWorkspace } from '../features/video/components/video-workspace.tsx';
import { usePageTitle } from '../lib/browser/use-page-title.ts';
import { strings } from '../strings/shared.strings.ts';
import { VideoTools } from './video-tools.tsx';
import { ChapterEditor } from '../features/editor/components/chapter-editor.tsx';

const toast = { durationMs: 3000, position: 'top' } as const;

function NotFound() {
  return (
    <chakra.div maxWidth="520px" mx="auto" px="4" pt="24">
      <chakra.h1 fontFamily="quote" fontSize="xl" fontWeight="strong" mb="3">
        There is no such video
      </chakra.h1>
      <chakra.p color="ink.muted" mb="6">
        It may have been deleted, or it belongs to another account.
      </chakra.p>
      <TextLink to="/asset/view">Go to the library</TextLink>
    </chakra.div>
  );
}

/** Shown instead of chapters that cannot be read. */
function NoChapters() {
  return (
    <chakra.p role="status" py="4" color="ink.muted">
      {strings.chaptersMissing}
    </chakra.p>
  );
}

/** One video: polled until it has chapters, then shown; shown without chapters while they cannot be read. */
export function VideoPage() {
  const { id = '' } = useParams();
  const { video, isMissing, isUnreachable } = usePolledVideo(id);
  usePageTitle(video?.title ?? '');

  if (isMissing) return <NotFound />;
  const isUnread = video?.state === 'ready' && hasUnreadChapters(video);
  if (!video || (video.chapters.length === 0 && !isUnread))
    return (
      <VideoPending video={video} isUnreachable={isUnreachable}>
        {video?.failure?.step === 'captioning' ? <UploadCaptions video={video} /> : null}
      </VideoPending>
    );
  return (
    <VideoWorkspace
      key={video.id}
      video={video}
      renderChapters={({ startTime, summaryPlace, handlePlace }) =>
        isUnread ? (
          <NoChapters />
        ) : (
          <ChapterEditor
            video={video}
            startTime={startTime}
            summaryPlace={summaryPlace}
            handlePlace={handlePlace}
          />
        )
      }
      renderTranscript={(searchField) => <TranscriptPanel video={video} searchField={searchField} />}
      tools={<VideoTools video={video} toast={toast} />}
      wrap={(workspace) => (
        <TranscriptHost video={video}>
          <ClipHost video={video} toast={toast}>
            <MomentsHost video={video}>{workspace}</MomentsHost>
          </ClipHost>
        </TranscriptHost>
      )}
    />
  );
}
