import { chakra } from '@chakra-ui/react';

/** A multi-line text field without a label. When it is read-only, it has no background. */
export const TextArea = chakra(
  'textarea',
  {
    base: {
      display: 'block',
      width: '100%',
      px: '3',
      py: '2',
      border: '1px solid',
      borderColor: 'line.strong',
      borderRadius: 'md',
      bg: 'canvas',
      color: 'ink',
      fontSize: 'sm',
      lineHeight: 1.55,
      resize: 'vertical',
      transition: 'background-color 150ms ease-out, border-color 150ms ease-out',
      _placeholder: { color: 'ink.faint', opacity: 1 },
      _readOnly: { bg: 'transparent', borderColor: 'line', resize: 'none' },
    },
  },
  { defaultProps: { dir: 'auto' } },
);
