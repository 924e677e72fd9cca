import { chakra } from '@chakra-ui/react';

/** The error of a form, announced at once. An empty message takes the same space, to avoid a layout shift. */
export function FormMessage({ message }: { message: string }) {
  return (
    <chakra.p role="alert" minHeight="6" fontSize="sm" fontWeight="strong" color="signal">
      {message}
    </chakra.p>
  );
}
