import { chakra } from '@chakra-ui/react';
import { Ellipsis, FileText, RefreshCw, SearchCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { LibraryVideo } from '../../api/library.ts';
import { ActionMenu } from '../../components/action-menu.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import type { CardEntries } from './card-entries.ts';
import { libraryStrings as words } from './library.strings.ts';
import { OperationCost } from './operation-cost.tsx';
import { useVideoActions } from './use-video-actions.tsx';

type VideoAction = 'remove' | 'regenerate' | 'summarise';

const questions: Record<VideoAction, string> = {
  remove: words.confirmRemove,
  regenerate: words.confirmRegenerate,
  summarise: words.confirmSummarise,
};

/** The kind of text that an action generates. */
const generatedKind = { regenerate: 'chapters', summarise: 'summary' } as const;

/** The title of the video, what the action removes, and what it keeps. */
function Effect({ title, lost, kept }: { title: string; lost: string; kept: string }) {
  return (
    <chakra.div display="grid" gap="2" mb="2">
      <chakra.p dir="auto" fontSize="md" fontWeight="strong" color="ink" overflowWrap="anywhere">
        {title}
      </chakra.p>
      <p>{lost}</p>
      <p>{kept}</p>
    </chakra.div>
  );
}

/** The actions on a video. Each asks for confirmation; new chapters and summaries need a finished video. */
export function VideoActions({ video, entriesOf }: { video: LibraryVideo; entriesOf?: CardEntries }) {
  const [confirming, setConfirming] = useState<VideoAction | null>(null);
  const actions = useVideoActions(video);
  const isReady = video.state === 'ready';
  const index = {
    label: words.index,
    icon: SearchCheck,
    isDisabled: !isReady,
    onSelect: () => void actions.index(),
  };
  const confirm = (action: VideoAction) => () => {
    setConfirming(action);
  };

  return (
    <chakra.div display="flex" gap={{ base: '1', md: '0', lg: '1' }} mx="-2">
      <IconButton label={words.regenerate} disabled={!isReady} onClick={confirm('regenerate')}>
        <RefreshCw aria-hidden />
      </IconButton>
      <IconButton label={words.summarise} disabled={!isReady} onClick={confirm('summarise')}>
        <FileText aria-hidden />
      </IconButton>
      <IconButton label={words.remove} onClick={confirm('remove')}>
        <Trash2 aria-hidden />
      </IconButton>
      <ActionMenu
        label={words.more}
        icon={<Ellipsis aria-hidden />}
        entries={[index, ...(entriesOf?.(video) ?? [])]}
      />
      {confirming ? (
        <ConfirmDialog
          question={questions[confirming]}
          confirmLabel={words[confirming]}
          cancelLabel={words.cancel}
          onCancel={() => {
            setConfirming(null);
          }}
          onConfirm={() => {
            setConfirming(null);
            void actions[confirming]();
          }}
        >
          <Effect title={video.title || words.untitled} {...words.effects[confirming]} />
          {confirming === 'remove' ? undefined : (
            <OperationCost videoId={video.id} kind={generatedKind[confirming]} />
          )}
        </ConfirmDialog>
      ) : null}
      {actions.overlay}
    </chakra.div>
  );
}
