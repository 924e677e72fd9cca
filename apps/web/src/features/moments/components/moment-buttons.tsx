import type { VideoRecord } from '@vault/contracts';
import { LayoutList, Share2 } from 'lucide-react';
import { useContext } from 'react';
import {
  MomentSharingContext,
  shareLabel,
  useShareMoment,
} from '../../../components/player/moment-sharing.ts';
import { usePlayback } from '../../../components/player/playback.ts';
import { Button } from '../../../components/ui/button.tsx';
import { chapterSpans, restOfChapter } from '../../../lib/video/chapter-spans.ts';
import { longEnough } from '../model/shared-span.ts';
import { momentsStrings as strings } from '../moments.strings.ts';

/** Copies a link that works for anyone, to the span from the player's position to the end of the chapter. */
export function ShareHereButton({ video }: { video: Pick<VideoRecord, 'chapters' | 'duration'> }) {
  const sharing = useShareMoment();
  const playback = usePlayback();
  if (!sharing || video.duration <= 0) return null;
  const share = () => {
    const spans = chapterSpans(video.chapters, video.duration);
    return sharing.share('span', longEnough(restOfChapter(playback.time, spans, video.duration)));
  };
  return (
    <Button
      icon={Share2}
      size="small"
      aria-label={shareLabel}
      title={shareLabel}
      isBusy={sharing.isBusy}
      onClick={() => void share()}
    >
      Copy link
    </Button>
  );
}

/** Opens the list of the links to moments of the video. */
export function SharedLinksButton() {
  const sharing = useContext(MomentSharingContext);
  if (!sharing) return null;
  return (
    <Button
      icon={LayoutList}
      size="small"
      aria-label={strings.title}
      title={strings.title}
      onClick={sharing.openLinks}
    >
      Shared
    </Button>
  );
}
