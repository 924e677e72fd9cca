import { chakra } from '@chakra-ui/react';

/** What went wrong with a form, announced at once. The place is kept so that nothing jumps. */
export function FormMessage({ message }: { message: string }) {
  return (
    <chakra.p role="alert" minHeight="6" fontSize="sm" fontWeight="strong" color="signal">
      {message}
    </chakra.p>
  );
}
