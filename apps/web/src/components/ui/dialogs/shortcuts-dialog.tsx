import { chakra } from '@chakra-ui/react';
import { Button } from '../button.tsx';
import { Modal } from './modal.tsx';

const Key = chakra('kbd', {
  base: {
    display: 'inline-block',
    minWidth: '28px',
    px: '2',
    mr: '1',
    textAlign: 'center',
    fontFamily: 'body',
    fontSize: 'xs',
    lineHeight: '24px',
    border: '1px solid',
    borderColor: 'line.strong',
    borderRadius: 'sm',
  },
});

interface ShortcutsDialogProps {
  title: string;
  closeLabel: string;
  keys: readonly { readonly keys: readonly string[]; readonly meaning: string }[];
  onClose: () => void;
}

/** Lists the keyboard shortcuts of the page. */
export function ShortcutsDialog({ title, closeLabel, keys: shortcuts, onClose }: ShortcutsDialogProps) {
  return (
    <Modal title={title} onCancel={onClose}>
      <chakra.dl display="grid" gridTemplateColumns="auto 1fr" columnGap="6" rowGap="3" mb="6" fontSize="sm">
        {shortcuts.map(({ keys, meaning }) => (
          <chakra.div key={meaning} display="contents">
            <chakra.dt>
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </chakra.dt>
            <chakra.dd>{meaning}</chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
      <Button autoFocus onClick={onClose}>
        {closeLabel}
      </Button>
    </Modal>
  );
}
