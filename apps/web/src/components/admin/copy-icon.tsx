import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../../lib/browser/copy-text.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { showAdminToast } from './show-admin-toast.ts';
import { Tooltip } from '../ui/tooltip.tsx';

const shownMs = 1500;

interface CopyIconProps {
  text: string;
  tip: string;
  label: string;
  doneText: string;
  failedText: string;
}

/** Copies a short text to the clipboard and confirms it. */
export function CopyIcon({ text, tip, label, doneText, failedText }: CopyIconProps) {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => setDone(false), shownMs);
    return () => clearTimeout(timer);
  }, [isDone]);

  const copy = async () => {
    try {
      await copyText(text);
      setDone(true);
      showAdminToast('success', doneText);
    } catch {
      showAdminToast('error', failedText);
    }
  };
  return (
    <Tooltip text={tip}>
      <IconButton label={label} icon={isDone ? Check : Copy} title={undefined} onClick={() => void copy()} />
    </Tooltip>
  );
}
