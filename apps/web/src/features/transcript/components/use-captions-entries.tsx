import type { VideoRecord } from '@vault/contracts';
import { AudioLines, FileUp, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { videoCalls } from '../../../api/video-calls.ts';
import type { MenuEntry } from '../../../components/ui/action-menu.tsx';
import { ConfirmDialog } from '../../../components/ui/dialogs/confirm-dialog.tsx';
import { createToaster } from '../../../components/ui/toasts/toasts.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import { restoreCaptions } from '../api/captions-api.ts';
import { useTranscriptEdits, useTranscriptState } from '../model/use-transcript-parts.ts';
import { workOfPeople } from '../model/work-of-people.ts';
import type { WorkOfPeople } from '../model/work-of-people.ts';
import { transcriptStrings } from '../transcript.strings.ts';
import type { CaptionsBefore } from './captions-file-facts.tsx';
import { RecogniseAgain } from './recognise-again.tsx';
import { ReplaceCaptions } from './replace-captions.tsx';
import { useMay } from '../../../api/workspaces/permissions.ts';

const strings = transcriptStrings.captions;
const showToast = createToaster({ durationMs: 5000, position: 'top' });
const untracked = { track: false } as const;

/** Replaces the captions by a file or by newly recognised ones, and brings the recognised ones back: the entries of a menu. */
export function useCaptionsEntries(video: VideoRecord): { entries: MenuEntry[]; dialog: ReactNode } {
  const dispatch = useAppDispatch();
  const edits = useTranscriptEdits();
  const [opened, setOpened] = useState<'replace' | 'recognise' | 'restore' | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isUploaded = video.captionsSource === 'upload';
  const close = () => setOpened(null);
  /** Edits of the lines before have nothing to change any more. */
  const forget = () => edits.discard();

  const restore = async () => {
    close();
    if (isBusy) return;
    setBusy(true);
    try {
      await dispatch(restoreCaptions.initiate(video.id, untracked)).unwrap();
      forget();
      await videoCalls(dispatch, video.id).fetch();
      showToast('success', strings.restored);
    } catch (error) {
      showToast('error', errorMessage(error, strings.notRestored));
    } finally {
      setBusy(false);
    }
  };

  const mayEdit = useMay()('library.edit');
  const entries: MenuEntry[] = [
    {
      label: strings.replace,
      icon: FileUp,
      heading: isUploaded ? strings.uploadedMenu : strings.menu,
      onSelect: () => setOpened('replace'),
    },
  ];
  if (video.canChooseLanguage)
    entries.push({
      label: strings.recognise,
      icon: AudioLines,
      ...(video.state === 'ready' ? {} : { isDisabled: true, note: strings.whenReady }),
      onSelect: () => setOpened('recognise'),
    });
  // Without captions of the host there is nothing to restore.
  if (isUploaded && video.captionsTrackId !== '')
    entries.push({
      label: strings.restore,
      icon: RotateCcw,
      ...(isBusy ? { isDisabled: true, note: strings.restoring } : {}),
      onSelect: () => setOpened('restore'),
    });
  const dialog = (
    <>
      {opened === 'recognise' ? <Recognise video={video} onClose={close} /> : null}
      {opened === 'replace' ? <Replace video={video} onReplaced={forget} onClose={close} /> : null}
      {opened === 'restore' ? (
        <ConfirmDialog
          question={strings.restoreQuestion}
          confirmLabel={strings.restoreConfirm}
          cancelLabel={strings.cancel}
          onConfirm={() => void restore()}
          onCancel={close}
        >
          <Lost />
        </ConfirmDialog>
      ) : null}
    </>
  );
  return { entries: mayEdit ? entries : [], dialog };
}

function useWorkOfPeople(): WorkOfPeople {
  const recognised = useTranscriptState((state) => state.recognised);
  const lines = useTranscriptState((state) => state.lines);
  return workOfPeople(recognised ?? lines, lines);
}

function usePresent(): CaptionsBefore {
  const lines = useTranscriptState((state) => state.lines);
  return { lines, work: useWorkOfPeople() };
}

function Replace(props: { video: VideoRecord; onReplaced: () => void; onClose: () => void }) {
  return <ReplaceCaptions {...props} present={usePresent()} />;
}

function Recognise(props: { video: VideoRecord; onClose: () => void }) {
  return <RecogniseAgain {...props} present={usePresent()} />;
}

function Lost() {
  const { corrected, named } = useWorkOfPeople();
  return `${strings.restoreText} ${strings.lost(corrected, named)}`.trim();
}
