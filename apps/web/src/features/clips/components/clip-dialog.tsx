import { chakra } from '@chakra-ui/react';
import type { VideoRecord } from '@vault/contracts';
import { cutCues, formatSrt } from '@vault/webvtt';
import { Play, Scissors } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { ReactNode, SubmitEvent } from 'react';
import type { TimeRange } from '../../../components/player/moment-actions.ts';
import type { Playback } from '../../../components/player/playback.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Modal } from '../../../components/ui/dialogs/modal.tsx';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { KeyHint, SmallText } from '../../../components/ui/muted-text.ts';
import type { ToastStyle } from '../../../components/ui/toasts/toasts.ts';
import { BusyOverlay } from '../../../components/video/busy-overlay.tsx';
import { SpanStrip } from '../../../components/video/span-strip.tsx';
import { saveText } from '../../../lib/browser/save-file.ts';
import { formatDuration } from '../../../lib/format/format-duration.ts';
import { chapterSpans } from '../../../lib/video/chapter-spans.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import { useClipsOfVideoQuery } from '../api/clips-api.ts';
import { areWhole, endAt, endsProblem, filled, noEnds, spanOf, wholeSeconds } from '../model/clip-ends.ts';
import type { ClipEnd, ClipEnds } from '../model/clip-ends.ts';
import { clipFileName } from '../model/clip-text.ts';
import { orderClip } from '../model/clips.slice.ts';
import { useClipWords } from '../model/use-clip-words.ts';
import { edgeWords } from '../model/words-span.ts';
import { ClipEdge } from './clip-edge.tsx';
import { ClipFormat, plainLook } from './clip-format.tsx';
import { ClipList } from './clip-list.tsx';

/** The video that a clip is cut from. */
type ClipSource = Pick<
  VideoRecord,
  'id' | 'assetId' | 'title' | 'thumbnail' | 'duration' | 'chapters' | 'contents' | 'vtt'
>;

/** What a clip is asked for: a span, or words whose edges are found. Without either, the fields are empty. */
export interface ClipRequest {
  readonly timeRange?: TimeRange;
  readonly words?: TimeRange;
}

/** How much is heard at an end that was moved by a tenth, in seconds. */
const heardSeconds = 1.2;

/** Side by side, also on a phone, when the times have no hours. */
const edgeColumns = (duration: number) =>
  `repeat(auto-fit, minmax(${duration < 3_600 ? '150px' : '170px'}, 1fr))`;

/** Whether clips can be cut from a video. */
export function canBeCut({
  assetId,
  streamUrl,
  duration,
}: Pick<VideoRecord, 'assetId' | 'streamUrl' | 'duration'>) {
  return assetId !== '' && streamUrl !== '' && duration > 0;
}

interface ClipDialogProps {
  video: ClipSource;
  request: ClipRequest;
  /** The player that the clip can be heard in, and whose position fills the times. */
  playback: Playback;
  /** The player itself, where the page shows none. */
  player?: ReactNode;
  toast: ToastStyle;
  /** Called when the server has accepted the clip. */
  onCut?: () => void;
  onClose: () => void;
}

