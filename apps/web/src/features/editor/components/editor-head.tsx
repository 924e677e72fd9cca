import { chakra } from '@chakra-ui/react';
import type { Permission } from '@vault/contracts';
import { AlignLeft, Ellipsis, MessageSquareQuote, Plus, RefreshCw, TextSearch } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { ActionMenu } from '../../../components/ui/action-menu.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { generationStrings } from '../../../components/generation/generation.strings.ts';
import { ProgressStrip } from '../../../components/video/progress-strip.tsx';
import { useEditor, useProgress, useShown } from '../model/editor-context.ts';
import { editorStrings as strings } from '../editor.strings.ts';
import { SaveLabel } from '../../../components/ui/save-status.tsx';
import type { SaveState } from '../model/chapter-edits.slice.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { usePlayback, usePlaybackValue } from '../../../components/player/playback.ts';
import { shortcutOf } from '../../../lib/browser/shortcut-of.ts';
import { formatDuration } from '../../../lib/format/format-duration.ts';
import { addedStart } from '../model/chapter-structure.ts';
import { showEditorToast } from '../model/show-editor-toast.ts';
import type { MenuEntry } from '../../../components/ui/action-menu.tsx';
import { useMay } from '../../../api/workspaces/permissions.ts';

interface EditorHeadProps {
  count: number;
  state: SaveState;
  areAllOpen: boolean;
  onToggleAll: () => void;
}

/** The head of the list: the number of chapters, the save state, and the actions on all chapters. */
export function EditorHead({ count, state, areAllOpen, onToggleAll }: EditorHeadProps) {
  const { openSettings, confirmGeneration } = useEditor();
  const add = useAddChapter();
  const may = useMay();
  const progress = useProgress('chapters', null);
  const isRunning = progress >= 0;
  const all: readonly (MenuEntry & { readonly needs: Permission })[] = [
    {
      needs: 'library.edit',
      label: 'Add chapter here',
      icon: Plus,
      note: add.note,
      isDisabled: add.isDisabled,
      onSelect: add.run,
    },
    {
      needs: 'generate',
      label: 'Regenerate chapters…',
      icon: RefreshCw,
      isDisabled: isRunning,
      onSelect: () => confirmGeneration('chapters'),
    },
    {
      needs: 'generate',
      label: 'Regenerate summary…',
      icon: AlignLeft,
      onSelect: () => confirmGeneration('summary'),
    },
    {
      needs: 'prompts.edit',
      label: 'Quote prompt…',
      icon: MessageSquareQuote,
      heading: 'Prompts',
      onSelect: () => openSettings('quotes'),
    },
    {
      needs: 'prompts.edit',
      label: 'Search prompt…',
      icon: TextSearch,
      onSelect: () => openSettings('search'),
    },
  ];
  const entries = all.filter(({ needs }) => may(needs));
  return (
    <chakra.div borderBottom="1px solid" borderColor="line.strong" pb="2">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="1">
        <chakra.h2 fontSize="sm" fontWeight="strong" fontVariantNumeric="tabular-nums" mr="2">
          {strings.chapters} <chakra.span color="ink.muted">{count}</chakra.span>
        </chakra.h2>
        <SaveLabel kind={state.kind} />
        <chakra.span flex="1" />
        <Button tone="quiet" size="small" aria-expanded={areAllOpen} onClick={onToggleAll}>
          {areAllOpen ? 'Collapse all' : 'Expand all'}
        </Button>
        {entries.length > 0 ? (
          <ActionMenu label="More for all chapters" icon={Ellipsis} entries={entries} />
        ) : null}
      </chakra.div>
      {isRunning ? (
        <chakra.div mt="2" display="grid" gap="1">
          <ProgressStrip label={generationStrings.chapters.running} percent={progress} />
          <MutedText role="status" fontVariantNumeric="tabular-nums">
            {`${generationStrings.chapters.running} ${String(Math.floor(progress))}%`}
          </MutedText>
        </chakra.div>
      ) : null}
    </chakra.div>
  );
}

/** Adds a chapter at the playhead, also by its key, and says where it starts or why none can be added. */
export function useAddChapter() {
  const { edits, rules, apply } = useEditor();
  const chapters = useShown(edits, (shown) => shown.chapters);
  const playback = usePlayback();
  const second = usePlaybackValue(Math.floor);
  const place = addedStart(chapters, second, rules);
  const problem = 'problem' in place ? place.problem : '';
  const mayEdit = useMay()('library.edit');
  const run = () => {
    if (problem === '') void apply({ kind: 'add', at: playback.time }, 'title');
    else showEditorToast('info', problem);
  };
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!mayEdit || shortcutOf(event) !== 'add-chapter') return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  const note =
    'problem' in place
      ? problem
      : `At ${formatDuration(place.at)}${place.isLine ? ', the start of the spoken line' : ''}`;
  return { note, isDisabled: problem !== '', run };
}
