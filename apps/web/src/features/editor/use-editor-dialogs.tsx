import type { VideoRecord } from '@vault/contracts';
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { AnswerModal } from './answer-modal.tsx';
import type { SearchAnswerText } from './answer-modal.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import type { ChapterEdits } from './chapter-edits.ts';
import { searchSummaryPlace } from './chapter-fields.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import type { Editor } from './editor-context.ts';
import { editorStrings as words } from './editor.strings.ts';
import { OperationCost } from './operation-cost.tsx';
import type { OpenChoice } from './lay-edits.ts';
import type { PromptDialogs, SearchContext } from './prompt-dialogs.ts';
import { say as sayInEditor } from './say.ts';
import type { Say } from './say.ts';
import type { EditorCalls } from './use-editor-calls.ts';
import { useWritingDeeds } from './use-writing-deeds.ts';
import type { Writing } from './writing.ts';

type Prompted = 'quotes' | 'search';
type Whole = 'chapters' | 'summary';
interface Prompt {
  readonly name: 'prompt';
  readonly kind: Prompted;
  readonly start: string;
  readonly text: string;
}
type Dialog = Prompt | { readonly name: 'confirm'; readonly kind: Whole };

interface EditorDialogsOptions {
  video: VideoRecord;
  edits: ChapterEdits;
  writing: Writing;
  calls: EditorCalls;
  prompts: PromptDialogs;
  say?: Say;
}

interface EditorDialogs extends Pick<Editor, 'openPrompt' | 'openSettings' | 'confirmWriting'> {
  /** Whatever is open. */
  readonly dialogs: ReactNode;
  /** Shows again what somebody put off choosing. */
  readonly choose: () => void;
}

const busyWords = {
  quotes: { here: words.quotesBusy, elsewhere: words.quotesBusyElsewhere },
  search: { here: words.searchBusy, elsewhere: words.searchBusyElsewhere },
} as const;
const confirmWords = {
  chapters: { question: words.regenerateTitle, text: words.regenerateText, confirm: words.regenerate },
  summary: { question: words.summariseTitle, text: words.summariseText, confirm: words.summarise },
} as const;

