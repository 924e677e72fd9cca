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

interface MailLinkProps {
  to: string;
  subject: string;
  body?: string;
  /** Text of the link; by default the address. */
  label?: string;
}

/** Opens the visitor's mail program with a new message to the address. */
export function MailLink({ to, subject, body = '', label = to }: MailLinkProps) {
  const query = `subject=${encodeURIComponent(subject)}${body ? `&body=${encodeURIComponent(body)}` : ''}`;
  return (
    <TextLink to={`mailto:${to}?${query}`} overflowWrap="anywhere">
      {label}
    </TextLink>
  );
}
