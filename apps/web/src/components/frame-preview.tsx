import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { useSettled } from '../lib/use-settled.ts';

const Frame = chakra('div', {
  base: {
    position: 'relative',
    aspectRatio: '16 / 9',
    borderRadius: 'media',
    overflow: 'hidden',
    bg: 'sunken',
    color: 'ink.muted',
    '& img': { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'contain' },
    '& img[data-coming]': { opacity: 0 },
  },
});

const Words = chakra('p', {
  base: { position: 'absolute', inset: 0, display: 'grid', placeItems: 'center', px: '4', fontSize: 'sm' },
});

const Waiting = chakra('span', {
  base: { position: 'absolute', inset: 0, bg: 'line', animation: 'breathe 1.6s ease-in-out infinite' },
});

/** Somebody typing is asked about once they pause, in milliseconds. */
const pauseMs = 250;

interface FramePreviewProps {
  /** The picture's address; empty while no time is chosen. */
  url: string;
  /** What it shows. */
  label: string;
  /** Said while there is no address. */
  emptyText: string;
  /** Said when the picture cannot be had. */
  brokenText: string;
}

/** The frame at a time, in a box that keeps its shape; the frame before it stays until the next one has come. */
export function FramePreview({ url, label, emptyText, brokenText }: FramePreviewProps) {
  const wanted = useSettled(url, pauseMs);
  const [shown, setShown] = useState('');
  const [broken, setBroken] = useState('');
  const isBroken = wanted !== '' && wanted === broken;
  const isComing = wanted !== '' && wanted !== shown && !isBroken;

  return (
    <Frame aria-busy={isComing || url !== wanted}>
      {isComing && shown === '' ? <Waiting /> : null}
      {wanted !== '' && shown !== '' && !isBroken ? <img src={shown} alt={isComing ? '' : label} /> : null}
      {isComing ? (
        <img
          key={wanted}
          data-coming
          src={wanted}
          alt=""
          onLoad={() => {
            setShown(wanted);
          }}
          onError={() => {
            setBroken(wanted);
          }}
        />
      ) : null}
      {wanted === '' ? <Words>{emptyText}</Words> : null}
      {isBroken ? <Words role="alert">{brokenText}</Words> : null}
    </Frame>
  );
}
