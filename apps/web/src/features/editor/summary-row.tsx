import { chakra } from '@chakra-ui/react';
import { ChevronDown, RefreshCw } from 'lucide-react';
import { useId, useState } from 'react';
import { generationStrings } from '../../components/generation.strings.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { useEditor, useIsGenerating } from './editor-context.ts';
import { editorStrings as words } from './editor.strings.ts';

/** The summary of the video: one line until it is expanded. */
export function SummaryRow({ summary }: { summary: string }) {
  const [isOpen, setOpen] = useState(false);
  const { confirmGeneration } = useEditor();
  const isRunning = useIsGenerating('summary', null);
  const id = useId();
  return (
    <chakra.section
      aria-label={words.videoSummary}
      display="grid"
      gridTemplateColumns="minmax(0, 1fr) auto auto"
      alignItems="center"
      columnGap="2"
      minHeight="48px"
      borderBottom="1px solid"
      borderColor="line"
    >
      <chakra.p fontSize="sm" color="ink.muted" truncate>
        <chakra.span fontWeight="strong" color="ink">
          {words.videoSummary}
        </chakra.span>
        {isOpen ? '' : `  ${summary || words.noVideoSummary}`}
      </chakra.p>
      <IconButton
        label={isRunning ? generationStrings.summary.running : words.summarise}
        aria-busy={isRunning || undefined}
        onClick={() => {
          confirmGeneration('summary');
        }}
      >
        {isRunning ? <Spinner /> : <RefreshCw aria-hidden />}
      </IconButton>
      <IconButton
        label={words.showSummary}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        <ChevronDown
          aria-hidden
          style={{ transition: 'transform 150ms ease-out', transform: isOpen ? 'rotate(180deg)' : 'none' }}
        />
      </IconButton>
      <chakra.p
        id={id}
        hidden={!isOpen}
        gridColumn="1 / -1"
        pb="4"
        maxWidth="65ch"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        animation="fade-in 150ms ease-out"
      >
        {summary || words.noVideoSummary}
      </chakra.p>
    </chakra.section>
  );
}
