import { chakra } from '@chakra-ui/react';

/** A paragraph of less importance: an explanation or a fact. */
export const MutedText = chakra('p', { base: { fontSize: 'sm', color: 'ink.muted' } });

/** The same in small letters, such as the hint of a field. */
export const SmallText = chakra('p', { base: { fontSize: 'xs', color: 'ink.muted' } });
