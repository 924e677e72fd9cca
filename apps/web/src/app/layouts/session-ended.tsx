import { chakra } from '@chakra-ui/react';
import { strings } from '../../strings.ts';

/** Replaces a page whose session has ended until the sign-in page opens. */
export function SessionEnded() {
  return (
    <chakra.div maxWidth="520px" mx="auto" px="4" pt="24">
      <chakra.h1 fontFamily="quote" fontSize="xl" fontWeight="strong" lineHeight="1.2" mb="3">
        {strings.signedOutTitle}
      </chakra.h1>
      <chakra.p color="ink.muted">{strings.signedOutText}</chakra.p>
    </chakra.div>
  );
}
