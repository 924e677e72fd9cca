import { chakra } from '@chakra-ui/react';
import { useParams } from 'react-router-dom';
import { errorStatus } from '../api/error-message.ts';
import { videosApi } from '../api/videos-api.ts';
import { TextLink } from '../components/text-link.tsx';
import { ScreenshotButton } from '../features/screenshot/screenshot-button.tsx';
import { ChapterList } from '../features/editor/chapter-list.tsx';
import { VideoPending } from '../features/video/video-pending.tsx';
import { VideoWorkspace } from '../features/video/video-workspace.tsx';
import { videoStrings as words } from '../features/video/video.strings.ts';
import { usePageTitle } from '../lib/use-page-title.ts';

const checkMs = 1000;
const toastMs = 3000;

function NotFound() {
  return (
    <chakra.div maxWidth="520px" mx="auto" px="4" pt="24">
      <chakra.h1 fontFamily="quote" fontSize="xl" fontWeight="strong" mb="3">
        {words.notFoundTitle}
      </chakra.h1>
      <chakra.p color="ink.muted" mb="6">
        {words.notFoundText}
      </chakra.p>
      <TextLink to="/asset/view">{words.toLibrary}</TextLink>
    </chakra.div>
  );
}

/** One video: asked for every second until it has chapters, then shown. */
export function VideoPage() {
  const { id = '' } = useParams();
  const { currentData: video, error } = videosApi.endpoints.video.useQueryState(id);
  const isMissing = !video && errorStatus(error) === 404;
  const hasChapters = video !== undefined && video.chapters.length > 0;
  videosApi.endpoints.video.useQuerySubscription(id, {
    pollingInterval: isMissing || hasChapters ? 0 : checkMs,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  usePageTitle(video?.title ?? '');

  if (isMissing) return <NotFound />;
  if (!video || !hasChapters) return <VideoPending video={video} />;
  return (
    <VideoWorkspace
      key={video.id}
      video={video}
      renderChapters={(place) => <ChapterList {...place} />}
      renderTools={(currentTime) =>
        video.thumbnail && video.duration > 0 ? (
          <ScreenshotButton
            thumbnail={video.thumbnail}
            duration={video.duration}
            currentTime={currentTime}
            toast={{ durationMs: toastMs, place: 'top' }}
          />
        ) : null
      }
    />
  );
}
