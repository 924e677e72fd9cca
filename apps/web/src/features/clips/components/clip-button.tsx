import { Scissors } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { useClipRequests } from '../../../components/player/moment-actions.ts';

/** Opens the clip popup with the span from the current position to the end of the chapter. */
export function ClipButton() {
  const clips = useClipRequests();
  if (!clips) return null;
  return (
    <Button
      icon={Scissors}
      size="small"
      aria-label="Cut a clip…"
      title="Cut a clip…"
      onClick={clips.openHere}
    >
      Clip
    </Button>
  );
}
