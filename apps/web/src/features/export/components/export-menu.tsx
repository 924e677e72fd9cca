import type { VideoRecord } from '@vault/contracts';
import {
  Braces,
  Captions,
  ClipboardPaste,
  Copy,
  Download,
  FileText,
  ListVideo,
  NotebookText,
  Undo2,
} from 'lucide-react';
import { useMemo, useState } from 'react';
import { ActionMenu } from '../../../components/ui/action-menu.tsx';
import type { MenuEntry } from '../../../components/ui/action-menu.tsx';
import { chapterSpans } from '../../../lib/video/chapter-spans.ts';
import { copyText } from '../../../lib/browser/copy-text.ts';
import { youtubeChapters } from '../model/youtube-chapters.ts';
import { saveText } from '../../../lib/browser/save-file.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import type { ToastStyle } from '../../../components/ui/toasts/toasts.ts';
import { exportStrings as strings } from '../export.strings.ts';
import { PasteDialog } from './paste-dialog.tsx';
import { textFile, transcriptProblem } from './text-file.ts';
import type { FileKind } from './text-file.ts';
import { useSetChapters } from './use-set-chapters.ts';
import { YouTubeDialog } from './youtube-dialog.tsx';

interface ExportMenuProps {
  video: VideoRecord;
  toast: ToastStyle;
}

/** The open dialog: the problems of the YouTube list, or the field for a pasted list. */
type Opened = { readonly dialog: 'youtube' } | { readonly dialog: 'paste'; readonly text: string };

/** Exports a video as files and to the clipboard, and imports a pasted list of chapters. */
export function ExportMenu({ video, toast }: ExportMenuProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const { set, undo } = useSetChapters(video, toast);
  const youtube = useMemo(
    () => youtubeChapters(chapterSpans(video.chapters, video.duration), video.duration),
    [video.chapters, video.duration],
  );
  const close = () => {
    setOpened(null);
  };

  const save = (kind: FileKind) => {
    const { name, type, text } = textFile(kind, video, new Date());
    saveText(text, name, type);
    showToast({ kind: 'success', text: `${name} downloaded.`, ...toast });
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
    save: () => {
      save('youtube');
    },
  };

  return (
    <>
      <ActionMenu
        label="Export"
        isNamed
        icon={Download}
        entries={useEntries(video, {
          youtube: (how) => {
            if (youtube.problems.length > 0) setOpened({ dialog: 'youtube' });
            else exportYouTube[how]();
          },
          copyNotes: () => void copy('notes', 'Show notes copied.'),
          save,
          paste: () => {
            setOpened({ dialog: 'paste', text: '' });
          },
          undo,
        })}
      />
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
          onEdit={() => {
            setOpened({ dialog: 'paste', text: youtube.text });
          }}
          onClose={close}
        />
      ) : null}
      {opened?.dialog === 'paste' ? (
        <PasteDialog video={video} initialText={opened.text} onSet={set} onClose={close} />
      ) : null}
    </>
  );
}

interface ExportActions {
  youtube: (how: 'copy' | 'save') => void;
  copyNotes: () => void;
  save: (kind: FileKind) => void;
  paste: () => void;
  undo: (() => void) | null;
}

function useEntries(
  video: VideoRecord,
  { youtube, copyNotes, save, paste, undo }: ExportActions,
): MenuEntry[] {
  const { vtt, captions, captionsReason } = video;
  // Every edit makes a new record, and the transcript may have thousands of lines.
  const problem = useMemo(
    () => transcriptProblem({ vtt, captions, captionsReason }),
    [vtt, captions, captionsReason],
  );
  const transcript = problem === '' ? {} : { isDisabled: true, note: problem };
  const file = (kind: FileKind) => () => {
    save(kind);
  };
  return [
    {
      label: 'Copy for YouTube',
      icon: Copy,
      onSelect: () => youtube('copy'),
      heading: strings.headings.chapters,
    },
    { label: 'Text for YouTube', icon: ListVideo, onSelect: () => youtube('save') },
    { label: 'WebVTT chapters', icon: Captions, onSelect: file('chapters') },
    { label: 'Paste chapters…', icon: ClipboardPaste, onSelect: paste },
    ...(undo ? [{ label: 'Undo pasted chapters', icon: Undo2, onSelect: undo }] : []),
    {
      label: 'WebVTT',
      icon: Captions,
      onSelect: file('vtt'),
      heading: strings.headings.transcript,
      ...transcript,
    },
    { label: 'SubRip (SRT)', icon: Captions, onSelect: file('srt'), ...transcript },
    { label: 'Plain text', icon: FileText, onSelect: file('text'), ...transcript },
    { label: 'Copy as Markdown', icon: Copy, onSelect: copyNotes, heading: strings.headings.notes },
    { label: 'Markdown', icon: NotebookText, onSelect: file('notes') },
    { label: 'JSON', icon: Braces, onSelect: file('json'), heading: strings.headings.all },
  ];
}
