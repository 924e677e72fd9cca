import { Camera } from 'lucide-react';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { Button } from '../../components/button.tsx';
import { ScreenshotPopup } from './screenshot-popup.tsx';
import { screenshotStrings as words } from './screenshot.strings.ts';

/** Opens the screenshot popup beside a player. */
export function ScreenshotButton(popup: Omit<ComponentProps<typeof ScreenshotPopup>, 'onClose'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        onClick={() => {
          setOpen(true);
        }}
      >
        <Camera aria-hidden size={16} strokeWidth={1.5} />
        {words.entry}
      </Button>
      {isOpen ? (
        <ScreenshotPopup
          {...popup}
          onClose={() => {
            setOpen(false);
          }}
        />
      ) : null}
    </>
  );
}
