import { chakra } from '@chakra-ui/react';

/** A headline in the serif font. */
export const PageTitle = chakra('h1', {
  base: { fontFamily: 'quote', fontSize: 'xl', fontWeight: 'strong', lineHeight: '1.2' },
});
