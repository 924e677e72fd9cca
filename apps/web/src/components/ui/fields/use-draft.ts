import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RefObject } from 'react';

interface DraftOptions<Value> {
  /** The saved value. */
  saved: Value;
  isSame: (one: Value, other: Value) => boolean;
  /** Saves a value; returns false on failure, which keeps the draft. */
  onSave?: (value: Value) => Promise<boolean>;
  /** Called when there are unsaved changes, and when there no longer are. */
  onUnsaved?: (isUnsaved: boolean) => void;
  /** Gets the focus when editing starts. */
  field: RefObject<HTMLElement | null>;
  /** Gets the focus when editing ends. */
  editButton: RefObject<HTMLElement | null>;
}

export interface Draft<Value> {
  /** The draft, or the saved value. */
  readonly shown: Value;
  readonly isEditing: boolean;
  readonly isSaving: boolean;
  readonly startEditing: () => void;
  readonly change: (value: Value) => void;
  readonly cancel: () => void;
  readonly save: () => void;
}

/** The state of a value with explicit Edit, Save and Cancel. */
export function useDraft<Value>(options: DraftOptions<Value>): Draft<Value> {
  const { saved, isSame, onSave, onUnsaved, field, editButton } = options;
  /** Null while not editing. */
  const [draft, setDraft] = useState<{ readonly value: Value } | null>(null);
  const [isSaving, setSaving] = useState(false);
  const wasEditing = useRef(false);
  const isEditing = draft !== null;

  // The buttons are replaced, so the focus has to be moved.
  useEffect(() => {
    if (isEditing) field.current?.focus();
    else if (wasEditing.current) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing, field, editButton]);

  const isUnsaved = draft !== null && !isSame(draft.value, saved);
  const report = useEffectEvent((is: boolean) => onUnsaved?.(is));
  useEffect(() => report(isUnsaved), [isUnsaved]);

  const save = async () => {
    if (!draft || !onSave) return;
    setSaving(true);
    const isSaved = await onSave(draft.value);
    setSaving(false);
    if (isSaved) setDraft(null);
  };

  return {
    shown: draft ? draft.value : saved,
    isEditing,
    isSaving,
    startEditing: () => setDraft({ value: saved }),
    change: (value) => setDraft({ value }),
    cancel: () => setDraft(null),
    save: () => void save(),
  };
}
