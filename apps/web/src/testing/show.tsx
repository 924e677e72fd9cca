import './browser-globals.ts';
import { ChakraProvider } from '@chakra-ui/react';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { system } from '../theme/system.ts';

function Theme({ children }: { children: ReactNode }) {
  return <ChakraProvider value={system}>{children}</ChakraProvider>;
}

/** Renders one component in the product's theme. @returns a function that renders it with other properties */
export function show(component: ReactNode): { rerender: (component: ReactNode) => void } {
  const { rerender } = render(component, { wrapper: Theme });
  return { rerender };
}