/** Cuts a clip: where it begins and ends, by times or by words, and how it looks. The clips of the video stand below. */
export function ClipDialog({ video, request, playback, player, toast, onCut, onClose }: ClipDialogProps) {
  const { id, assetId, title, thumbnail, duration, chapters } = video;
  const dispatch = useAppDispatch();
  const { data } = useClipsOfVideoQuery(id);
  const { lines, spoken } = useClipWords(video, request.words);
  const initial = useMemo(() => {
    if (spoken) return { from: endAt(spoken.from), to: endAt(spoken.to) };
    return request.timeRange ? wholeSeconds(request.timeRange, duration) : noEnds;
  }, [spoken, request, duration]);
  const [moved, setMoved] = useState<ClipEnds | null>(null);
  const ends = moved ?? initial;
  const [look, setLook] = useState(plainLook);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isCovered, setCovered] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const messageId = useId();

  const problem = endsProblem(ends, duration);
  const message = isTried ? problem : '';
  const span = spanOf(ends);
  const spans = useMemo(() => chapterSpans(chapters, duration), [chapters, duration]);
  const words = lines && problem === '' ? edgeWords(span, lines) : undefined;

  // The span must not play on after the dialog is closed.
  useEffect(() => () => playback.endSpan(), [playback]);

  const move = (next: ClipEnds, heard: (span: TimeRange) => TimeRange, isHeard: boolean) => {
    setMoved(next);
    if (isHeard && endsProblem(next, duration) === '') playback.playSpan(heard(spanOf(next)));
  };
  const moveFrom = (from: ClipEnd, isHeard: boolean) =>
    move(
      { ...ends, from },
      (next) => ({ ...next, to: Math.min(next.to, next.from + heardSeconds) }),
      isHeard,
    );
  const moveTo = (to: ClipEnd, isHeard: boolean) =>
    move(
      { ...ends, to },
      (next) => ({ ...next, from: Math.max(next.from, next.to - heardSeconds) }),
      isHeard,
    );

  const cut = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setTried(true);
    const complete = filled(ends);
    setMoved(complete);
    if (endsProblem(complete, duration)) {
      first.current?.focus();
      return;
    }
    setBusy(true);
    setCovered(true);
    const clip = { ...spanOf(complete), ...look };
    const isCut = await dispatch(orderClip({ videoId: id, assetId, title, clip, toast }));
    setCovered(false);
    setBusy(false);
    if (!isCut) return;
    onCut?.();
    if (clip.captions === 'beside')
      saveText(formatSrt(cutCues(lines ?? [], clip)), `${clipFileName(clip)}.srt`, 'application/x-subrip');
    list.current?.scrollIntoView({ block: 'nearest' });
  };

  const edge = {
    thumbnail,
    duration,
    currentTime: () => playback.time,
    isInvalid: message !== '',
    describedBy: messageId,
  };
  const length = span.to - span.from;
  const lengthText = areWhole(span) ? formatDuration(length) : `${length.toFixed(1)} s`;
  return (
    <>
      <Modal title="Cut a clip" size="medium" closeLabel="Close" onCancel={onClose}>
        <chakra.form
          display="grid"
          gap="4"
          noValidate
          aria-busy={isBusy}
          onSubmit={(event) => void cut(event)}
        >
          {player}
          <chakra.div display="grid" gap="4" gridTemplateColumns={edgeColumns(duration)}>
            <ClipEdge
              ref={first}
              label="Cue in"
              preview="First frame"
              end={ends.from}
              words={words?.first}
              isFirst
              onMove={moveFrom}
              {...edge}
            />
            <ClipEdge
              label="Cue out"
              preview="Last frame"
              end={ends.to}
              words={words?.last}
              onMove={moveTo}
              {...edge}
            />
          </chakra.div>
          <SpanStrip chapters={spans} duration={duration} span={problem === '' ? span : null} />
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3" minHeight="32px">
            {problem === '' ? (
              <Button icon={Play} size="small" onClick={() => playback.playSpan(span)}>
                Play this clip
              </Button>
            ) : null}
            <SmallText fontVariantNumeric="tabular-nums">
              {problem === '' ? (
                `The clip is ${lengthText} long.`
              ) : (
                <KeyHint>Arrow keys move by a second, Page Up and Page Down by ten.</KeyHint>
              )}
            </SmallText>
          </chakra.div>
          <ClipFormat
            video={video}
            at={span.from}
            look={look}
            canChangePicture={data?.canChangePicture}
            caption={words?.first ?? ''}
            onChange={setLook}
          />
          <div id={messageId}>
            <FormMessage message={message} />
          </div>
          <chakra.div display="flex" justifyContent="flex-end" gap="2">
            <Button onClick={onClose}>Close</Button>
            <Button icon={Scissors} isBusy={isBusy} type="submit" tone="primary" minWidth="124px">
              {isBusy ? 'Cutting…' : 'Cut clip'}
            </Button>
          </chakra.div>
        </chakra.form>
        <div ref={list}>
          <ClipList videoId={id} />
        </div>
      </Modal>
      {isCovered ? (
        <BusyOverlay
          title="Cutting the clip"
          hint="The server makes the clip, and it downloads automatically. You can keep working."
          leaveLabel="Continue in the background"
          onLeave={() => setCovered(false)}
        />
      ) : null}
    </>
  );
}
