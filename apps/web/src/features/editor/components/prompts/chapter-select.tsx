import type { Chapter } from '@vault/contracts';
import { Select } from '../../../../components/ui/fields/select.tsx';
import { formatTimeCode } from '../../../../lib/format/format-duration.ts';

interface ChapterSelectProps {
  chapters: readonly Chapter[];
  /** The start of the chosen chapter. */
  start: string;
  isDisabled?: boolean;
  onChange: (start: string) => void;
}

/** Selects one of a video's chapters. */
export function ChapterSelect({ chapters, start: value, isDisabled, onChange }: ChapterSelectProps) {
  const options = chapters.map(({ start, title }) => ({
    value: start,
    text: `${start || formatTimeCode(0)} · ${title}`,
  }));
  return (
    <Select
      isField
      label="Chapter"
      value={value}
      options={options}
      isDisabled={isDisabled}
      onChange={onChange}
    />
  );
}
