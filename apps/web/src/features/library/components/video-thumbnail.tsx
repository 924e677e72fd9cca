import { chakra } from '@chakra-ui/react';
import { Play, X } from 'lucide-react';
import { use, useState, useEffect, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { LibraryVideo } from '../../../api/merge-library.ts';
import { useCaptionsUrl } from '../../../api/use-captions-url.ts';
import { ChapterStrip } from '../../../components/video/chapter-strip.tsx';
import { chapterSpans } from '../../../lib/video/chapter-spans.ts';
import { formatDuration } from '../../../lib/format/format-time.ts';
import { CardPreviewContext } from '../model/card-preview.ts';
import type { CardPreview } from '../model/card-preview.ts';
import { libraryStrings } from '../library.strings.ts';
import { VideoPlayer } from '../../../components/player/video-player.tsx';
import { captionsLanguageOf } from '../../../lib/video/captions-language.ts';

const Frame = chakra(Link, {
  base: {
    display: 'block',
    position: 'relative',
    aspectRatio: '16 / 9',
    borderRadius: 'media',
    overflow: 'hidden',
    bg: 'sunken',
    '& img': {
      display: 'block',
      width: '100%',
      height: '100%',
      objectFit: 'cover',
      animation: 'fade-in 200ms ease-out',
      transition: 'transform 200ms ease-out',
    },
    _hover: { '& img': { transform: 'scale(1.015)' } },
  },
});

const Waiting = chakra('span', {
  base: { position: 'absolute', inset: 0, bg: 'line', animation: 'fade-pulse 1.6s ease-in-out infinite' },
});

const Duration = chakra('span', {
  base: {
    position: 'absolute',
    right: '2',
    bottom: '2',
    px: '6px',
    py: '1px',
    borderRadius: 'sm',
    bg: 'rgba(14, 18, 24, 0.86)',
    color: '#faf7f2',
    fontSize: 'xs',
    fontWeight: 'strong',
    fontVariantNumeric: 'tabular-nums',
  },
});

/** Starts the preview from a corner of the picture; stops it above the controls of the player. */
const PlayHere = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    position: 'absolute',
    left: '2',
    bottom: '2',
    width: '36px',
    height: '36px',
    borderRadius: 'md',
    bg: 'rgba(14, 18, 24, 0.86)',
    color: '#faf7f2',
    _hover: { bg: '#0e1218' },
    '&[data-playing]': { left: 'auto', bottom: 'auto', right: '2', top: '2' },
    '& svg': { width: '18px', height: '18px', strokeWidth: 1.5 },
  },
});

/** Replaces a missing picture by the chapters as tall bars. A video without chapters is one bar. */
function Poster({ spans }: { spans: readonly { from: number; to: number }[] }) {
  return (
    <chakra.span
      aria-hidden
      display="grid"
      position="absolute"
      inset="0"
      px="12%"
      alignItems="center"
      opacity="0.6"
    >
      <ChapterStrip spans={spans.length > 0 ? spans : [{ from: 0, to: 1 }]} height="40%" />
    </chakra.span>
  );
}

/** The picture, linked to the video, or the player while the preview runs. */
export function VideoThumbnail({ video }: { video: LibraryVideo }) {
  const preview = use(CardPreviewContext);
  const isPlaying = preview?.videoId === video.id;
  const label = (isPlaying ? libraryStrings.stopHere : libraryStrings.playHere)(
    video.title || libraryStrings.untitled,
  );
  return (
    <chakra.div position="relative">
      {isPlaying ? <PlayingPreview video={video} preview={preview} /> : <Picture video={video} />}
      {preview && video.streamUrl !== '' ? (
        <PlayHere
          type="button"
          aria-label={label}
          title={label}
          data-playing={isPlaying || undefined}
          onClick={() => preview.show(isPlaying ? '' : video.id)}
        >
          {isPlaying ? <X aria-hidden /> : <Play aria-hidden />}
        </PlayHere>
      ) : null}
    </chakra.div>
  );
}

/** The picture, in a box that keeps its size while the picture is loading. */
function Picture({ video }: { video: LibraryVideo }) {
  const [brokenUrl, setBrokenUrl] = useState('');
  const hasPicture = video.thumbnail !== '' && video.thumbnail !== brokenUrl;
  const isAwaited = video.thumbnail === '' && video.state !== 'failed';
  const duration = video.duration > 0 ? formatDuration(video.duration) : '';
  return (
    <Frame
      to={`/asset/${video.uploadId}`}
      aria-label={libraryStrings.open(video.title || libraryStrings.untitled, duration)}
    >
      {isAwaited ? <Waiting /> : null}
      {hasPicture ? (
        <img
          src={video.thumbnail}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBrokenUrl(video.thumbnail)}
        />
      ) : null}
      {!hasPicture && !isAwaited ? <Poster spans={chapterSpans(video.chapters, video.duration)} /> : null}
      {duration ? <Duration>{duration}</Duration> : null}
    </Frame>
  );
}

/** Plays a video from its start while it is mounted. It stops when its card is scrolled out of the document. */
function PlayingPreview({ video, preview }: { video: LibraryVideo; preview: CardPreview }) {
  const { id, title, chapters, duration } = video;
  const { playback, show } = preview;
  const spans = useMemo(() => chapterSpans(chapters, duration), [chapters, duration]);
  const captionsUrl = useCaptionsUrl(video);
  useEffect(() => {
    playback.seek(0);
    // In strict mode the effect runs twice: show the preview again after the first cleanup.
    show(id);
    return () => show((shown) => (shown === id ? '' : shown));
  }, [playback, show, id]);
  return (
    <VideoPlayer
      title={title}
      src={video.streamUrl}
      poster={video.thumbnail}
      storyboardUrl={video.storyboardUrl}
      captionsUrl={captionsUrl}
      captionsLanguage={captionsLanguageOf(video)}
      chapters={spans}
      onElement={playback.attach}
    />
  );
}
