import { chakra } from '@chakra-ui/react';
import type { VideoRecord } from '@vault/contracts';
import type { CaptionsNote } from '@vault/webvtt';
import { useState } from 'react';
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
import { CaptionsDrop } from './captions-drop.tsx';
import { CaptionsEffect } from './captions-effect.tsx';
import type { CaptionsBefore } from './captions-effect.tsx';

const strings = transcriptStrings.captions;
const showToast = createToaster({ durationMs: 5000, position: 'top' });
const untracked = { track: false } as const;
/** The server and the reader name no more. */
const maxProblems = 50;

type Notes = readonly CaptionsNote[];

interface ReplaceCaptionsProps {
  video: VideoRecord;
  present: CaptionsBefore;
  /** Called when the server has the captions, before the record is read again. */
  onReplaced: () => void;
  onClose: () => void;
}

/** Replaces the captions of a video by those of a file, after a check and a confirmation. */
export function ReplaceCaptions({ video, present, onReplaced, onClose }: ReplaceCaptionsProps) {
  const dispatch = useAppDispatch();
  const [file, setFile] = useState<ReadFile | null>(null);
  const [refused, setRefused] = useState<Notes>([]);
  const [message, setMessage] = useState('');
  const [busy, setBusy] = useState<'reading' | 'sending' | null>(null);
  const problems = refused.length > 0 ? refused : (file?.problems ?? []);
  const isReady = file !== null && problems.length === 0;
  const isFirst = present.lines.length === 0;

  const read = async (chosen: File) => {
    setBusy('reading');
    setFile(null);
    setRefused([]);
    setMessage('');
    const result = await readCaptionsFile(chosen, video.duration);
    setBusy(null);
    if (typeof result === 'string') setMessage(result);
    else setFile(result);
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
        <CaptionsDrop isAgain={file !== null} isBusy={busy !== null} onFile={(chosen) => void read(chosen)} />
        <chakra.div role="status" display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="2" fontSize="sm">
          {busy === 'reading' ? strings.reading : null}
          {file ? <FileFacts file={file} problems={problems} /> : null}
          {busy === 'sending' ? strings.sending : null}
        </chakra.div>
        {problems.length > 0 ? <ProblemList problems={problems} /> : null}
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
function FileFacts({ file, problems }: { file: ReadFile; problems: Notes }) {
  const { name, cues, warnings } = file;
  const speakers = [...new Set(cues.flatMap(({ speaker }) => speaker ?? []))];
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
          {warnings.map(({ line, problem }) => (
            <chakra.p key={line} color="caution">
              {`${strings.line(line)}: ${problem}`}
            </chakra.p>
          ))}
        </>
      )}
    </>
  );
}

function ProblemList({ problems }: { problems: Notes }) {
  return (
    <chakra.ul
      tabIndex={0}
      aria-label={strings.problemList}
      maxHeight="min(240px, 32dvh)"
      overflowY="auto"
      borderWidth="1px"
      borderRadius="md"
      fontSize="sm"
    >
      {problems.map(({ line, problem }, at) => (
        <chakra.li
          key={`${String(line)} ${problem}`}
          display="grid"
          gridTemplateColumns="80px minmax(0, 1fr)"
          gap="3"
          px="3"
          py="2"
          borderTopWidth={at === 0 ? undefined : '1px'}
        >
          <chakra.span color="ink.muted" fontVariantNumeric="tabular-nums">
            {strings.line(line)}
          </chakra.span>
          <chakra.span overflowWrap="anywhere">{problem}</chakra.span>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
