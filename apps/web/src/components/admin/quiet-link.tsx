import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';

/** An unobtrusive link, for cells and headings. */
export const QuietLink = chakra(Link, {
  base: {
    color: 'inherit',
    textDecoration: 'underline',
    textDecorationColor: 'line.strong',
    textUnderlineOffset: '3px',
    _hover: { color: 'ink', textDecorationColor: 'ink' },
  },
});
