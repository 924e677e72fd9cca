import { chakra } from '@chakra-ui/react';
import type { Chapter } from '@vault/contracts';
import { formatDuration, secondsOf } from '../../../lib/format/format-time.ts';
import { ConfirmDialog } from '../../../components/ui/dialogs/confirm-dialog.tsx';

interface OutdatedDialogProps {
  mine: readonly Chapter[];
  theirs: readonly Chapter[];
  /** Applies the change to their chapters. */
  onRetry: () => void;
  onClose: () => void;
}

/** Shows both lists when somebody else has changed the chapters that the user changed by hand. */
export function OutdatedDialog({ mine, theirs, onRetry, onClose }: OutdatedDialogProps) {
  return (
    <ConfirmDialog
      question="These chapters were changed elsewhere too"
      confirmLabel="Apply mine"
      cancelLabel="Keep theirs"
      onConfirm={onRetry}
      onCancel={onClose}
    >
      Somebody has saved these chapters or their texts meanwhile, so your change was not saved.
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
        gap="4"
        mt="3"
        maxHeight="min(320px, 40dvh)"
        overflowY="auto"
        tabIndex={0}
        role="group"
        aria-label="Both lists"
      >
        <Outline name="Now" chapters={theirs} others={mine} />
        <Outline name="With your change" chapters={mine} others={theirs} />
      </chakra.div>
    </ConfirmDialog>
  );
}

const lineOf = ({ start, title }: Chapter) => `${formatDuration(secondsOf(start))}  ${title}`;

/** The times and titles of a list. Those that the other list does not have stand out. */
function Outline({
  name,
  chapters,
  others,
}: {
  name: string;
  chapters: readonly Chapter[];
  others: readonly Chapter[];
}) {
  const otherLines = new Set(others.map(lineOf));
  return (
    <section aria-label={name}>
      <chakra.h3 color="ink" fontWeight="strong">
        {name}
      </chakra.h3>
      <ol>
        {chapters.map(lineOf).map((line) => (
          <chakra.li
            key={line}
            overflowWrap="anywhere"
            fontVariantNumeric="tabular-nums"
            color={otherLines.has(line) ? undefined : 'ink'}
            fontWeight={otherLines.has(line) ? undefined : 'strong'}
          >
            {line}
          </chakra.li>
        ))}
      </ol>
    </section>
  );
}
