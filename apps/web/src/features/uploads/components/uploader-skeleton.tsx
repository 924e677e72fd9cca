import { chakra } from '@chakra-ui/react';
import { SkeletonBlock } from '../../../components/ui/skeleton-block.tsx';

/** The skeleton of the uploader, shown until the allowance is known. */
export function UploaderSkeleton() {
  return (
    <chakra.div aria-hidden display="grid" gap="5">
      <SkeletonBlock height="21px" width="56%" />
      <SkeletonBlock height="213px" borderRadius="media" />
    </chakra.div>
  );
}
