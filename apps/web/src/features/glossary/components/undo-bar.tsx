import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { useAppDispatch } from '../../../store/hooks.ts';
import { undoCorrections, undoDropped, useRun, useUndo } from '../model/corrections.slice.ts';
import { countLines } from '../model/library-places.ts';
import { glossaryStrings as strings } from '../glossary.strings.ts';

/** Offers to undo the corrections of the library; their page shows the progress. */
export function UndoBar() {
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const undo = useUndo();
  const run = useRun();
  if (!undo || run?.isRunning) return null;
  return (
    <chakra.div
      role="group"
      aria-label="Undo the corrections"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      my="4"
      py="2"
      ps="3"
      borderLeft="2px solid"
      borderColor="line.strong"
      fontSize="sm"
    >
      <chakra.p role="status" flex="1 1 220px">
        {strings.undoText(countLines(undo.videos), undo.videos.length)}
      </chakra.p>
      <Button
        size="small"
        onClick={() => {
          void dispatch(undoCorrections());
          void navigate('/glossary/apply');
        }}
      >
        {strings.undo}
      </Button>
      <IconButton icon={X} label="Dismiss this offer" onClick={() => dispatch(undoDropped())} />
    </chakra.div>
  );
}
