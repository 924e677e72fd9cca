import { chakra } from '@chakra-ui/react';
import { Play, X } from 'lucide-react';
import { use, useState, useEffect, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { LibraryVideo } from '../../../api/merge-library.ts';
import { useCaptionsUrl } from '../../../api/use-captions-url.ts';
import { ChapterStrip } from '../../../components/video/chapter-strip.tsx';
import { chapterSpans } from '../../../lib/video/chapter-spans.ts';
import { formatDuration } from '../../../lib/format/format-duration.ts';
import { CardPreviewContext } from '../model/card-preview.ts';
import type { CardPreview } from '../model/card-preview.ts';
import { libraryStrings } from '../library.strings.ts';
import { VideoPlayer } from '../../../components/player/video-player.tsx';
import { captionsLanguageOf } from '../../../lib/video/captions-language.ts';
import { SkeletonBlock } from '../../../components/ui/skeleton-block.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';

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

/** On any picture, also in the dark theme. */
const onPicture = { bg: 'rgba(14, 18, 24, 0.86)', color: '#faf7f2' };

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
  // The button starts the preview from a corner of the picture, and stops it above the controls of the player.
  return (
    <chakra.div position="relative">
      {isPlaying ? <PlayingPreview video={video} preview={preview} /> : <Picture video={video} />}
      {preview && video.streamUrl !== '' ? (
        <IconButton
          label={label}
          icon={isPlaying ? X : Play}
          position="absolute"
          {...(isPlaying ? { top: '2', right: '2' } : { bottom: '2', left: '2' })}
          {...onPicture}
          _hover={{ bg: '#0e1218' }}
          onClick={() => preview.show(isPlaying ? '' : video.id)}
        />
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
      {isAwaited ? (
        <SkeletonBlock as="span" position="absolute" inset="0" borderRadius="0" bg="line" />
      ) : null}
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
      {duration ? (
        <chakra.span
          position="absolute"
          right="2"
          bottom="2"
          px="6px"
          py="1px"
          borderRadius="sm"
          fontSize="xs"
          fontWeight="strong"
          fontVariantNumeric="tabular-nums"
          {...onPicture}
        >
          {duration}
        </chakra.span>
      ) : null}
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
