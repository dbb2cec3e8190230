import { useMemo } from 'react';
import { insertItem, type Edited } from '../model/edits.ts';
import { documentOf } from '../model/nodes.ts';
import type { Selection } from '../model/outline.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { emptyDraft, readField, writeField } from './field-draft.ts';
import { FieldForm } from './field-form.tsx';
import { type FormFields, limitsOf, type SampleField, type Written } from './form-fields.ts';

export interface FieldsProps {
  readonly view: WorkspaceView;
  readonly file: string;
  readonly fields: FormFields;
  readonly samples: readonly SampleField[];
  onChange(label: string, edit: (source: { path: string; text: string }) => Edited, place: Selection): void;
}

export interface AddFieldProps extends FieldsProps {
  /** The selected field: the new field goes behind it. */
  readonly field: Written | undefined;
  readonly isOpen: boolean;
  onOpen(): void;
  onClose(): void;
}

/** Adds a field to a form's server-supplied fields: behind the selected field, in its section. */
export function AddField({ view, file, fields, samples, field, onChange, ...props }: AddFieldProps) {
  const { isOpen, onOpen, onClose } = props;
  const document = useMemo(() => documentOf(view, file), [view, file]);
  const list = `${fields.pointer}/fields`;
  const before = field && fields.added.includes(field) ? readField(field.values) : undefined;
  return (
    <>
      <button type="button" onClick={onOpen}>
        + Field
      </button>
      {isOpen ? (
        <FieldForm
          title={before === undefined ? 'New field' : `New field behind “${before.title}”`}
          done="Add this field"
          first={{ ...emptyDraft(fields), ...(before && { group: before.group }) }}
          fields={fields}
          samples={samples}
          limits={limitsOf(document, documentOf(view, 'screens/app.json'), fields, samples)}
          onClose={onClose}
          onDone={(draft) => {
            onClose();
            const end = fields.mapped.length + fields.added.length;
            const at = field === undefined ? end : Number(field.pointer.slice(list.length + 1)) + 1;
            const written = writeField(draft, fields.mapped[0]?.values);
            onChange(`Add the field “${draft.title}”`, (source) => insertItem(source, list, at, written), {
              file,
              pointer: list,
            });
          }}
        />
      ) : null}
    </>
  );
}
