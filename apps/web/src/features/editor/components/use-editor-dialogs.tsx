import type { VideoRecord } from '@vault/contracts';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { AnswerModal } from './prompts/answer-modal.tsx';
import type { SearchAnswerText } from './prompts/answer-modal.tsx';
import { ConfirmDialog } from '../../../components/ui/dialogs/confirm-dialog.tsx';
import { OperationCost } from '../../../components/generation/operation-cost.tsx';
import type { ChapterEdits } from '../model/chapter-edits.ts';
import { searchSummaryField } from '../model/chapter-fields.ts';
import { ChapterConflicts } from './unsaved-edits.tsx';
import { useShown } from '../model/editor-context.ts';
import type { Editor } from '../model/editor-context.ts';
import { editorStrings as strings } from '../editor.strings.ts';
import type { OpenChoice } from '../model/rebase-edits.ts';
import { showEditorToast } from '../model/show-editor-toast.ts';
import type { VideoCalls } from '../../../api/video-calls.ts';
import { useGenerationActions } from './use-generation-actions.ts';
import type { Generation } from '../../../api/generation.ts';
import type { ShowToast } from '../../../components/ui/toasts/toasts.ts';
import { QuotePromptPopup, SearchPromptPopup } from './prompts/chapter-prompt-popup.tsx';
import { QuotePromptSettings } from './prompts/quote-prompt-settings.tsx';
import { SearchPromptSettings } from './prompts/search-prompt-settings.tsx';

type ChapterKind = 'quotes' | 'search';
type VideoKind = 'chapters' | 'summary';
interface Prompt {
  readonly name: 'prompt';
  readonly kind: ChapterKind;
  readonly start: string;
  readonly text: string;
}
type Dialog = Prompt | { readonly name: 'confirm'; readonly kind: VideoKind };

interface EditorDialogsOptions {
  video: VideoRecord;
  edits: ChapterEdits;
  generation: Generation;
  calls: VideoCalls;
  showToast?: ShowToast;
  /** Whether the chapter of a prompt is chosen in its popup. */
  isChoosing?: boolean;
}

interface EditorDialogs extends Pick<Editor, 'openPrompt' | 'openSettings' | 'confirmGeneration'> {
  /** The open dialogs. */
  readonly dialogs: ReactNode;
  /** Opens the conflict dialog again after it was postponed. */
  readonly choose: () => void;
}

const busyWords = {
  quotes: {
    here: 'The quotes of this chapter are being updated.',
    elsewhere: 'The quotes of another chapter are being updated. Please wait until they are ready.',
  },
  search: {
    here: 'The search text of this chapter is being updated.',
    elsewhere: 'The search text of another chapter is being updated. Please wait until it is ready.',
  },
} as const;
const confirmWords = {
  chapters: {
    question: 'Are you sure you want to regenerate chapter for this item?',
    text: 'New chapters replace all titles, summaries, quotes and search texts, including your edits. You can undo this for ten minutes.',
    confirm: strings.regenerate,
  },
  summary: {
    question: 'Are you sure you want to generate summary for this item?',
    text: 'A new summary replaces the current one.',
    confirm: strings.summarise,
  },
} as const;

