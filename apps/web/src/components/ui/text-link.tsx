import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';

/** A link inside running text. */
export const TextLink = chakra(Link, {
  base: {
    color: 'ink',
    fontWeight: 'strong',
    textDecoration: 'underline',
    textDecorationColor: 'line.strong',
    textDecorationThickness: '2px',
    textUnderlineOffset: '3px',
    _hover: { textDecorationColor: 'ink' },
  },
});
