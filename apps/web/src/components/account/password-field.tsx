import { chakra } from '@chakra-ui/react';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { IconButton } from '../ui/icon-button.tsx';
import { TextField } from '../ui/fields/text-field.tsx';

/** A password field with a button that shows the text. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'end'>) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <chakra.span position="absolute" right="4px" top="4px">
          <IconButton
            label={isShown ? 'Hide password' : 'Show password'}
            icon={isShown ? EyeOff : Eye}
            onClick={() => setShown(!isShown)}
          />
        </chakra.span>
      }
    />
  );
}
