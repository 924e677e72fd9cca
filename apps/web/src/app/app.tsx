import { ChakraProvider } from '@chakra-ui/react';
import type { ComponentType, ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { system } from '../theme/system.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import { AppRoutes } from './router.tsx';

interface AppProps {
  /** What knows the address; the build has no browser to ask. */
  Router?: ComponentType<{ children: ReactNode }>;
}

/** What every page needs. The store belongs to the signed-in part and is loaded with it. */
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
