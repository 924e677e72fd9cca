import { chakra } from '@chakra-ui/react';
import { Button } from '../../../components/ui/button.tsx';
import { MutedText } from '../../../components/ui/muted-text.ts';
import { showToast } from '../../../components/ui/toasts/toasts.ts';
import type { PortalSave } from '../model/use-portal-save.ts';
import { portalsStrings as strings } from '../portals.strings.ts';
import { Line } from '../../../components/ui/fields/line.ts';

interface SaveBarProps {
  save: PortalSave;
  /** The number of changed fields. */
  count: number;
  onSave: () => void;
}

/** Saves or discards the changes, and says why they were not saved. */
export function SaveBar({ save, count, onSave }: SaveBarProps) {
  const { isSaving, isOutdated, problem, changes } = save;
  const discard = () => {
    const action = {
      label: 'Undo',
      onSelect: () => save.change(changes),
    };
    save.discard();
    showToast({ kind: 'info', text: 'Your changes are discarded.', action });
  };
  return (
    <chakra.div
      position="sticky"
      bottom="0"
      zIndex="1"
      display="grid"
      gap="2"
      py="3"
      bg="canvas"
      borderTopWidth="1px"
    >
      {problem || isOutdated ? (
        <chakra.p role="alert" fontSize="sm" fontWeight="strong" color="signal">
          {problem?.text ??
            'This portal was changed elsewhere, so your changes were not saved. Load it again: the fields that you changed stay as they are.'}
        </chakra.p>
      ) : null}
      <Line>
        {isOutdated ? (
          <Button onClick={() => void save.loadAgain()}>Load it again</Button>
        ) : (
          <Button
            tone="primary"
            isBusy={isSaving}
            aria-disabled={isSaving || count === 0}
            onClick={() => {
              if (count > 0) onSave();
            }}
          >
            {isSaving ? 'Saving…' : strings.save}
          </Button>
        )}
        <Button
          tone="quiet"
          aria-disabled={isSaving || count === 0}
          onClick={count > 0 ? discard : undefined}
        >
          Discard
        </Button>
        <MutedText role="status">{count > 0 ? strings.unsaved(count) : 'Everything is saved.'}</MutedText>
      </Line>
    </chakra.div>
  );
}
