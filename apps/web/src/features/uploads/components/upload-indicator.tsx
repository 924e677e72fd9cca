import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { isUnderWay } from '../model/upload-item.ts';
import { useShownUploads, useUploadItems } from './uploads-provider.tsx';

const Pill = chakra(Link, {
  base: {
    fontSize: 'sm',
    color: 'ink.muted',
    fontVariantNumeric: 'tabular-nums',
    textDecoration: 'none',
    whiteSpace: 'nowrap',
    _hover: { color: 'ink' },
  },
});

/** The progress of the running upload on pages that do not show it, linked to the library. */
export function UploadIndicator({ isLibrary }: { isLibrary: boolean }) {
  const shown = useShownUploads();
  const running = useUploadItems().find(isUnderWay);
  // The library shows the uploads of its workspace itself.
  if (!running || (isLibrary && shown.includes(running))) return null;
  return <Pill to="/asset/view">{`Uploading ${String(Math.floor(running.transfer?.progress ?? 0))}%`}</Pill>;
}
