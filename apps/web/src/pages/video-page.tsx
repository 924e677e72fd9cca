import { chakra } from '@chakra-ui/react';
import type { VideoRecord } from '@vault/contracts';
import { useMemo, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import { hasUnreadChapters } from '../api/chapters-fallback.ts';
import { MomentActionsContext, noMomentActions } from '../components/player/moment-actions.ts';
import { Playback, PlaybackContext } from '../components/player/playback.ts';
import { TextLink } from '../components/ui/text-link.tsx';
import { ClipHost } from '../features/clips/components/clip-host.tsx';
import { MomentsHost } from '../features/moments/components/moments-host.tsx';
import { TranscriptHost } from '../features/transcript/components/transcript-host.tsx';
import { TranscriptPanel } from '../features/transcript/components/transcript-panel.tsx';
import { UploadCaptions } from '../features/transcript/components/upload-captions.tsx';
import { momentAddress, useStartTime } from '../features/video/model/use-start-time.ts';
import { usePolledVideo } from '../features/video/model/use-polled-video.ts';
import { useOtherWorkspace } from '../features/video/model/use-other-workspace.ts';
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

/** Above a video that was deleted or moved while it was open: what was typed can still be copied. */
function GoneVideo() {
  return (
    <chakra.div
      role="alert"
      mx={{ base: '4', md: '8' }}
      mt="4"
      px="4"
      py="3"
      borderRadius="md"
      bg="caution.wash"
    >
      This video was deleted, or moved to another workspace. Edits can no longer be saved: copy what you need
      from this page. <TextLink to="/asset/view">Go to the library</TextLink>
    </chakra.div>
  );
}

/** A video that this workspace does not have: opened in the one that has it, if any. */
function MissingVideo({ id }: { id: string }) {
  const isSought = useOtherWorkspace(id);
  return isSought ? null : <NotFound />;
}

/** One video: polled until it has chapters, then shown; shown without chapters while they cannot be read. */
export function VideoPage() {
  const { id = '' } = useParams();
  const { video, isMissing, isGone, isUnreachable } = usePolledVideo(id);
  usePageTitle(video?.title ?? '');

  if (isMissing) return <MissingVideo id={id} />;
  const isUnread = video?.state === 'ready' && hasUnreadChapters(video);
  if (!video || (video.chapters.length === 0 && !isUnread))
    return (
      <VideoPending video={video} isUnreachable={isUnreachable}>
        {video?.failure?.step === 'captioning' ? <UploadCaptions video={video} /> : null}
      </VideoPending>
    );
  return (
    <>
      {isGone ? <GoneVideo /> : null}
      <ReadyVideo key={video.id} video={video} isUnread={isUnread} />
    </>
  );
}

/** A finished video: all its parts share one playback, and what can be done with a moment of it. */
function ReadyVideo({ video, isUnread }: { video: VideoRecord; isUnread: boolean }) {
  const [playback] = useState(() => new Playback());
  const startTime = useStartTime(playback, video.duration);
  const searchField = useRef<HTMLInputElement>(null);
  const [summaryPlace, setSummaryPlace] = useState<HTMLElement | null>(null);
  const [handlePlace, setHandlePlace] = useState<HTMLElement | null>(null);
  const { uploadId } = video;
  const actions = useMemo(
    () => ({ ...noMomentActions, addressAt: (seconds: number) => momentAddress(uploadId, seconds) }),
    [uploadId],
  );
  const places = { summaryPlace, handlePlace };
  return (
    <PlaybackContext value={playback}>
      <MomentActionsContext value={actions}>
        <TranscriptHost video={video}>
          <ClipHost video={video} toast={toast}>
            <MomentsHost video={video}>
              <VideoWorkspace
                video={video}
                tools={<VideoTools video={video} toast={toast} />}
                chapters={
                  isUnread ? (
                    <NoChapters />
                  ) : (
                    <ChapterEditor video={video} startTime={startTime} {...places} />
                  )
                }
                transcript={<TranscriptPanel video={video} searchField={searchField} />}
                searchField={searchField}
                onSummaryPlace={setSummaryPlace}
                onHandlePlace={setHandlePlace}
              />
            </MomentsHost>
          </ClipHost>
        </TranscriptHost>
      </MomentActionsContext>
    </PlaybackContext>
  );
}
