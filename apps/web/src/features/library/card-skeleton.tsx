import { chakra } from '@chakra-ui/react';

const Block = chakra('div', {
  base: { bg: 'sunken', borderRadius: 'sm', animation: 'fade-pulse 1.6s ease-in-out infinite' },
});

/** The skeleton of a card, with the size of the card. */
export function CardSkeleton() {
  return (
    <div aria-hidden>
      <Block aspectRatio="16 / 9" borderRadius="media" />
      <Block height="6px" mt="3" />
      <Block height="24px" width="64%" mt="10" />
      <Block height="16px" width="88%" mt="3" />
      <Block height="16px" width="28%" mt="5" />
    </div>
  );
}
