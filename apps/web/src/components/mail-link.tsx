import { chakra } from '@chakra-ui/react';

const Anchor = chakra('a', {
  base: {
    fontWeight: 'strong',
    color: 'ink',
    textDecoration: 'underline',
    textDecorationColor: 'signal',
    textDecorationThickness: '2px',
    textUnderlineOffset: '3px',
    overflowWrap: 'anywhere',
    _hover: { color: 'signal' },
  },
});

interface MailLinkProps {
  to: string;
  subject: string;
  body?: string;
  /** What the link says; the address itself when left out. */
  label?: string;
}

/** Opens the visitor's own mail program with a letter begun. */
export function MailLink({ to, subject, body = '', label = to }: MailLinkProps) {
  const letter = `subject=${encodeURIComponent(subject)}${body ? `&body=${encodeURIComponent(body)}` : ''}`;
  return <Anchor href={`mailto:${to}?${letter}`}>{label}</Anchor>;
}