/** The dialogs of the editor and the functions that open them. */
export function useEditorDialogs({
  video,
  edits,
  generation,
  calls,
  showToast = showEditorToast,
  isChoosing = false,
}: EditorDialogsOptions): EditorDialogs {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [settings, setSettings] = useState<ChapterKind | null>(null);
  const [answer, setAnswer] = useState<SearchAnswerText | null>(null);
  /** The element that opened the popup. It gets the focus after the answer is closed, when the popup is gone. */
  const opener = useRef<HTMLElement | null>(null);
  const afterAnswer = useRef<HTMLElement | null>(null);
  const showAnswer = useCallback((shown: SearchAnswerText) => {
    // A browser removes the focus from a button that becomes disabled.
    const isElsewhere = document.activeElement?.matches('body *:not([role=dialog] *)');
    afterAnswer.current = isElsewhere ? null : opener.current;
    setAnswer(shown);
  }, []);
  const ports = useMemo(() => ({ onAnswer: showAnswer, showToast }), [showAnswer, showToast]);
  const actions = useGenerationActions({ videoId: video.id, edits, generation }, calls, ports);
  const conflicts = useConflicts(edits);
  const close = () => setDialog(null);

  const openPrompt = useCallback(
    (kind: ChapterKind, start: string) => {
      if (generation.progressOf(kind, start) >= 0) showToast('info', busyWords[kind].here);
      else if (generation.isRunning(kind)) showToast('info', busyWords[kind].elsewhere);
      else {
        opener.current = document.activeElement as HTMLElement | null;
        setDialog({ name: 'prompt', kind, start, text: actions.promptOf(kind, start) });
      }
    },
    [generation, actions, showToast],
  );
  const confirmGeneration = useCallback(
    (kind: VideoKind) => {
      if (!generation.isRunning(kind)) setDialog({ name: 'confirm', kind });
    },
    [generation],
  );

  const promptDialog = (prompt: Prompt) => {
    const { kind, start, text } = prompt;
    const Popup = kind === 'quotes' ? QuotePromptPopup : SearchPromptPopup;
    const choice = {
      chapters: edits.shown.chapters,
      start,
      onChange: (chosen: string) => setDialog({ ...prompt, start: chosen }),
    };
    return (
      <Popup
        chapterTitle={edits.shown.chapters.find((chapter) => chapter.start === start)?.title ?? ''}
        choice={isChoosing ? choice : undefined}
        text={text}
        onSend={(value) => actions[kind](start, value)}
        cost={{ passthrough: video.id, kind, start }}
        onClose={() => {
          // It may close after another dialog was opened.
          setDialog((now) => (now === prompt ? null : now));
        }}
        onBasePrompt={() => setSettings(kind)}
      />
    );
  };

  const confirmDialog = (kind: VideoKind) => (
    <ConfirmDialog
      question={confirmWords[kind].question}
      confirmLabel={confirmWords[kind].confirm}
      cancelLabel={strings.cancel}
      onCancel={close}
      onConfirm={() => {
        close();
        void actions[kind]();
      }}
    >
      {confirmWords[kind].text}
      <OperationCost request={{ passthrough: video.id, kind }} />
    </ConfirmDialog>
  );

  const closeSettings = () => setSettings(null);
  const settingsDialog = () =>
    settings === 'quotes' ? (
      <QuotePromptSettings showToast={showToast} onClose={closeSettings} />
    ) : (
      <SearchPromptSettings
        {...searchContext({ video, edits, showToast })}
        chapterStart={dialog?.name === 'prompt' ? dialog.start : undefined}
        onClose={closeSettings}
      />
    );

  const dialogs = (
    <>
      {dialog?.name === 'prompt' ? promptDialog(dialog) : null}
      {dialog?.name === 'confirm' ? confirmDialog(dialog.kind) : null}
      {settings ? settingsDialog() : null}
      {answer ? <AnswerModal result={answer} last={afterAnswer} onClose={() => setAnswer(null)} /> : null}
      {conflicts.dialog}
    </>
  );
  return { dialogs, openPrompt, openSettings: setSettings, confirmGeneration, choose: conflicts.show };
}

/** The texts that are sent to searches. They are saved like any other edit, but the outcome is shown as a toast. */
function searchContext({
  video,
  edits,
  showToast,
}: {
  video: VideoRecord;
  edits: ChapterEdits;
  showToast: ShowToast;
}) {
  const report = (isSaved: boolean, text: string) => {
    showToast(isSaved ? 'success' : 'error', isSaved ? text : 'It was not saved. Please try again.');
    return isSaved;
  };
  return {
    showToast,
    chapters: edits.shown.chapters,
    summary: video.summary,
    searchSummary: edits.shown.searchSummary,
    onSaveQuotes: async (start: string, text: string) =>
      report(
        await edits.put({ start, field: 'searchQuotes' }, text),
        'Updated custom search prompt successfully',
      ),
    onSaveSummary: async (text: string) =>
      report(await edits.put(searchSummaryField, text), 'Updated custom search summary prompt successfully'),
  };
}

/** Opens when there is a conflict. After it was postponed it opens again only for a new conflict. */
function useConflicts(edits: ChapterEdits) {
  const [postponed, setPostponed] = useState<OpenChoice | null>(null);
  const choice = useShown(edits, (shown) => shown.choice);
  const isOpen = useShown(edits, ({ saveState }) => saveState.kind === 'choosing');
  const dialog =
    isOpen && choice !== postponed ? (
      <ChapterConflicts
        choice={choice}
        onChosen={(isMine) => edits.choose(isMine)}
        onLater={() => setPostponed(choice)}
      />
    ) : null;
  return {
    dialog,
    show: () => setPostponed(null),
  };
}
