import { chakra } from '@chakra-ui/react';

/** Words in the picture of a clip, at the bottom of the container whose size they have; nothing without words. */
export function BurnedCaption({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <chakra.span
      dir="auto"
      position="absolute"
      bottom="6cqh"
      insetX="6cqw"
      textAlign="center"
      lineHeight="1.3"
      fontSize="max(9px, min(5.5cqh, 6cqw))"
      color="white"
      overflowWrap="anywhere"
      css={{ '& > span': { bg: 'black', px: '0.2em', boxDecorationBreak: 'clone' } }}
    >
      <span>{text}</span>
    </chakra.span>
  );
}
