import { chakra } from '@chakra-ui/react';
import { Button } from '../../components/button.tsx';
import { Modal } from '../../components/modal.tsx';
import { videoStrings as words } from './video.strings.ts';

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

/** The keys of the page and what they do. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal title={words.shortcuts} onCancel={onClose}>
      <chakra.dl display="grid" gridTemplateColumns="auto 1fr" columnGap="6" rowGap="3" mb="6" fontSize="sm">
        {words.keys.map(({ keys, meaning }) => (
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
        {words.close}
      </Button>
    </Modal>
  );
}
