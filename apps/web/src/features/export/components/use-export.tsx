import type { VideoRecord } from '@vault/contracts';
import {
  Braces,
  Captions,
  ClipboardPaste,
  Copy,
  FileText,
  ListVideo,
  NotebookText,
  Undo2,
} from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { errorMessage } from '../../../api/http/error-message.ts';
import { transcript } from '../../../api/transcript-api.ts';
import type { MenuEntry } from '../../../components/ui/action-menu.tsx';
import { useChosenSpeaker } from '../../../components/video/speaker-filter.tsx';
import { chapterSpans } from '../../../lib/video/chapter-spans.ts';
import { copyText } from '../../../lib/browser/copy-text.ts';
import { youtubeChapters } from '../model/youtube-chapters.ts';
import { saveText } from '../../../lib/browser/save-file.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import type { ToastStyle } from '../../../components/ui/toasts/toasts.ts';
import { useAppDispatch } from '../../../store/hooks.ts';
import { exportStrings as strings } from '../export.strings.ts';
import { PasteDialog } from './paste-dialog.tsx';
import { textFile, transcriptProblem } from './text-file.ts';
import type { FileKind } from './text-file.ts';
import { useSetChapters } from './use-set-chapters.ts';
import { YouTubeDialog } from './youtube-dialog.tsx';
import { useMay } from '../../../api/workspaces/permissions.ts';

const untracked = { track: false } as const;

/** The open dialog: the problems of the YouTube list, or the field for a pasted list. */
type Opened = { readonly dialog: 'youtube' } | { readonly dialog: 'paste'; readonly text: string };

/** Exports a video as files and to the clipboard, and imports a pasted list of chapters: the entries of a menu. */
export function useExport(
  video: VideoRecord,
  toast: ToastStyle,
): { entries: MenuEntry[]; dialog: ReactNode } {
  const [opened, setOpened] = useState<Opened | null>(null);
  const { set, undo } = useSetChapters(video, toast);
  const dispatch = useAppDispatch();
  const mayEdit = useMay()('library.edit');
  const youtube = useMemo(
    () => youtubeChapters(chapterSpans(video.chapters, video.duration), video.duration),
    [video.chapters, video.duration],
  );
  const close = () => setOpened(null);

  const save = (kind: FileKind, options: Parameters<typeof textFile>[3] = {}) => {
    const { name, type, text } = textFile(kind, video, new Date(), options);
    saveText(text, name, type);
    showToast({ kind: 'success', text: `${name} downloaded.`, ...toast });
  };
  const saveJson = async () => {
    try {
      const { recognisedVtt } =
        video.transcriptVersion > 0 ? await dispatch(transcript.initiate(video.id, untracked)).unwrap() : {};
      save('json', { recognisedVtt });
    } catch (error) {
      showToast({ kind: 'error', text: errorMessage(error, strings.noRecognised), ...toast });
    }
  };
  const copy = async (kind: FileKind, done: string) => {
    try {
      await copyText(textFile(kind, video, new Date()).text);
      showToast({ kind: 'success', text: done, ...toast });
    } catch (error) {
      console.warn('The clipboard cannot be written.', error);
      showToast({
        kind: 'error',
        text: 'The browser did not allow copying. Download the file instead.',
        ...toast,
      });
    }
  };
  const exportYouTube = {
    copy: () => void copy('youtube', 'Chapters for YouTube copied.'),
    save: () => save('youtube'),
  };

  const entries = useEntries(video, {
    youtube: (how) => {
      if (youtube.problems.length > 0) setOpened({ dialog: 'youtube' });
      else exportYouTube[how]();
    },
    copyNotes: () => void copy('notes', 'Show notes copied.'),
    save: (kind, speaker) => save(kind, { speaker }),
    saveJson: () => void saveJson(),
    paste: () => setOpened({ dialog: 'paste', text: '' }),
    undo,
  });
  const dialog = (
    <>
      {opened?.dialog === 'youtube' ? (
        <YouTubeDialog
          chapters={youtube}
          onCopy={() => {
            close();
            exportYouTube.copy();
          }}
          onSave={() => {
            close();
            exportYouTube.save();
          }}
          onEdit={mayEdit ? () => setOpened({ dialog: 'paste', text: youtube.text }) : undefined}
          onClose={close}
        />
      ) : null}
      {opened?.dialog === 'paste' ? (
        <PasteDialog video={video} initialText={opened.text} onSet={set} onClose={close} />
      ) : null}
    </>
  );
  return { entries, dialog };
}

interface ExportActions {
  youtube: (how: 'copy' | 'save') => void;
  copyNotes: () => void;
  /** @param only the speaker whose words are in the file */
  save: (kind: FileKind, only?: string) => void;
  saveJson: () => void;
  paste: () => void;
  undo: (() => void) | null;
}

function useEntries(
  video: VideoRecord,
  { youtube, copyNotes, save, saveJson, paste, undo }: ExportActions,
): MenuEntry[] {
  const { vtt, captions, captionsReason } = video;
  // Every edit makes a new record, and the transcript may have thousands of lines.
  const problem = useMemo(
    () => transcriptProblem({ vtt, captions, captionsReason }),
    [vtt, captions, captionsReason],
  );
  const availability = problem === '' ? {} : { isDisabled: true, note: problem };
  const speaker = useChosenSpeaker();
  const mayEdit = useMay()('library.edit');
  const file = (kind: FileKind, only?: string) => () => save(kind, only);
  return [
    {
      label: 'Copy for YouTube',
      icon: Copy,
      onSelect: () => youtube('copy'),
      heading: strings.headings.chapters,
    },
    { label: 'Text for YouTube', icon: ListVideo, onSelect: () => youtube('save') },
    { label: 'WebVTT chapters', icon: Captions, onSelect: file('chapters') },
    ...(mayEdit ? [{ label: 'Paste chapters…', icon: ClipboardPaste, onSelect: paste }] : []),
    ...(undo ? [{ label: 'Undo pasted chapters', icon: Undo2, onSelect: undo }] : []),
    {
      label: 'WebVTT',
      icon: Captions,
      onSelect: file('vtt', speaker),
      heading: speaker === undefined ? strings.headings.transcript : strings.transcriptOf(speaker),
      ...availability,
    },
    { label: 'SubRip (SRT)', icon: Captions, onSelect: file('srt', speaker), ...availability },
    { label: 'Plain text', icon: FileText, onSelect: file('text', speaker), ...availability },
    { label: 'Copy as Markdown', icon: Copy, onSelect: copyNotes, heading: strings.headings.notes },
    { label: 'Markdown', icon: NotebookText, onSelect: file('notes') },
    { label: 'JSON', icon: Braces, onSelect: saveJson, heading: strings.headings.all },
  ];
}
