import './browser-globals.ts';
import { ChakraProvider } from '@chakra-ui/react';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { componentSystem } from '../theme/component-system.ts';

function Theme({ children }: { children: ReactNode }) {
  return <ChakraProvider value={componentSystem}>{children}</ChakraProvider>;
}

/** Renders one component in the theme of the signed-in pages. @returns a function that renders it with other properties */
export function show(component: ReactNode): { rerender: (component: ReactNode) => void } {
  const { rerender } = render(component, { wrapper: Theme });
  return { rerender };
}
