import { chakra } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useId } from 'react';
import { usePlayback, usePlaybackValue } from '../../../components/player/playback.ts';
import { Button } from '../../../components/ui/button.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { formatDuration } from '../../../lib/format/format-time.ts';
import { addedStart } from '../model/chapter-structure.ts';
import { useEditor, useShown } from '../model/editor-context.ts';
import { showEditorToast } from '../model/show-editor-toast.ts';
import { useStructure } from '../model/structure-context.ts';
import { editorStrings as strings } from '../editor.strings.ts';

/** Adds a chapter at the playhead. Says that it starts with the spoken line, or why none can be added. */
export function AddChapter() {
  const { edits } = useEditor();
  const { rules, apply } = useStructure();
  const chapters = useShown(edits, (shown) => shown.chapters);
  const playback = usePlayback();
  const second = usePlaybackValue(Math.floor);
  const noteId = useId();
  const place = addedStart(chapters, second, rules);
  const problem = 'problem' in place ? place.problem : '';
  const at = 'problem' in place ? second : place.at;
  const note = problem || ('isLine' in place && place.isLine ? 'The start of the spoken line' : '');
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="3"
      py="1"
      borderBottomWidth="1px"
    >
      <Button
        icon={Plus}
        size="small"
        tone="quiet"
        ml="-3"
        fontVariantNumeric="tabular-nums"
        css={{ '@media (pointer: coarse)': { minHeight: '44px' } }}
        opacity={problem === '' ? undefined : 0.55}
        title={problem || 'Shift N'}
        aria-keyshortcuts="Shift+N"
        aria-disabled={problem !== ''}
        aria-describedby={note === '' ? undefined : noteId}
        onClick={() => {
          if (problem === '') void apply({ kind: 'add', at: playback.time }, 'title');
          else showEditorToast('info', problem);
        }}
      >
        {strings.addChapter(formatDuration(at))}
      </Button>
      {/* Why it is off now is said when somebody asks for it: otherwise each video would begin with it. */}
      <MutedText id={noteId} fontSize="xs" srOnly={problem !== ''}>
        {note}
      </MutedText>
    </chakra.div>
  );
}
