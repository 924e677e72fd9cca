import { chakra } from '@chakra-ui/react';
import { Scissors, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { ProgressStrip } from '../../../components/video/progress-strip.tsx';
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts';
import { clipEnded, selectPendingClips } from '../model/clips.slice.ts';
import type { PendingClip } from '../model/clips.slice.ts';
import { spanText } from '../model/clip-text.ts';
import { SmallText } from '../../../components/ui/muted-text.ts';

function Row({ item, onCancel }: { item: PendingClip; onCancel: () => void }) {
  const span = spanText(item.clip);
  return (
    <chakra.li display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="2" py="3" borderTopWidth="1px">
      <chakra.div display="flex" alignItems="center" gap="2">
        <chakra.div flex="1" minWidth="0">
          <chakra.p fontFamily="mono" fontSize="sm" fontVariantNumeric="tabular-nums">
            {span}
          </chakra.p>
          <SmallText dir="auto" truncate title={item.title}>
            {item.title || 'Untitled webinar'}
          </SmallText>
        </chakra.div>
        <IconButton label={`Cancel the clip ${span}`} icon={X} onClick={onCancel} />
      </chakra.div>
      <ProgressStrip label={`The clip ${span} is being made`} />
    </chakra.li>
  );
}

/** Counts and lists the pending clips on every page. Each can be cancelled. */
export function ClipIndicator() {
  const dispatch = useAppDispatch();
  const items = useAppSelector(selectPendingClips);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const cancel = (id: string) => {
    flushSync(() => dispatch(clipEnded(id)));
    // After the last clip neither its button nor the one that opened the list exists.
    const next = list.current?.querySelector('button') ?? document.querySelector('main');
    next?.focus();
  };
  const count = items.filter(({ phase }) => phase === 'making').length;
  if (count === 0) return null;
  const label = count === 1 ? '1 clip in progress' : `${String(count)} clips in progress`;
  return (
    <>
      <Button icon={Scissors} tone="quiet" size="small" popoverTarget={listId} aria-label={label} px="2">
        <chakra.span display={{ base: 'none', sm: 'inline' }} fontVariantNumeric="tabular-nums">
          {label}
        </chakra.span>
        <chakra.span display={{ base: 'inline', sm: 'none' }}>{count}</chakra.span>
      </Button>
      <chakra.div
        ref={list}
        id={listId}
        popover="auto"
        aria-label="Clips in progress"
        position="fixed"
        inset="auto"
        top="60px"
        right={{ base: '4', md: '8' }}
        width="min(340px, calc(100vw - 32px))"
        maxHeight="calc(100dvh - 80px)"
        overflowY="auto"
        p="4"
        bg="surface"
        color="ink"
        border="1px solid"
        borderColor="line.strong"
        borderRadius="md"
      >
        <chakra.p fontSize="sm" fontWeight="strong">
          Clips in progress
        </chakra.p>
        <SmallText mt="1" mb="3">
          Each clip downloads automatically when it is ready. Keep this tab open.
        </SmallText>
        <chakra.ul>
          {items.map((item) => (
            <Row key={item.id} item={item} onCancel={() => cancel(item.id)} />
          ))}
        </chakra.ul>
      </chakra.div>
    </>
  );
}
