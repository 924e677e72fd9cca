import { chakra } from '@chakra-ui/react';
import { inForcedColors } from '../../../theme/forced-colors.ts';

export type PaneName = 'chapters' | 'transcript';

const panes: readonly { readonly name: PaneName; readonly label: string }[] = [
  { name: 'chapters', label: 'Chapters' },
  { name: 'transcript', label: 'Transcript' },
];

const PaneButton = chakra('button', {
  base: {
    flex: 1,
    minHeight: '40px',
    borderBottom: '2px solid transparent',
    fontSize: 'sm',
    fontWeight: 'strong',
    color: 'ink.muted',
    '&[aria-pressed=true]': { color: 'ink', borderColor: 'ink' },
    [inForcedColors]: {
      '&[aria-pressed=true]': { forcedColorAdjust: 'none', bg: 'Highlight', color: 'HighlightText' },
    },
  },
});

const Choices = chakra('div', {
  base: {
    display: 'flex',
    mx: '4',
    mb: '1',
    borderBottomWidth: '1px',
    // From 768 pixels on, both are shown.
    md: { display: 'none' },
  },
});

/** Switches between chapters and transcript on narrow screens. */
export function PaneSwitch({ pane, onChange }: { pane: PaneName; onChange: (pane: PaneName) => void }) {
  return (
    <Choices>
      {panes.map(({ name, label }) => (
        <PaneButton key={name} type="button" aria-pressed={pane === name} onClick={() => onChange(name)}>
          {label}
        </PaneButton>
      ))}
    </Choices>
  );
}
