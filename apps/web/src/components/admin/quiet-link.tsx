import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';

/** A link among many: in a cell, or beside a heading. */
export const QuietLink = chakra(Link, {
  base: {
    color: 'inherit',
    textDecoration: 'underline',
    textDecorationColor: 'line.strong',
    textUnderlineOffset: '3px',
    _hover: { color: 'ink', textDecorationColor: 'ink' },
  },
});
