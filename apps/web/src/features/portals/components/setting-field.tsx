import type { PortalSettings } from '@vault/contracts';
import { useId } from 'react';
import type { ComponentProps } from 'react';
import { FieldLabel } from '../../../components/ui/fields/field-label.tsx';
import { TextArea } from '../../../components/ui/fields/text-area.tsx';
import { TextField } from '../../../components/ui/fields/text-field.tsx';
import { SmallText } from '../../../components/ui/muted-text.ts';
import { usePortalEditor } from '../model/portal-editor.ts';

interface SettingProps {
  name: keyof PortalSettings;
  label: string;
  /** Shown unless the last save failed because of the field. */
  hint?: string;
}

/** A text field of a setting, with the reason why it was refused. */
export function SettingField({ name, hint, ...field }: SettingProps & ComponentProps<typeof TextField>) {
  const { problem } = usePortalEditor();
  const isRefused = problem?.field === name;
  return (
    <TextField
      name={name}
      autoComplete="off"
      hint={isRefused ? problem.text : hint}
      aria-invalid={isRefused}
      {...field}
    />
  );
}

/** As {@link SettingField}, with several lines. */
export function SettingArea({ name, label, hint, ...area }: SettingProps & ComponentProps<typeof TextArea>) {
  const { problem } = usePortalEditor();
  const isRefused = problem?.field === name;
  const id = useId();
  return (
    <div>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <TextArea
        id={id}
        name={name}
        rows={3}
        aria-describedby={`${id}-hint`}
        aria-invalid={isRefused}
        {...area}
      />
      <SmallText id={`${id}-hint`} mt="1">
        {isRefused ? problem.text : hint}
      </SmallText>
    </div>
  );
}
