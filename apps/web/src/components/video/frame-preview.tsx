import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { useDebounced } from '../../lib/state/use-debounced.ts';
import { SkeletonBlock } from '../ui/skeleton-block.tsx';

const Message = chakra('p', {
  base: { position: 'absolute', inset: 0, display: 'grid', placeItems: 'center', px: '4', fontSize: 'sm' },
});

/** Delay after the last change before the frame is requested. */
const pauseMs = 250;

interface FramePreviewProps {
  /** Address of the picture; empty while no time is chosen. */
  url: string;
  /** Alt text. */
  label: string;
  /** Shown while there is no address. */
  emptyText: string;
  /** Shown when the picture cannot be loaded. */
  brokenText: string;
}

/** The frame at a time, in a box of fixed proportions. The previous frame stays until the next one has loaded. */
export function FramePreview({ url, label, emptyText, brokenText }: FramePreviewProps) {
  const debouncedUrl = useDebounced(url, pauseMs);
  const [shown, setShown] = useState('');
  const [broken, setBroken] = useState('');
  const isBroken = debouncedUrl !== '' && debouncedUrl === broken;
  const isLoading = debouncedUrl !== '' && debouncedUrl !== shown && !isBroken;

  return (
    <chakra.div
      aria-busy={isLoading || url !== debouncedUrl}
      position="relative"
      aspectRatio="16 / 9"
      borderRadius="media"
      overflow="hidden"
      bg="sunken"
      color="ink.muted"
      css={{
        '& img': { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'contain' },
        '& img[data-coming]': { opacity: 0 },
      }}
    >
      {isLoading && shown === '' ? (
        <SkeletonBlock as="span" position="absolute" inset="0" borderRadius="0" bg="line" />
      ) : null}
      {debouncedUrl !== '' && shown !== '' && !isBroken ? (
        <img src={shown} alt={isLoading ? '' : label} />
      ) : null}
      {isLoading ? (
        <img
          key={debouncedUrl}
          data-coming
          src={debouncedUrl}
          alt=""
          onLoad={() => setShown(debouncedUrl)}
          onError={() => setBroken(debouncedUrl)}
        />
      ) : null}
      {debouncedUrl === '' ? <Message>{emptyText}</Message> : null}
      {isBroken ? <Message role="alert">{brokenText}</Message> : null}
    </chakra.div>
  );
}
