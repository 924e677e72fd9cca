import { chakra } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { FramePreview } from '../../../components/video/frame-preview.tsx';
import { KeyHint, SmallText } from '../../../components/ui/muted-text.ts';
import { Modal } from '../../../components/ui/dialogs/modal.tsx';
import { TimeCodeInput } from '../../../components/video/time-code-input.tsx';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { thumbnailAt } from '../../../lib/video/thumbnail-at.ts';
import { fillTimeCode } from '../../../lib/video/time-code-mask.ts';
import { formatTimeCode, parseTimeCode } from '../../../lib/format/format-duration.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import type { ToastStyle } from '../../../components/ui/toasts/toasts.ts';
import { screenshotProblem } from '../model/screenshot-problem.ts';

interface ScreenshotPopupProps {
  /** The video host's picture of the video; its address holds the playback id. */
  thumbnail: string;
  /** Seconds. */
  duration: number;
  /** The player's position in seconds, where there is a player. */
  currentTime?: () => number;
  /** The player itself, where the page shows none. */
  player?: ReactNode;
  /** The duration and position of its toasts. */
  toast: ToastStyle;
  onClose: () => void;
}

/** Asks for one time, shows the frame at that time, and downloads it. */
export function ScreenshotPopup(props: ScreenshotPopupProps) {
  const { thumbnail, duration, currentTime, player, toast, onClose } = props;
  const max = Math.max(0, Math.ceil(duration) - 1);
  const [time, setTime] = useState(() => (currentTime ? formatTimeCode(Math.min(currentTime(), max)) : ''));
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const messageId = useId();
  const hintId = useId();

  const problem = screenshotProblem(time, duration);
  const url = problem === '' ? thumbnailAt(thumbnail, parseTimeCode(time) ?? 0) : '';
  const message = isTried ? problem : '';

  const download = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setTried(true);
    // Enter sends the form while the input still has the focus.
    const filled = fillTimeCode(time);
    setTime(filled);
    if (screenshotProblem(filled, duration)) {
      input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await saveFile(thumbnailAt(thumbnail, parseTimeCode(filled) ?? 0), `screenshot-${filled}.jpg`);
      showToast({ kind: 'success', text: `Screenshot at ${filled} downloaded.`, ...toast });
    } catch (error) {
      console.warn('A screenshot could not be downloaded.', error);
      showToast({
        kind: 'error',
        text: 'The screenshot could not be downloaded. Please try again.',
        ...toast,
      });
    }
    setBusy(false);
  };

  return (
    <Modal title="Screenshot" onCancel={onClose}>
      <chakra.form display="grid" gap="4" noValidate onSubmit={(event) => void download(event)}>
        {player}
        <FramePreview
          url={url}
          label={`The frame at ${time}`}
          emptyText="Type a time to see its frame."
          brokenText="There is no picture for this time. Try a second earlier or later."
        />
        <div>
          <TimeCodeInput
            ref={input}
            label="Time"
            value={time}
            onChange={setTime}
            max={max}
            isInvalid={message !== ''}
            describedBy={`${hintId} ${messageId}`}
            isFirst
          >
            {currentTime ? (
              <Button onClick={() => setTime(formatTimeCode(currentTime()))}>Use current time</Button>
            ) : null}
          </TimeCodeInput>
          <SmallText id={hintId} mt="1">
            <KeyHint>Arrow keys move by a second, Page Up and Page Down by ten.</KeyHint>
          </SmallText>
        </div>
        <div id={messageId}>
          <FormMessage message={message} />
        </div>
        <chakra.div display="flex" justifyContent="flex-end" gap="2">
          <Button onClick={onClose}>Close</Button>
          <Button icon={Download} isBusy={isBusy} type="submit" tone="primary" minWidth="148px">
            {isBusy ? 'Downloading…' : 'Download'}
          </Button>
        </chakra.div>
      </chakra.form>
    </Modal>
  );
}
