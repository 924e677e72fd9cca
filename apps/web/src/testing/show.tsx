import './browser-globals.ts';
import { ChakraProvider } from '@chakra-ui/react';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { system } from '../theme/system.ts';

/** One component by itself, in the product's theme. */
export function show(component: ReactNode): void {
  render(<ChakraProvider value={system}>{component}</ChakraProvider>);
}
