import { chakra } from '@chakra-ui/react';
import { Button } from '../button.tsx';
import { Modal } from './modal.tsx';
import { useKeysEverywhere } from './shortcuts-list.ts';
import type { Keys } from './shortcuts-list.ts';

interface ShortcutsDialogProps {
  title: string;
  closeLabel: string;
  keys: Keys;
  /** The keys of one part of the page. */
  more?: { readonly title: string; readonly keys: Keys };
  onClose: () => void;
}

function KeyList({ keys: shortcuts }: { keys: Keys }) {
  return (
    <chakra.dl display="grid" gridTemplateColumns="auto 1fr" columnGap="6" rowGap="2" mb="5" fontSize="sm">
      {shortcuts.map(({ keys, meaning }) => (
        <chakra.div key={meaning} display="contents">
          <chakra.dt>
            {keys.map((key) => (
              <chakra.kbd
                key={key}
                display="inline-block"
                minWidth="28px"
                px="2"
                mr="1"
                textAlign="center"
                fontFamily="body"
                fontSize="xs"
                lineHeight="24px"
                border="1px solid"
                borderColor="line.strong"
                borderRadius="sm"
              >
                {key}
              </chakra.kbd>
            ))}
          </chakra.dt>
          <chakra.dd>{meaning}</chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  );
}

/** Lists the keyboard shortcuts of the page. */
export function ShortcutsDialog({ title, closeLabel, keys, more, onClose }: ShortcutsDialogProps) {
  const everywhere = useKeysEverywhere();
  return (
    <Modal title={title} size={more ? 'medium' : 'small'} onCancel={onClose}>
      <KeyList keys={[...keys, ...everywhere]} />
      {more ? (
        <>
          <chakra.h3 fontSize="sm" fontWeight="strong" mb="3">
            {more.title}
          </chakra.h3>
          <KeyList keys={more.keys} />
        </>
      ) : null}
      <Button autoFocus onClick={onClose}>
        {closeLabel}
      </Button>
    </Modal>
  );
}
