import { chakra } from '@chakra-ui/react';
import { Ellipsis, FileText, RefreshCw, SearchCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { LibraryVideo } from '../../../api/merge-library.ts';
import { ActionMenu } from '../../../components/ui/action-menu.tsx';
import { ConfirmDialog } from '../../../components/ui/dialogs/confirm-dialog.tsx';
import { runningText } from '../../../components/generation/generation.strings.ts';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { OperationCost } from '../../../components/generation/operation-cost.tsx';
import type { CardEntries } from '../model/card-entries.ts';
import { useCardGeneration } from '../model/card-generations.ts';
import { libraryStrings as strings } from '../library.strings.ts';
import { useVideoActions } from './use-video-actions.tsx';
import { useMay } from '../../../api/workspaces/permissions.ts';

/** Names each action, asks before it, and says what it removes and what it keeps. */
const actionTexts = {
  remove: {
    name: 'Delete',
    question: 'Are you sure you want to delete this item?',
    lost: 'This deletes the recording with its captions, chapters, quotes and summary. It cannot be undone.',
    unaffected: 'Files that you downloaded are not affected. The video’s slot in your plan becomes free.',
  },
  regenerate: {
    name: 'Regenerate chapters',
    question: 'Are you sure you want to regenerate chapter for this item?',
    lost: 'New chapters replace all titles, summaries, quotes and search texts, including your edits. You can undo this on the video’s page for ten minutes.',
    unaffected: 'The recording, its title, its description and the transcript stay.',
  },
  summarise: {
    name: 'Generate summary',
    question: 'Are you sure you want to generate summary for this item?',
    lost: 'A new summary replaces the current one. It also replaces the description unless you wrote it yourself.',
    unaffected: 'The title, the chapters, the quotes and the transcript stay.',
  },
} as const;
type VideoAction = keyof typeof actionTexts;

/** The kind of text that an action generates. */
const generatedKind = { regenerate: 'chapters', summarise: 'summary' } as const;

interface GenerateButtonProps {
  video: LibraryVideo;
  action: keyof typeof generatedKind;
  onClick: () => void;
}

/** Asks for new chapters or a new summary; needs a finished video, and does nothing while one is generated. */
function GenerateButton({ video, action, onClick }: GenerateButtonProps) {
  const kind = generatedKind[action];
  const running = useCardGeneration(video.id, kind);
  const isRunning = running !== undefined;
  const Icon = action === 'regenerate' ? RefreshCw : FileText;
  return (
    <IconButton
      label={running ? runningText(kind, running.isFirst) : actionTexts[action].name}
      icon={Icon}
      isBusy={isRunning && !running.isFirst}
      disabled={video.state !== 'ready' || running?.isFirst}
      onClick={isRunning ? undefined : onClick}
    />
  );
}

/** The title of the video, what the action removes, and what it keeps. */
function Effect({ title, lost, unaffected }: { title: string; lost: string; unaffected: string }) {
  return (
    <chakra.div display="grid" gap="2" mb="2">
      <chakra.p dir="auto" fontSize="md" fontWeight="strong" color="ink" overflowWrap="anywhere">
        {title}
      </chakra.p>
      <p>{lost}</p>
      <p>{unaffected}</p>
    </chakra.div>
  );
}

/** The actions on a video. Each asks for confirmation. */
export function VideoActions({ video, entriesOf }: { video: LibraryVideo; entriesOf?: CardEntries }) {
  const [confirming, setConfirming] = useState<VideoAction | null>(null);
  const actions = useVideoActions(video);
  const index = {
    label: 'Index for search',
    icon: SearchCheck,
    isDisabled: video.state !== 'ready',
    onSelect: () => void actions.index(),
  };
  const confirm = (action: VideoAction) => () => setConfirming(action);
  const may = useMay();
  const entries = [...(may('library.edit') ? [index] : []), ...(entriesOf?.(video) ?? [])];

  return (
    <chakra.div display="flex" gap={{ base: '1', md: '0', lg: '1' }} mx="-2">
      {may('generate')
        ? (['regenerate', 'summarise'] as const).map((action) => (
            <GenerateButton key={action} video={video} action={action} onClick={confirm(action)} />
          ))
        : null}
      {may('library.delete') ? <IconButton label="Delete" icon={Trash2} onClick={confirm('remove')} /> : null}
      <ActionMenu label="More actions" icon={Ellipsis} entries={entries} />
      {confirming ? (
        <ConfirmDialog
          question={actionTexts[confirming].question}
          confirmLabel={actionTexts[confirming].name}
          cancelLabel="Cancel"
          onCancel={() => setConfirming(null)}
          onConfirm={() => {
            setConfirming(null);
            void actions[confirming]();
          }}
        >
          <Effect title={video.title || strings.untitled} {...actionTexts[confirming]} />
          {confirming === 'remove' ? undefined : (
            <OperationCost request={{ passthrough: video.id, kind: generatedKind[confirming] }} />
          )}
        </ConfirmDialog>
      ) : null}
      {actions.overlay}
    </chakra.div>
  );
}
