import type { VideoRecord } from '@vault/contracts';
import { Link2 } from 'lucide-react';
import { shareLabel, useShareMoment } from '../../../components/player/moment-actions.ts';
import { usePlayback } from '../../../components/player/playback.ts';
import { Button } from '../../../components/ui/button.tsx';
import { chapterSpans, restOfChapter } from '../../../lib/video/chapter-spans.ts';
import { longEnough } from '../model/shared-span.ts';

/**
 * Copies a link that works for anyone, to the span from the player's position to the end of the chapter. After a search
 * result was opened, from that result as long as its chapter plays on.
 */
export function ShareHereButton({ video }: { video: Pick<VideoRecord, 'chapters' | 'duration'> }) {
  const sharing = useShareMoment();
  const playback = usePlayback();
  if (!sharing || video.duration <= 0) return null;
  const share = () => {
    const spans = chapterSpans(video.chapters, video.duration);
    const { time, openedAt } = playback;
    const here = restOfChapter(time, spans, video.duration);
    const found = openedAt === null ? here : restOfChapter(openedAt, spans, video.duration);
    return sharing.share('span', longEnough(found.to === here.to ? found : here));
  };
  return (
    <Button
      icon={Link2}
      size="small"
      aria-label={shareLabel}
      title={shareLabel}
      isBusy={sharing.isBusy}
      onClick={() => void share()}
    >
      Link
    </Button>
  );
}
