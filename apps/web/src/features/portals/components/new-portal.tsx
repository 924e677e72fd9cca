import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { Modal } from '../../../components/ui/dialogs/modal.tsx';
import { FormMessage } from '../../../components/ui/fields/form-message.tsx';
import { Form } from '../../../components/ui/fields/form.tsx';
import { TextField } from '../../../components/ui/fields/text-field.tsx';
import { useForm } from '../../../components/ui/fields/use-form.ts';
import { useCreatePortalMutation } from '../api/portals-api.ts';
import { slugOf } from '../model/portal-address.ts';
import { problemOf } from '../model/problem-of.ts';
import type { Problem } from '../model/problem-of.ts';
import { portalsStrings as strings } from '../portals.strings.ts';
import { Line } from '../../../components/ui/fields/line.ts';

/** Asks for name and address of a new portal, makes it, and opens its page. */
export function NewPortal({ onClose }: { onClose: () => void }) {
  const [create] = useCreatePortalMutation();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  /** Null until a person types it: it follows the name. */
  const [typedSlug, setTypedSlug] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const slug = typedSlug ?? slugOf(name);
  const form = useForm({
    names: ['name', 'slug'],
    send: async (fields, element) => {
      const { data, error } = await create(fields);
      if (data) {
        void navigate(`/portals/${encodeURIComponent(data.id)}`);
        return;
      }
      const refused = problemOf(error, strings.notMade);
      setProblem(refused);
      if (refused.field) element.querySelector<HTMLElement>(`[name=${refused.field}]`)?.focus();
    },
  });
  const hintOf = (field: 'name' | 'slug') => (problem?.field === field ? problem.text : undefined);

  return (
    <Modal title={strings.newPortal} isDismissDisabled={form.isBusy} onCancel={onClose}>
      <Form state={form}>
        <TextField
          label={strings.name}
          name="name"
          autoFocus
          autoComplete="off"
          value={name}
          hint={hintOf('name')}
          aria-invalid={hintOf('name') !== undefined}
          onChange={({ target }) => {
            setName(target.value);
            setProblem(null);
          }}
        />
        <TextField
          label={strings.address}
          name="slug"
          autoComplete="off"
          spellCheck={false}
          value={slug}
          hint={hintOf('slug') ?? `${location.origin}/p/${slug || '…'}`}
          aria-invalid={hintOf('slug') !== undefined}
          onChange={({ target }) => {
            setTypedSlug(target.value);
            setProblem(null);
          }}
        />
        <FormMessage message={form.message || (problem?.field ? '' : (problem?.text ?? ''))} />
        <Line justifyContent="flex-end">
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button type="submit" tone="primary" isBusy={form.isBusy}>
            Create portal
          </Button>
        </Line>
      </Form>
    </Modal>
  );
}
