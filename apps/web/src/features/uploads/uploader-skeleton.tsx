import { chakra } from '@chakra-ui/react';

const Bone = chakra('div', {
  base: { bg: 'sunken', borderRadius: 'sm', animation: 'breathe 1.6s ease-in-out infinite' },
});

/** The uploader before it is known whether there may be one, in its final shape. */
export function UploaderSkeleton() {
  return (
    <chakra.div aria-hidden display="grid" gap="5">
      <Bone height="21px" width="56%" />
      <Bone height="213px" borderRadius="media" />
    </chakra.div>
  );
}
