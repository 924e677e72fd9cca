import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useUploadItems } from '../features/uploads/uploads-provider.tsx';
import { isUnderWay } from '../features/uploads/upload-item.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import { CrashScreen } from './crash-screen.tsx';

function PageCrash({ error }: { error: unknown }) {
  return <CrashScreen error={error} isUploading={useUploadItems().some(isUnderWay)} />;
}

/** A page that stops working, or does not arrive, takes neither the header nor running uploads with it. */
export function PageBoundary({ children }: { children: ReactNode }) {
  return (
    <CrashBoundary key={useLocation().pathname} renderCrash={(error) => <PageCrash error={error} />}>
      {children}
    </CrashBoundary>
  );
}
