import { chakra } from '@chakra-ui/react';
import type { VideoRecord } from '@vault/contracts';
import type { TextEncoding } from '@vault/text-file';
import type { CaptionsProblem } from '@vault/webvtt';
import { useRef, useState } from 'react';
import type { DragEvent } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { videoCalls } from '../../../api/video-calls.ts';
import { Button } from '../../../components/ui/button.tsx';
import { Modal } from '../../../components/ui/dialogs/modal.tsx';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { createToaster } from '../../../components/ui/toasts/toasts.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import { problemsOf, replaceCaptions } from '../api/captions-api.ts';
import { readCaptionsFile } from '../model/captions-file.ts';
import type { ReadFile } from '../model/captions-file.ts';
import { transcriptStrings } from '../transcript.strings.ts';
import { CaptionsEffect, CaptionsFileFacts, ProblemList } from './captions-file-facts.tsx';
import type { CaptionsBefore } from './captions-file-facts.tsx';
import { MutedText, SmallText } from '../../../components/ui/muted-text.ts';

const strings = transcriptStrings.captions;
const showToast = createToaster({ durationMs: 5000, position: 'top' });
const untracked = { track: false } as const;
/** The server and the reader name no more. */
const maxProblems = 50;

type Problems = readonly CaptionsProblem[];

interface ReplaceCaptionsProps {
  video: VideoRecord;
  present: CaptionsBefore;
  /** Called when the server has the captions, before the record is read again. */
  onReplaced: () => void;
  onClose: () => void;
}

/** Replaces the captions of a video by those of a file, after a look at what will be used of it. */
export function ReplaceCaptions({ video, present, onReplaced, onClose }: ReplaceCaptionsProps) {
  const dispatch = useAppDispatch();
  const [file, setFile] = useState<ReadFile | null>(null);
  const [offered, setOffered] = useState<readonly TextEncoding[]>([]);
  const chosen = useRef<File | null>(null);
  const turns = useRef(0);
  const [refused, setRefused] = useState<Problems>([]);
  const [message, setMessage] = useState('');
  const [busy, setBusy] = useState<'reading' | 'sending' | null>(null);
  const problems = refused.length > 0 ? refused : (file?.problems ?? []);
  const isReady = file !== null && problems.length === 0;
  const isFirst = present.lines.length === 0;

  const read = async (from: File, encoding?: TextEncoding) => {
    const turn = (turns.current += 1);
    setRefused([]);
    setMessage('');
    if (encoding === undefined) {
      setBusy('reading');
      setFile(null);
      setOffered([]);
    }
    const result = await readCaptionsFile(from, video.duration, encoding);
    // A later choice may be read sooner.
    if (turn !== turns.current) return;
    setBusy(null);
    if (typeof result === 'string') {
      setMessage(result);
      return;
    }
    chosen.current = from;
    setFile(result);
    if (encoding === undefined && !result.isCertain) setOffered(result.readings.map((each) => each.encoding));
  };
  const replace = async () => {
    if (!isReady || busy) return;
    setBusy('sending');
    setMessage('');
    try {
      await dispatch(replaceCaptions.initiate({ id: video.id, text: file.text }, untracked)).unwrap();
    } catch (error) {
      setBusy(null);
      setRefused(problemsOf(error));
      setMessage(errorMessage(error, strings.notReplaced));
      return;
    }
    onReplaced();
    await readAgain();
    showToast('success', strings.replaced);
    onClose();
  };
  /** The page also follows the changes of the server, so a failure only delays it. */
  const readAgain = async () => {
    try {
      await videoCalls(dispatch, video.id).fetch();
    } catch (error) {
      console.warn('The video with the other captions could not be read.', error);
    }
  };

  return (
    <Modal
      title={isFirst ? strings.uploadTitle : strings.title}
      size="medium"
      closeLabel={strings.close}
      isDismissDisabled={busy === 'sending'}
      onCancel={onClose}
    >
      <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4">
        <CaptionsDrop isAgain={file !== null} isBusy={busy !== null} onFile={(next) => void read(next)} />
        <chakra.div role="status" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="2" fontSize="sm">
          {busy === 'reading' ? strings.reading : null}
          {file ? <FileFacts file={file} problems={problems} /> : null}
          {busy === 'sending' ? strings.sending : null}
        </chakra.div>
        {problems.length > 0 ? <ProblemList label={strings.problemList} problems={problems} /> : null}
        {isReady ? (
          <CaptionsFileFacts
            file={file}
            offered={offered}
            onEncoding={(encoding) => {
              if (chosen.current && busy !== 'sending') void read(chosen.current, encoding);
            }}
          />
        ) : null}
        {isReady ? (
          <CaptionsEffect
            video={video}
            present={present}
            effect={strings.effect[isFirst ? 'none' : video.captionsSource]}
          />
        ) : null}
        {message === '' ? null : <FormMessage message={message} />}
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" justifyContent="flex-end" gap="2" mt="6">
        <Button aria-disabled={busy === 'sending'} onClick={busy === 'sending' ? undefined : onClose}>
          {strings.cancel}
        </Button>
        {isReady ? (
          <Button tone="primary" isBusy={busy === 'sending'} onClick={() => void replace()}>
            {isFirst ? strings.confirmUpload : strings.confirm}
          </Button>
        ) : null}
      </chakra.div>
    </Modal>
  );
}

