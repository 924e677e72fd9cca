import { chakra } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { BurnedCaption } from './burned-caption.tsx';

const step = 0.02;
const keys: Readonly<Record<string, number>> = {
  ArrowLeft: -step,
  ArrowDown: -step,
  ArrowRight: step,
  ArrowUp: step,
  PageDown: -5 * step,
  PageUp: 5 * step,
  Home: -1,
  End: 1,
};

interface FrameBoxProps {
  /** A still of the video. */
  picture: string;
  /** Width by height. */
  ratio: number;
  /** Where the middle of the box is in the width, 0 to 1. */
  centre: number;
  /** Words shown in it; empty without. */
  caption: string;
  /** Called with the shape of the still, width by height, once it is known. */
  onShape: (shape: number) => void;
  onMove: (centre: number) => void;
}

/** A still with the part of it that a clip keeps: moved by the pointer, or by the arrow keys. */
export function FrameBox({ picture, ratio, centre, caption, onShape, onMove }: FrameBoxProps) {
  const stage = useRef<HTMLDivElement>(null);
  const [shape, setShape] = useState(16 / 9);
  const width = Math.min(1, ratio / shape);
  const height = Math.min(1, shape / ratio);
  const place = (at: number) => Math.min(1 - width / 2, Math.max(width / 2, at));
  const shown = place(centre);
  const move = (at: number) => onMove(Math.round(place(at) * 1_000) / 1_000);
  const drag = ({ clientX, buttons }: PointerEvent) => {
    const { left, width: whole } = stage.current?.getBoundingClientRect() ?? { left: 0, width: 0 };
    if (buttons === 1 && whole > 0) move((clientX - left) / whole);
  };
  const press = (event: KeyboardEvent) => {
    const by = keys[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(shown + by);
  };
  return (
    <chakra.div
      ref={stage}
      style={{ aspectRatio: String(shape) }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(event);
      }}
      onPointerMove={drag}
      position="relative"
      width="100%"
      maxWidth="400px"
      justifySelf="center"
      overflow="hidden"
      borderRadius="media"
      bg="sunken"
      touchAction="none"
    >
      <chakra.img
        src={picture}
        alt=""
        draggable={false}
        width="100%"
        height="100%"
        objectFit="contain"
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          if (naturalWidth === 0 || naturalHeight === 0) return;
          setShape(naturalWidth / naturalHeight);
          onShape(naturalWidth / naturalHeight);
        }}
      />
      <chakra.div
        role="slider"
        tabIndex={0}
        aria-label="Place of the frame in the picture"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(shown * 100)}
        aria-valuetext={`${String(Math.round(shown * 100))}% from the left`}
        onKeyDown={press}
        style={{
          left: `${String((shown - width / 2) * 100)}%`,
          width: `${String(width * 100)}%`,
          ...(height < 1 && {
            top: `${String((1 - height) * 50)}%`,
            bottom: `${String((1 - height) * 50)}%`,
          }),
        }}
        position="absolute"
        insetY="0"
        boxSizing="border-box"
        border="2px solid white"
        outline="1px solid black"
        // Everything around it is darkened.
        boxShadow="0 0 0 2000px rgba(0, 0, 0, 0.6)"
        cursor="ew-resize"
        containerType="size"
        _focusVisible={{ outline: '3px solid var(--vault-colors-signal)' }}
      >
        <BurnedCaption text={caption} />
      </chakra.div>
    </chakra.div>
  );
}
