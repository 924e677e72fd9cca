import { chakra } from '@chakra-ui/react';

/** A field in the search of the transcript, whose border shows the focus. */
export const SearchInput = chakra('input', {
  base: {
    flex: 1,
    minWidth: 0,
    height: '36px',
    px: '2',
    bg: 'transparent',
    color: 'ink',
    fontSize: 'sm',
    _placeholder: { color: 'ink.muted', opacity: 1 },
    // The bottom border of the bar shows the focus.
    _focusVisible: { outline: 'none' },
    '&::-webkit-search-cancel-button': { display: 'none' },
  },
});
