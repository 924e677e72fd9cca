import { chakra } from '@chakra-ui/react';

const Bone = chakra('div', {
  base: { bg: 'sunken', borderRadius: 'sm', animation: 'breathe 1.6s ease-in-out infinite' },
});

/** A card before its video is known, in the card's final shape. */
export function CardSkeleton() {
  return (
    <div aria-hidden>
      <Bone aspectRatio="16 / 9" borderRadius="media" />
      <Bone height="6px" mt="3" />
      <Bone height="24px" width="64%" mt="10" />
      <Bone height="16px" width="88%" mt="3" />
      <Bone height="16px" width="28%" mt="5" />
    </div>
  );
}
