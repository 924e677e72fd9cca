import { ChakraProvider } from '@chakra-ui/react';
import type { ComponentType, ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { system } from '../theme/system.ts';
import { CrashBoundary } from '../layouts/crash-boundary.tsx';
import { AppRoutes } from './router.tsx';

interface AppProps {
  /** The router; prerendering replaces the browser router. */
  Router?: ComponentType<{ children: ReactNode }>;
}

/** The providers that every page needs. The store is loaded only with the signed-in pages. */
export function App({ Router = BrowserRouter }: AppProps) {
  return (
    <ChakraProvider value={system}>
      <CrashBoundary>
        <Router>
          <AppRoutes />
        </Router>
      </CrashBoundary>
    </ChakraProvider>
  );
}