/** Every dialog of the editor, and what opens it. */
export function useEditorDialogs({
  video,
  edits,
  writing,
  calls,
  prompts,
  say = sayInEditor,
}: EditorDialogsOptions): EditorDialogs {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [settings, setSettings] = useState<Prompted | null>(null);
  const [answer, setAnswer] = useState<SearchAnswerText | null>(null);
  /** What a popup was opened from. The answer comes while the popup is there, and is left when it no longer is. */
  const opener = useRef<HTMLElement | null>(null);
  const afterAnswer = useRef<HTMLElement | null>(null);
  const showAnswer = useCallback((shown: SearchAnswerText) => {
    // A browser takes the keyboard off a button that is disabled while it waits.
    const isElsewhere = document.activeElement?.matches('body *:not(dialog *)');
    afterAnswer.current = isElsewhere ? null : opener.current;
    setAnswer(shown);
  }, []);
  const ports = useMemo(() => ({ onAnswer: showAnswer, say }), [showAnswer, say]);
  const deeds = useWritingDeeds({ videoId: video.id, edits, writing }, calls, ports);
  const conflicts = useConflicts(edits);
  const close = () => {
    setDialog(null);
  };

  const openPrompt = useCallback(
    (kind: Prompted, start: string) => {
      if (writing.progressOf(kind, start) >= 0) say('info', busyWords[kind].here);
      else if (writing.isRunning(kind)) say('info', busyWords[kind].elsewhere);
      else {
        opener.current = document.activeElement as HTMLElement | null;
        setDialog({ name: 'prompt', kind, start, text: deeds.promptOf(kind, start) });
      }
    },
    [writing, deeds, say],
  );
  const confirmWriting = useCallback(
    (kind: Whole) => {
      if (!writing.isRunning(kind)) setDialog({ name: 'confirm', kind });
    },
    [writing],
  );

  const promptDialog = (prompt: Prompt) => {
    const { kind, start, text } = prompt;
    return prompts[kind === 'quotes' ? 'quotePopup' : 'searchPopup']({
      chapterTitle: edits.chapters.find((chapter) => chapter.start === start)?.title ?? '',
      choice: {
        chapters: edits.chapters,
        start,
        onChange: (chosen) => {
          setDialog({ ...prompt, start: chosen });
        },
      },
      text,
      onSend: (written) => deeds[kind](start, written),
      costOf: (typed) => <OperationCost asked={{ passthrough: video.id, kind, start }} typed={typed} />,
      onClose: () => {
        // It may be told to close when another one has long taken its place.
        setDialog((now) => (now === prompt ? null : now));
      },
      onBasePrompt: () => {
        setSettings(kind);
      },
    });
  };

  const confirmDialog = (kind: Whole) => (
    <ConfirmDialog
      question={confirmWords[kind].question}
      confirmLabel={confirmWords[kind].confirm}
      cancelLabel={words.cancel}
      onCancel={close}
      onConfirm={() => {
        close();
        void deeds[kind]();
      }}
    >
      {confirmWords[kind].text}
      <OperationCost asked={{ passthrough: video.id, kind }} />
    </ConfirmDialog>
  );

  const closeSettings = () => {
    setSettings(null);
  };
  const settingsDialog = () =>
    settings === 'quotes'
      ? prompts.quoteSettings({ onClose: closeSettings })
      : prompts.searchSettings({
          ...searchContext({ video, edits, say }, dialog?.name === 'prompt' ? dialog.start : undefined),
          onClose: closeSettings,
        });

  const dialogs = (
    <>
      {dialog?.name === 'prompt' ? promptDialog(dialog) : null}
      {dialog?.name === 'confirm' ? confirmDialog(dialog.kind) : null}
      {settings ? settingsDialog() : null}
      {answer ? (
        <AnswerModal
          result={answer}
          last={afterAnswer}
          onClose={() => {
            setAnswer(null);
          }}
        />
      ) : null}
      {conflicts.dialog}
    </>
  );
  return { dialogs, openPrompt, openSettings: setSettings, confirmWriting, choose: conflicts.show };
}

/** What searches are given, kept with the chapters and the video like any other edit, but told by toasts. */
function searchContext(
  { video, edits, say }: Pick<EditorDialogsOptions, 'video' | 'edits'> & { say: Say },
  chapterStart: string | undefined,
): Omit<SearchContext, 'onClose'> {
  const tell = (isSaved: boolean, text: string) => {
    say(isSaved ? 'success' : 'error', isSaved ? text : words.promptNotSaved);
    return isSaved;
  };
  return {
    chapters: edits.chapters,
    chapterStart,
    summary: video.summary,
    searchSummary: edits.searchSummary,
    onSaveQuotes: async (start, text) =>
      tell(await edits.put({ start, field: 'searchQuotes' }, text), words.searchPromptSaved),
    onSaveSummary: async (text) => tell(await edits.put(searchSummaryPlace, text), words.summaryPromptSaved),
  };
}

/** Opens by itself once there is something to choose, and not again until there is something new. */
function useConflicts(edits: ChapterEdits) {
  const [putOff, setPutOff] = useState<OpenChoice | null>(null);
  const choice = useSyncExternalStore(edits.subscribe, () => edits.choice);
  const isOpen = useSyncExternalStore(edits.subscribe, () => edits.state.kind === 'choosing');
  const dialog =
    isOpen && choice !== putOff ? (
      <ConflictDialog
        choice={choice}
        onChosen={(isMine) => {
          edits.choose(isMine);
        }}
        onLater={() => {
          setPutOff(choice);
        }}
      />
    ) : null;
  return {
    dialog,
    show: () => {
      setPutOff(null);
    },
  };
}
