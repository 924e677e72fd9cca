import { Scissors } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { useClipRequests } from '../../components/player/clip-requests.ts';
import { clipStrings as words } from './clips.strings.ts';

/** Opens the clip popup with the span from the current position to the end of the chapter. */
export function ClipButton() {
  const clips = useClipRequests();
  if (!clips) return null;
  return (
    <Button size="small" aria-label={words.entry} onClick={clips.openHere}>
      <Scissors aria-hidden size={16} strokeWidth={1.5} />
      {words.shortEntry}
    </Button>
  );
}
