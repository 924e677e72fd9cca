import { Camera } from 'lucide-react';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { usePlayback } from '../../../components/player/playback.ts';
import { ScreenshotPopup } from './screenshot-popup.tsx';

/** Opens the screenshot popup at the current position of the player. */
export function ScreenshotButton(
  popup: Omit<ComponentProps<typeof ScreenshotPopup>, 'currentTime' | 'onClose'>,
) {
  const playback = usePlayback();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={Camera}
        size="small"
        title="Screenshot…"
        onClick={() => {
          playback.pause();
          setOpen(true);
        }}
      >
        Screenshot…
      </Button>
      {isOpen ? (
        <ScreenshotPopup {...popup} currentTime={() => playback.time} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
