import { chakra } from '@chakra-ui/react';
import { Copy, Download } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { FieldLabel } from '../../../components/ui/fields/field-label.tsx';
import { Modal } from '../../../components/ui/dialogs/modal.tsx';
import { TextArea } from '../../../components/ui/fields/text-area.tsx';
import type { YouTubeChapters } from '../model/youtube-chapters.ts';
import { exportStrings as strings } from '../export.strings.ts';
import { MutedText } from '../../../components/ui/muted-text.ts';

const maxRows = 8;

interface YouTubeDialogProps {
  chapters: YouTubeChapters;
  onCopy: () => void;
  onSave: () => void;
  /** Opens the list for editing. */
  /** Undefined for whoever may not edit. */
  onEdit: (() => void) | undefined;
  onClose: () => void;
}

/** Lists the lines that YouTube does not accept, with corrections. The text can be exported anyway. */
export function YouTubeDialog({
  chapters: { text, problems },
  onCopy,
  onSave,
  onEdit,
  onClose,
}: YouTubeDialogProps) {
  const id = useId();
  const lines = text.split('\n');
  return (
    <Modal title={strings.youtubeTitle} size="medium" isReadFirst onCancel={onClose}>
      <MutedText mt="-4" mb="4">
        {strings.youtubeNote(problems.length)}
      </MutedText>
      <chakra.ul
        tabIndex={0}
        aria-label={strings.youtubeTitle}
        maxHeight="min(280px, 34dvh)"
        overflowY="auto"
        borderY="1px solid"
        borderColor="line"
      >
        {problems.map((problem, index) => (
          <chakra.li
            key={index}
            py="3"
            borderTop={index > 0 ? '1px solid' : 'none'}
            borderColor="line"
            fontSize="sm"
          >
            <chakra.p fontWeight="strong" overflowWrap="anywhere">
              {'line' in problem ? `Line ${String(problem.line)}: ` : 'The whole text'}
              {'line' in problem ? (
                <chakra.span fontVariantNumeric="tabular-nums">{lines[problem.line - 1]}</chakra.span>
              ) : null}
            </chakra.p>
            <chakra.p color="ink.muted" mt="1">
              {strings.youtubeProblem(problem)}
            </chakra.p>
          </chakra.li>
        ))}
      </chakra.ul>
      <chakra.div mt="4">
        <FieldLabel htmlFor={id}>Text for the description</FieldLabel>
        <TextArea
          id={id}
          readOnly
          value={text}
          rows={Math.min(maxRows, lines.length)}
          fontVariantNumeric="tabular-nums"
        />
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" justifyContent="flex-end" gap="2" mt="6">
        <Button tone="quiet" onClick={onClose}>
          {strings.close}
        </Button>
        <Button icon={Download} onClick={onSave}>
          Download anyway
        </Button>
        <Button icon={Copy} onClick={onCopy}>
          Copy anyway
        </Button>
        {onEdit ? (
          <Button tone="primary" onClick={onEdit}>
            Edit the list
          </Button>
        ) : null}
      </chakra.div>
    </Modal>
  );
}
