import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useUploadItems } from '../features/uploads/uploads-provider.tsx';
import { isUnderWay } from '../features/uploads/upload-item.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import { CrashScreen } from './crash-screen.tsx';

function PageCrash({ error }: { error: unknown }) {
  return <CrashScreen error={error} isUploading={useUploadItems().some(isUnderWay)} />;
}

/** Error boundary of one page: a crash or a failed download keeps the header and running uploads. */
export function PageBoundary({ children }: { children: ReactNode }) {
  return (
    <CrashBoundary key={useLocation().pathname} renderCrash={(error) => <PageCrash error={error} />}>
      {children}
    </CrashBoundary>
  );
}
