import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { isUnderWay } from '../model/upload-item.ts';
import { useUploadItems } from './uploads-provider.tsx';

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

/** The progress of the running upload on other pages, linked to the library. */
export function UploadIndicator() {
  const running = useUploadItems().find(isUnderWay);
  if (!running) return null;
  return <Pill to="/asset/view">{`Uploading ${String(Math.floor(running.transfer?.progress ?? 0))}%`}</Pill>;
}
