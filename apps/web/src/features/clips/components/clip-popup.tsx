import { chakra } from '@chakra-ui/react';
import { clipProblem } from '@vault/contracts';
import type { ClipTimes } from '@vault/contracts';
import { Play, Scissors } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { KeyHint } from '../../../components/ui/key-hint.ts';
import { Modal } from '../../../components/ui/dialogs/modal.tsx';
import type { TimeRange } from '../../../components/player/clip-requests.ts';
import type { Playback } from '../../../components/player/playback.ts';
import { SpanStrip, ClipEdge } from '../../../components/video/span-strip.tsx';
import { fillTimeCode } from '../../../lib/video/time-code-mask.ts';
import { formatDuration, parseTimeCode } from '../../../lib/format/format-time.ts';
import { timesOf } from '../model/times-of.ts';
import { SmallText } from '../../../components/ui/muted-text.ts';

interface ClipPopupProps {
  /** The video host's picture of the video; its address holds the playback id. */
  thumbnail: string;
  /** Seconds. */
  duration: number;
  /** Spans of the chapters in seconds, for the strip. */
  chapters: readonly TimeRange[];
  /** The initial times; empty fields without it. */
  timeRange?: TimeRange;
  /** The player that the clip can be heard in, and whose position fills the times. */
  playback: Playback;
  /** The player itself, where the page shows none. */
  player?: ReactNode;
  /** Requests the clip and shows the outcome. After false, a failure, the popup stays open for another try. */
  onCut: (times: ClipTimes) => Promise<boolean>;
  onClose: () => void;
  /** Shown below the form. */
  children?: ReactNode;
}

/** Asks for the start and the end of a clip. Shows both frames and the span on the chapter strip. */
export function ClipPopup(props: ClipPopupProps) {
  const { thumbnail, duration, chapters, timeRange, playback, player, onCut, onClose, children } = props;
  const [times, setTimes] = useState<ClipTimes>(() =>
    timeRange ? timesOf(timeRange, duration) : { timeIn: '', timeOut: '' },
  );
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const messageId = useId();

  const problem = clipProblem(times, duration);
  const message = isTried ? problem : '';
  const span = { from: parseTimeCode(times.timeIn) ?? 0, to: parseTimeCode(times.timeOut) ?? 0 };
  const edge = {
    thumbnail,
    duration,
    currentTime: () => playback.time,
    isInvalid: message !== '',
    describedBy: messageId,
  };

  // The span must not play on after the popup is closed.
  useEffect(() => () => playback.endSpan(), [playback]);

  const cut = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setTried(true);
    // Enter sends the form while the input still has the focus.
    const filled = { timeIn: fillTimeCode(times.timeIn), timeOut: fillTimeCode(times.timeOut) };
    setTimes(filled);
    if (clipProblem(filled, duration)) {
      first.current?.focus();
      return;
    }
    setBusy(true);
    const isCut = await onCut(filled);
    setBusy(false);
    if (isCut) onClose();
  };

  return (
    <Modal title="Cut a clip" size="medium" onCancel={onClose}>
      <chakra.form display="grid" gap="4" noValidate aria-busy={isBusy} onSubmit={(event) => void cut(event)}>
        {player}
        <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
          <ClipEdge
            ref={first}
            label="Cue in"
            preview="First frame"
            value={times.timeIn}
            isFirst
            onChange={(timeIn) => setTimes({ ...times, timeIn })}
            {...edge}
          />
          <ClipEdge
            label="Cue out"
            preview="Last frame"
            value={times.timeOut}
            onChange={(timeOut) => setTimes({ ...times, timeOut })}
            {...edge}
          />
        </chakra.div>
        <SpanStrip chapters={chapters} duration={duration} span={problem === '' ? span : null} />
        <chakra.div display="flex" alignItems="center" columnGap="3" minHeight="32px">
          {problem === '' ? (
            <Button icon={Play} size="small" onClick={() => playback.playSpan(span)}>
              Play this clip
            </Button>
          ) : null}
          <SmallText fontVariantNumeric="tabular-nums">
            {problem === '' ? (
              `The clip is ${formatDuration(span.to - span.from)} long.`
            ) : (
              <KeyHint>Arrow keys move by a second, Page Up and Page Down by ten.</KeyHint>
            )}
          </SmallText>
        </chakra.div>
        <div id={messageId}>
          <FormMessage message={message} />
        </div>
        <chakra.div display="flex" justifyContent="flex-end" gap="2">
          <Button onClick={onClose}>Cancel</Button>
          <Button icon={Scissors} isBusy={isBusy} type="submit" tone="primary" minWidth="124px">
            {isBusy ? 'Cutting…' : 'Cut clip'}
          </Button>
        </chakra.div>
      </chakra.form>
      {children}
    </Modal>
  );
}
