import { chakra } from '@chakra-ui/react';
import { BurnedCaption } from './burned-caption.tsx';

interface BarsBoxProps {
  /** A still of the video. */
  picture: string;
  /** Of the frame, width by height. */
  ratio: number;
  /** Words shown in it; empty without. */
  caption: string;
}

/** A still as a clip shows all of it: in the middle of the frame, with black bars. */
export function BarsBox({ picture, ratio, caption }: BarsBoxProps) {
  return (
    <chakra.div
      style={{ aspectRatio: String(ratio) }}
      position="relative"
      height="224px"
      maxWidth="100%"
      justifySelf="center"
      overflow="hidden"
      borderRadius="media"
      bg="black"
      outline="1px solid var(--vault-colors-line-strong)"
      containerType="size"
    >
      <chakra.img src={picture} alt="" draggable={false} width="100%" height="100%" objectFit="contain" />
      <BurnedCaption text={caption} />
    </chakra.div>
  );
}
