import { useMemo, useState } from 'react';
import { insertItem, type Edited } from '../model/edits.ts';
import { documentOf } from '../model/nodes.ts';
import type { Selection } from '../model/outline.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { emptyDraft, writeField } from './field-draft.ts';
import { FieldForm } from './field-form.tsx';
import { type FormFields, limitsOf, type SampleField } from './form-fields.ts';

export interface AddFieldProps {
  readonly view: WorkspaceView;
  readonly file: string;
  readonly fields: FormFields;
  readonly samples: readonly SampleField[];
  onChange(label: string, edit: (source: { path: string; text: string }) => Edited, place: Selection): void;
}

/** One more field beside those that a server sends. */
export function AddField({ view, file, fields, samples, onChange }: AddFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const document = useMemo(() => documentOf(view, file), [view, file]);
  const list = `${fields.pointer}/fields`;
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        + Field
      </button>
      {isOpen ? (
        <FieldForm
          title="New field"
          done="Add this field"
          first={emptyDraft(fields)}
          fields={fields}
          samples={samples}
          limits={limitsOf(document, documentOf(view, 'screens/app.json'), fields, samples)}
          onClose={() => setIsOpen(false)}
          onDone={(draft) => {
            setIsOpen(false);
            const at = fields.mapped.length + fields.added.length;
            const field = writeField(draft, fields.mapped[0]?.values);
            onChange(`Add the field “${draft.title}”`, (source) => insertItem(source, list, at, field), {
              file,
              pointer: list,
            });
          }}
        />
      ) : null}
    </>
  );
}
