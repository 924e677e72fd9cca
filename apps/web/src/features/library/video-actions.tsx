import { chakra } from '@chakra-ui/react';
import { Ellipsis, FileText, RefreshCw, SearchCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { LibraryVideo } from '../../api/library-api.ts';
import { ActionMenu } from '../../components/action-menu.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import type { CardEntries } from './card-entries.ts';
import { libraryStrings as words } from './library.strings.ts';
import { OperationCost } from './operation-cost.tsx';
import { useVideoDeeds } from './use-video-deeds.tsx';

type Deed = 'remove' | 'regenerate' | 'summarise';

const questions: Record<Deed, string> = {
  remove: words.confirmRemove,
  regenerate: words.confirmRegenerate,
  summarise: words.confirmSummarise,
};

/** What is written by which of them. */
const written = { regenerate: 'chapters', summarise: 'summary' } as const;

/** Which video is meant, what of it will be gone, and what not. */
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

/** What can be done with a video. Each asks first; chapters and summaries wait for a transcript. */
export function VideoActions({ video, entriesOf }: { video: LibraryVideo; entriesOf?: CardEntries }) {
  const [asked, setAsked] = useState<Deed | null>(null);
  const deeds = useVideoDeeds(video);
  const isReady = video.state === 'ready';
  const index = {
    label: words.index,
    icon: SearchCheck,
    isDisabled: !isReady,
    onSelect: () => void deeds.index(),
  };
  const ask = (deed: Deed) => () => {
    setAsked(deed);
  };

  return (
    <chakra.div display="flex" gap={{ base: '1', md: '0', lg: '1' }} mx="-2">
      <IconButton label={words.regenerate} disabled={!isReady} onClick={ask('regenerate')}>
        <RefreshCw aria-hidden />
      </IconButton>
      <IconButton label={words.summarise} disabled={!isReady} onClick={ask('summarise')}>
        <FileText aria-hidden />
      </IconButton>
      <IconButton label={words.remove} onClick={ask('remove')}>
        <Trash2 aria-hidden />
      </IconButton>
      <ActionMenu
        label={words.more}
        icon={<Ellipsis aria-hidden />}
        entries={[index, ...(entriesOf?.(video) ?? [])]}
      />
      {asked ? (
        <ConfirmDialog
          question={questions[asked]}
          confirmLabel={words[asked]}
          cancelLabel={words.cancel}
          onCancel={() => {
            setAsked(null);
          }}
          onConfirm={() => {
            setAsked(null);
            void deeds[asked]();
          }}
        >
          <Effect title={video.title || words.untitled} {...words.effects[asked]} />
          {asked === 'remove' ? undefined : <OperationCost videoId={video.id} kind={written[asked]} />}
        </ConfirmDialog>
      ) : null}
      {deeds.overlay}
    </chakra.div>
  );
}
