import { chakra } from '@chakra-ui/react';

/** A paragraph of less importance: an explanation or a fact. */
export const MutedText = chakra('p', { base: { fontSize: 'sm', color: 'ink.muted' } });

/** The same in small letters, such as the hint of a field. */
export const SmallText = chakra('p', { base: { fontSize: 'xs', color: 'ink.muted' } });

/** A hint about keyboard keys, hidden on touch devices. */
export const KeyHint = chakra('span', { base: { '@media (pointer: coarse)': { display: 'none' } } });

/** A headline in the serif font. */
export const PageTitle = chakra('h1', {
  base: { fontFamily: 'quote', fontSize: 'xl', fontWeight: 'strong', lineHeight: '1.2' },
});
