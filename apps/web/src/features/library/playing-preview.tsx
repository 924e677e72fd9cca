import { useEffect, useMemo } from 'react';
import type { LibraryVideo } from '../../api/library.ts';
import { VideoPlayer } from '../../components/player/video-player.tsx';
import { chapterSpans } from '../../lib/chapter-spans.ts';
import type { CardPreview } from './card-preview.ts';

/** Plays a video from its start while it is mounted. It stops when its card is scrolled out of the document. */
export function PlayingPreview({ video, preview }: { video: LibraryVideo; preview: CardPreview }) {
  const { id, title, chapters, duration } = video;
  const { playback, show } = preview;
  const spans = useMemo(() => chapterSpans(chapters, duration), [chapters, duration]);
  useEffect(() => {
    playback.seek(0);
    // In strict mode the effect runs twice: show the preview again after the first cleanup.
    show(id);
    return () => {
      show((shown) => (shown === id ? '' : shown));
    };
  }, [playback, show, id]);
  return (
    <VideoPlayer
      title={title}
      src={video.streamUrl}
      poster={video.thumbnail}
      storyboardUrl={video.storyboardUrl}
      captionsUrl={video.captionsUrl}
      chapters={spans}
      onElement={playback.attach}
    />
  );
}
