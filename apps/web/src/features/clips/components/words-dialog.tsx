import { chakra } from '@chakra-ui/react';
import { skipToken } from '@reduxjs/toolkit/query';
import { clipSpanProblem, transcriptSpanSeconds } from '@vault/contracts';
import type { ClipCaptions, ClipFit, ClipFrame, VideoRecord } from '@vault/contracts';
import { cutCues, formatSrt } from '@vault/webvtt';
import { Play, Scissors } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import type { TimeRange } from '../../../components/player/clip-requests.ts';
import type { Playback } from '../../../components/player/playback.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Modal } from '../../../components/ui/dialogs/modal.tsx';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { SmallText } from '../../../components/ui/muted-text.ts';
import { Select } from '../../../components/ui/select.tsx';
import { saveText } from '../../../lib/browser/save-file.ts';
import { cuesOf } from '../../../lib/video/cues-of.ts';
import { useClipsOfVideoQuery, useMakeClipMutation, useTimedLinesQuery } from '../api/clips-api.ts';
import { clipFileName } from '../model/clip-text.ts';
import { edgeWords, spokenSpan, widen, withTimes } from '../model/words-span.ts';
import { ClipList } from './clip-list.tsx';
import { FrameFields } from './frame-fields.tsx';
import { WordEdge } from './word-edge.tsx';

const frames: readonly { value: ClipFrame; text: string }[] = [
  { value: 'recorded', text: 'As recorded' },
  { value: 'square', text: 'Square, 1:1' },
  { value: 'portrait', text: 'Vertical, 9:16' },
];
const captionChoices: readonly { value: ClipCaptions; text: string }[] = [
  { value: 'none', text: 'None' },
  { value: 'burned', text: 'Burned in' },
  { value: 'beside', text: 'Separate SRT file' },
];
/** How much is heard at an end that was moved. */
const heardSeconds = 1.2;

/** Words so far from the clip are read with their times, in seconds. */
const nearSeconds = 10;

/** Side by side, also on a phone, when the times have no hours. */
const edgeColumns = (duration: number) =>
  `repeat(auto-fit, minmax(${duration < 3_600 ? '150px' : '170px'}, 1fr))`;

interface WordsDialogProps {
  video: VideoRecord;
  /** The edges of the words. */
  words: TimeRange;
  playback: Playback;
  onClose: () => void;
}

/** Makes a clip of some words: where it begins and ends, its frame, and its captions. */
export function WordsDialog({ video, words, playback, onClose }: WordsDialogProps) {
  const { id, duration, thumbnail, vtt } = video;
  const cues = useMemo(() => cuesOf(vtt ?? '') ?? [], [vtt]);
  const isShort = words.to - words.from + 2 * nearSeconds <= transcriptSpanSeconds;
  const near = { from: Math.max(0, words.from - nearSeconds), to: words.to + nearSeconds };
  const { data: timed } = useTimedLinesQuery(isShort ? { videoId: id, ...near } : skipToken);
  const lines = useMemo(() => withTimes(cues, timed ?? []), [cues, timed]);
  const [moved, setMoved] = useState<TimeRange | null>(null);
  const wordsSpan = useMemo(
    () => widen(spokenSpan(words, cues, lines), lines, duration),
    [words, cues, lines, duration],
  );
  const span = moved ?? wordsSpan;
  const [frame, setFrame] = useState<ClipFrame>('recorded');
  const [centre, setCentre] = useState(0.5);
  const [fit, setFit] = useState<ClipFit>('crop');
  const [captions, setCaptions] = useState<ClipCaptions>('none');
  const { data } = useClipsOfVideoQuery(id);
  const [make, { isLoading, error }] = useMakeClipMutation();
  const list = useRef<HTMLDivElement>(null);
  const canChangePicture = data?.canChangePicture ?? false;
  const problem = clipSpanProblem(span, duration);
  const edges = useMemo(() => edgeWords(span, lines), [span, lines]);

  // The span must not play on after the dialog is closed.
  useEffect(() => () => playback.endSpan(), [playback]);

  const move = (next: TimeRange, previewSpan: TimeRange) => {
    setMoved(next);
    if (previewSpan.to > previewSpan.from) playback.playSpan(previewSpan);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isLoading || problem !== '') return;
    const clip = { ...span, frame, centre, fit, captions };
    const { data: newClip } = await make({ videoId: id, ...clip });
    // Its progress is below the form, which may fill the screen.
    if (newClip) list.current?.scrollIntoView({ block: 'nearest' });
    if (newClip && captions === 'beside')
      saveText(formatSrt(cutCues(lines, span)), `${clipFileName(clip)}.srt`, 'application/x-subrip');
  };

  return (
    <Modal title="Clip these words" size="medium" closeLabel="Close" onCancel={onClose}>
      <chakra.form
        display="grid"
        gap="4"
        noValidate
        aria-busy={isLoading}
        onSubmit={(event) => void submit(event)}
      >
        <chakra.div display="grid" gap="4" gridTemplateColumns={edgeColumns(duration)}>
          <WordEdge
            label="Start"
            time={span.from}
            words={edges.first}
            onMove={(from) => move({ ...span, from }, { from, to: Math.min(span.to, from + heardSeconds) })}
            {...{ duration, thumbnail }}
          />
          <WordEdge
            label="End"
            time={span.to}
            words={edges.last}
            onMove={(to) => move({ ...span, to }, { from: Math.max(span.from, to - heardSeconds), to })}
            {...{ duration, thumbnail }}
          />
        </chakra.div>
        <chakra.div display="flex" alignItems="center" columnGap="3" minHeight="32px">
          <Button icon={Play} size="small" disabled={problem !== ''} onClick={() => playback.playSpan(span)}>
            Play this clip
          </Button>
          <SmallText fontVariantNumeric="tabular-nums" role="status">
            {problem === '' ? `The clip is ${(span.to - span.from).toFixed(1)} s long.` : ''}
          </SmallText>
        </chakra.div>
        <chakra.div display="grid" gap="4" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
          <Select
            label="Frame"
            isField
            value={frame}
            options={canChangePicture ? frames : frames.slice(0, 1)}
            onChange={(value) => setFrame(value as ClipFrame)}
          />
          <Select
            label="Captions"
            isField
            value={captions}
            options={captionChoices.filter(({ value }) => canChangePicture || value !== 'burned')}
            onChange={(value) => setCaptions(value as ClipCaptions)}
          />
        </chakra.div>
        {data && !canChangePicture ? (
          <SmallText>The video host of this installation keeps the picture as recorded.</SmallText>
        ) : null}
        {frame === 'recorded' ? null : (
          <FrameFields
            at={span.from}
            caption={captions === 'burned' ? edges.first : ''}
            onFit={setFit}
            onMove={setCentre}
            {...{ video, frame, fit, centre }}
          />
        )}
        <FormMessage message={problem || (error ? errorMessage(error, 'Error to cut video') : '')} />
        <chakra.div display="flex" justifyContent="flex-end" gap="2">
          <Button onClick={onClose}>Close</Button>
          <Button icon={Scissors} isBusy={isLoading} type="submit" tone="primary" minWidth="124px">
            Create clip
          </Button>
        </chakra.div>
      </chakra.form>
      <div ref={list}>
        <ClipList videoId={id} />
      </div>
    </Modal>
  );
}
