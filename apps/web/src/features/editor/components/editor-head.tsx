import { chakra } from '@chakra-ui/react';
import { MessageSquareQuote, RefreshCw, SlidersHorizontal, TextSearch } from 'lucide-react';
import { ActionMenu } from '../../../components/ui/action-menu.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { generationStrings } from '../../../components/generation/generation.strings.ts';
import { SpeakerSelect } from '../../../components/video/speaker-filter.tsx';
import { ProgressStrip } from '../../../components/video/progress-strip.tsx';
import { useEditor, useProgress } from '../model/editor-context.ts';
import { editorStrings as strings } from '../editor.strings.ts';
import { SaveLabel } from '../../../components/ui/save-status.tsx';
import type { SaveState } from '../model/chapter-edits.slice.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';

/** Icons with their words, or alone where the words have no room. */
const HeadTools = chakra('div', {
  base: {
    display: 'flex',
    '& > button': {
      minHeight: '36px',
      border: 'none',
      color: 'ink.muted',
      _hover: { color: 'ink' },
      '& svg': { width: '18px', height: '18px' },
    },
    '@container (max-width: 499px)': { '& > button': { width: '36px', px: '0', gap: '0', fontSize: '0' } },
  },
});

/** Below the other tools where these fill the line. */
const Speakers = chakra('span', {
  base: { '@container (max-width: 499px)': { order: 1, flexBasis: '100%', ms: '-1' } },
});

interface EditorHeadProps {
  count: number;
  state: SaveState;
  areAllOpen: boolean;
  onToggleAll: () => void;
}

/** The head of the list: the number of chapters, the save state, and the actions on all chapters. */
export function EditorHead({ count, state, areAllOpen, onToggleAll }: EditorHeadProps) {
  const { openSettings, confirmGeneration } = useEditor();
  const progress = useProgress('chapters', null);
  const isRunning = progress >= 0;
  const open = (kind: 'quotes' | 'search') => () => openSettings(kind);
  return (
    <chakra.div borderBottom="1px solid" borderColor="line.strong" pb="2">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="1">
        <chakra.h2 fontSize="sm" fontWeight="strong" fontVariantNumeric="tabular-nums" mr="2">
          {strings.chapters} <chakra.span color="ink.muted">{count}</chakra.span>
        </chakra.h2>
        <SaveLabel kind={state.kind} />
        <chakra.span flex="1" />
        <Speakers>
          <SpeakerSelect label="Quotes of" />
        </Speakers>
        <HeadTools>
          <ActionMenu
            label="Prompts"
            isNamed
            icon={SlidersHorizontal}
            entries={[
              { label: 'Quote prompt…', icon: MessageSquareQuote, onSelect: open('quotes') },
              { label: 'Search prompt…', icon: TextSearch, onSelect: open('search') },
            ]}
          />
          <Button
            icon={RefreshCw}
            size="small"
            aria-label={isRunning ? generationStrings.chapters.running : strings.regenerate}
            title={isRunning ? generationStrings.chapters.running : strings.regenerate}
            isBusy={isRunning}
            onClick={() => confirmGeneration('chapters')}
          >
            Regenerate
          </Button>
        </HeadTools>
        <Button tone="quiet" size="small" mr="-3" aria-expanded={areAllOpen} onClick={onToggleAll}>
          {areAllOpen ? 'Collapse all' : 'Expand all'}
        </Button>
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
