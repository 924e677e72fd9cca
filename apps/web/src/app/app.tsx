import { ChakraProvider } from '@chakra-ui/react';
import { BrowserRouter } from 'react-router-dom';
import { system } from '../theme/system.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import { AppRoutes } from './router.tsx';

/** What every page needs. The store belongs to the signed-in part and is loaded with it. */
export function App() {
  return (
    <ChakraProvider value={system}>
      <CrashBoundary>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </CrashBoundary>
    </ChakraProvider>
  );
}