/** What was read of the file. */
function FileFacts({ file, problems }: { file: ReadFile; problems: Problems }) {
  const { name, cues, speakers } = file;
  return (
    <>
      <chakra.p dir="auto" fontWeight="strong" truncate title={name}>
        {name}
      </chakra.p>
      {problems.length > 0 ? (
        <chakra.p color="signal">
          {strings.problems(problems.length, problems.length >= maxProblems)}
        </chakra.p>
      ) : (
        <>
          <p>{strings.found(cues.length)}</p>
          {speakers.length > 0 ? (
            <chakra.p dir="auto" color="ink.muted" overflowWrap="anywhere">
              {strings.speakers(speakers)}
            </chakra.p>
          ) : null}
        </>
      )}
    </>
  );
}

interface CaptionsDropProps {
  /** Whether another file was chosen before. */
  isAgain: boolean;
  isBusy: boolean;
  onFile: (file: File) => void;
}

/** Takes one file with captions, by the picker or dropped. */
export function CaptionsDrop({ isAgain, isBusy, onFile }: CaptionsDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drag = (value: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(value);
  };
  const take = (files: Iterable<File> | null) => {
    const [file] = files ?? [];
    if (file && !isBusy) onFile(file);
  };
  return (
    <chakra.div
      data-over={isOver || undefined}
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        take(event.dataTransfer.files);
      }}
      display="grid"
      justifyItems="center"
      gap="2"
      px="4"
      py="6"
      border="1px dashed"
      borderColor="line.strong"
      borderRadius="md"
      textAlign="center"
      css={{
        '&[data-over]': { borderColor: 'signal', bg: 'hover' },
        '@media (pointer: coarse)': { '& [data-drop]': { display: 'none' } },
      }}
    >
      <chakra.p data-drop="" fontSize="sm" fontWeight="strong">
        {isOver ? strings.isOver : strings.drop}
      </chakra.p>
      <MutedText data-drop="">{strings.or}</MutedText>
      <Button
        autoFocus
        isBusy={isBusy}
        tone={isAgain ? 'outline' : 'primary'}
        onClick={() => {
          if (!isBusy) input.current?.click();
        }}
      >
        {isAgain ? strings.chooseOther : strings.choose}
      </Button>
      <SmallText>{strings.note}</SmallText>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={strings.choose}
        accept=".vtt,.srt,.sbv,.sub,.ass,.ssa,.txt,text/vtt,application/x-subrip"
        onChange={({ target }) => {
          take(target.files);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
    </chakra.div>
  );
}
