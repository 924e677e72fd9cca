import MuxPlayer from '@mux/mux-player-react';
import type MuxPlayerElement from '@mux/mux-player';
import { useEffect, useState } from 'react';
import type { MuxPlayerProps } from '@mux/mux-player-react';
import { captionsChosen, keepCaptionsChoice } from './captions-choice.ts';
import { replaceChapters } from './replace-chapters.ts';
import type { TimelineChapter } from './replace-chapters.ts';

/** Step of the arrow keys and of the two seek buttons, in seconds. */
const seekOffset = 3;

const style = {
  display: 'block',
  width: '100%',
  height: '100%',
  '--media-object-fit': 'contain',
  '--media-font-family': "'Inter Variable', system-ui, sans-serif",
} as MuxPlayerProps['style'];

export interface MuxStageProps {
  title: string;
  /** HLS url. */
  src: string;
  poster?: string;
  /** WebVTT with `#xywh` images for the time line. */
  storyboardUrl?: string;
  /** WebVTT captions. */
  captionsUrl?: string;
  chapters: readonly TimelineChapter[];
  /** Called with the media element when it exists, and with null when it is removed. */
  onElement: (element: HTMLMediaElement | null) => void;
}

/** The Mux player: no other origin, no tracking, no cookies, no worker (the content policy allows none). */
export function MuxStage({
  title,
  src,
  poster,
  storyboardUrl,
  captionsUrl,
  chapters,
  onElement,
}: MuxStageProps) {
  const [player, setPlayer] = useState<MuxPlayerElement | null>(null);
  const [areCaptionsShown] = useState(captionsChosen);

  useEffect(() => {
    onElement(player as unknown as HTMLMediaElement | null);
    return () => {
      onElement(null);
    };
  }, [player, onElement]);

  useEffect(() => (player ? keepCaptionsChoice(player) : undefined), [player]);

  useEffect(() => (player ? replaceChapters(player, chapters) : undefined), [player, chapters]);

  return (
    <MuxPlayer
      ref={setPlayer}
      style={style}
      src={src}
      streamType="on-demand"
      poster={poster || undefined}
      storyboardSrc={storyboardUrl || undefined}
      title={title}
      accentColor="#ff6b4a"
      forwardSeekOffset={seekOffset}
      backwardSeekOffset={seekOffset}
      defaultHiddenCaptions={!areCaptionsShown}
      nohotkeys
      disableTracking
      disableCookies
      _hlsConfig={{ enableWorker: false }}
      metadata={{ video_title: title }}
    >
      {captionsUrl ? <track kind="captions" src={captionsUrl} srcLang="en" label="English" /> : null}
    </MuxPlayer>
  );
}
