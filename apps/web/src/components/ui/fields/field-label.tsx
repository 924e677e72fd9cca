import { chakra } from '@chakra-ui/react';

/** The visible name of one field. */
export const FieldLabel = chakra('label', {
  base: { display: 'block', mb: '1', fontSize: 'sm', fontWeight: 'strong', color: 'ink' },
});
