import { chakra } from '@chakra-ui/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import './media-elements.ts';
import { applyCaptionsChoice, storeCaptionsChoice } from './captions-choice.ts';
import { openStream } from './open-stream.ts';
import type { OpenStream, StreamFailure } from './open-stream.ts';
import { speeds } from './playback.ts';
import { QualityList } from './quality-list.ts';
import { replaceChapters } from './replace-chapters.ts';
import type { TimelineChapter } from './replace-chapters.ts';
import { StageFrame } from './stage-frame.ts';

const failures = {
  network: 'The video could not be loaded. Check your connection, then try again.',
  missing: 'This video is not available. Reload the page to see its status.',
  media: 'This browser could not decode the video. Try again, or use another browser.',
  unsupported:
    'This browser cannot play the video. Use a current version of Chrome, Edge, Firefox or Safari.',
} as const;

/** Step of the two seek buttons, in seconds. */
const seekOffset = 3;

/** The button says whether it is on, which its own role of a button does not allow. */
function markAsSwitch(captions: HTMLElement | null): void {
  captions?.setAttribute('role', 'switch');
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

export interface PlayerStageProps {
  title: string;
  /** HLS url. */
  src: string;
  poster?: string;
  /** WebVTT with `#xywh` images for the time line. */
  storyboardUrl?: string;
  /** WebVTT captions. */
  captionsUrl?: string;
  /** Their language as a BCP 47 tag; English by default. */
  captionsLanguage?: string;
  chapters: readonly TimelineChapter[];
  /** Why the recording does not exist, when that is known. */
  missingReason?: string;
  /** Called with the media element when it exists, and with null when it is removed. */
  onElement: (element: HTMLMediaElement | null) => void;
}

/** The player: media-chrome's controls on a plain video element. */
export function PlayerStage({
  title,
  src,
  poster,
  storyboardUrl,
  captionsUrl,
  captionsLanguage = 'en',
  chapters,
  missingReason,
  onElement,
}: PlayerStageProps) {
  const [media, setMedia] = useState<HTMLVideoElement | null>(null);
  const [qualities] = useState(() => new QualityList());
  const [failure, setFailure] = useState<StreamFailure | null>(null);
  const stream = useRef<OpenStream | null>(null);
  const knownReason = failure === 'missing' ? missingReason : undefined;

  const showMedia = useCallback(
    (element: HTMLVideoElement | null) => {
      // The controls look for the list as soon as the element is in the document.
      if (element) Object.assign(element, { videoRenditions: qualities });
      setMedia(element);
    },
    [qualities],
  );

  useEffect(() => {
    if (!media) return undefined;
    stream.current = openStream(media, src, { report: setFailure, qualities });
    return () => {
      stream.current?.close();
      setFailure(null);
    };
  }, [media, src, qualities]);

  useEffect(() => {
    onElement(media);
    return () => onElement(null);
  }, [media, onElement]);

  useEffect(() => (media ? storeCaptionsChoice(media) : undefined), [media]);

  useEffect(() => {
    if (media) replaceChapters(media, chapters);
  }, [media, chapters]);

  return (
    <StageFrame>
      <media-controller breakpoints="middle:320 wide:470" defaultstreamtype="on-demand" nohotkeys>
        <video ref={showMedia} slot="media" crossOrigin="anonymous" playsInline>
          {captionsUrl ? (
            // A new element for other captions: Firefox does not load another address into a track.
            <track
              key={captionsUrl}
              ref={applyCaptionsChoice}
              kind="captions"
              src={captionsUrl}
              srcLang={captionsLanguage}
              label={languageNames.of(captionsLanguage)}
            />
          ) : null}
          {storyboardUrl ? <track kind="metadata" label="thumbnails" src={storyboardUrl} default /> : null}
        </video>
        {poster ? <img slot="poster" src={poster} alt="" /> : null}
        <div slot="top-chrome" className="title">
          {title}
        </div>
        <media-loading-indicator slot="centered-chrome" noautohide />
        <media-play-button slot="centered-chrome" className="start" />
        <div className="controls">
          <media-time-range />
          <media-control-bar>
            <media-play-button />
            <media-seek-backward-button seekoffset={seekOffset} />
            <media-seek-forward-button seekoffset={seekOffset} />
            <media-time-display showduration />
            <media-mute-button />
            <media-volume-range />
            <span className="spacer" />
            <media-rendition-menu-button />
            <media-rendition-menu hidden anchor="auto" />
            <media-playback-rate-menu-button />
            <media-playback-rate-menu hidden anchor="auto" rates={speeds.join(' ')} />
            <media-captions-button ref={markAsSwitch} />
            <media-airplay-button />
            <media-pip-button />
            <media-fullscreen-button />
          </media-control-bar>
        </div>
        {failure ? (
          <chakra.div
            slot="dialog"
            role="alert"
            display="flex"
            flexDirection="column"
            alignItems="center"
            justifyContent="center"
            gap="3"
            width="100%"
            height="100%"
            // The controls fade out while a video plays, also while it waits for data.
            opacity="1 !important"
            p="4"
            bg="#0a0d12"
            color="#fff"
            fontSize="sm"
            lineHeight="1.5"
            textAlign="center"
            css={{ '& p': { maxWidth: '44ch' } }}
          >
            <p>{knownReason ?? failures[failure]}</p>
            {failure === 'unsupported' || knownReason ? null : (
              <Button
                color="inherit"
                borderColor="currentColor"
                _hover={{ bg: 'rgb(255 255 255 / 0.16)' }}
                onClick={() => {
                  setFailure(null);
                  stream.current?.retry();
                }}
              >
                Try again
              </Button>
            )}
          </chakra.div>
        ) : null}
      </media-controller>
    </StageFrame>
  );
}
