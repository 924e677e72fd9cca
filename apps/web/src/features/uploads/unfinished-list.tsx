import { chakra } from '@chakra-ui/react';
import { Button } from '../../components/button.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { useUnfinishedUploads, useUploads } from './uploads-provider.tsx';
import { uploadStrings as words } from './uploads.strings.ts';

/** Uploads that a reload interrupted. The user has to choose the file again, because a page cannot reopen it. */
export function UnfinishedList({ activeNames, onChoose }: { activeNames: string[]; onChoose: () => void }) {
  const { discard } = useUploads();
  const entries = useUnfinishedUploads().filter(({ name }) => !activeNames.includes(name));
  if (entries.length === 0) return null;
  return (
    <chakra.ul listStyle="none" p="0" m="0" display="grid" gap="4" aria-label={words.interrupted}>
      {entries.map(({ id, name, totalBytes }) => (
        <chakra.li key={id} borderTop="1px solid" borderColor="line" pt="3" fontSize="sm">
          <chakra.p dir="auto" fontWeight="strong" truncate title={name}>
            {name}
          </chakra.p>
          <chakra.p color="ink.muted" mb="2">
            {words.interrupted}, {formatBytes(totalBytes)}. {words.chooseSame}
          </chakra.p>
          <chakra.div display="flex" gap="2">
            <Button size="small" onClick={onChoose}>
              {words.choose}
            </Button>
            <Button
              size="small"
              tone="quiet"
              onClick={() => {
                discard(id);
              }}
            >
              {words.forget}
            </Button>
          </chakra.div>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
