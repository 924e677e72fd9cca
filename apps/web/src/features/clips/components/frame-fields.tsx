import { chakra } from '@chakra-ui/react';
import type { ClipFit, VideoRecord } from '@vault/contracts';
import { useId, useState } from 'react';
import { Choice } from '../../../components/ui/fields/choice.ts';
import { SmallText } from '../../../components/ui/muted-text.ts';
import { thumbnailAt } from '../../../lib/video/thumbnail-at.ts';
import { barsText, frameText } from '../model/clip-text.ts';
import { barsSize, framedSize, keptWidth, pictureSize } from '../model/framed-size.ts';
import { BarsBox } from './bars-box.tsx';
import { FrameBox } from './frame-box.tsx';

const fits: readonly { value: ClipFit; text: string }[] = [
  { value: 'crop', text: 'Crop' },
  { value: 'bars', text: 'Whole picture with bars' },
];
const ratios = { square: 1, portrait: 9 / 16 } as const;

export type FramedVideo = Pick<VideoRecord, 'thumbnail' | 'contents'>;

interface FrameFieldsProps {
  video: FramedVideo;
  /** Where the clip begins, in seconds. */
  at: number;
  frame: keyof typeof ratios;
  fit: ClipFit;
  /** Where the middle of a crop is in the width, 0 to 1. */
  centre: number;
  /** Words shown in the picture; empty without. */
  caption: string;
  onFit: (fit: ClipFit) => void;
  onMove: (centre: number) => void;
}

/** How a clip shows the picture in a frame of another shape: a part of it, or all of it with bars. */
export function FrameFields({ video, at, frame, fit, centre, caption, onFit, onMove }: FrameFieldsProps) {
  const name = useId();
  /** Of the picture, width by height. */
  const [shape, setShape] = useState(16 / 9);
  const size = pictureSize(video);
  const ratio = ratios[frame];
  const shown = { picture: thumbnailAt(video.thumbnail, at), ratio, caption };
  return (
    <>
      <chakra.div
        role="radiogroup"
        aria-label="Picture in the frame"
        display="flex"
        flexWrap="wrap"
        columnGap="6"
      >
        {fits.map(({ value, text }) => (
          <Choice key={value}>
            <input type="radio" name={name} checked={fit === value} onChange={() => onFit(value)} />
            <span>{text}</span>
          </Choice>
        ))}
      </chakra.div>
      {fit === 'bars' ? (
        <BarsBox {...shown} />
      ) : (
        <FrameBox centre={centre} onShape={setShape} onMove={onMove} {...shown} />
      )}
      <SmallText role="status" textAlign="center" fontVariantNumeric="tabular-nums">
        {fit === 'bars'
          ? barsText(size && barsSize(size, ratio))
          : frameText(keptWidth(shape, ratio), size && framedSize(size, ratio))}
      </SmallText>
    </>
  );
}
