import { chakra } from '@chakra-ui/react';

const Block = chakra('div', {
  base: { bg: 'sunken', borderRadius: 'sm', animation: 'fade-pulse 1.6s ease-in-out infinite' },
});

/** The skeleton of the uploader, shown until the allowance is known. */
export function UploaderSkeleton() {
  return (
    <chakra.div aria-hidden display="grid" gap="5">
      <Block height="21px" width="56%" />
      <Block height="213px" borderRadius="media" />
    </chakra.div>
  );
}
