import { defineWidget } from '../define-widget.ts';
import type { FieldsProps } from '../props.generated.ts';

/** Server-chosen fields in their sections. If the policy refused a field, only the refusal is shown. */
export const fields = defineWidget<FieldsProps>({
  type: 'fields',
  Widget: ({ props, id, slot, say }) =>
    'blocked' in props ? (
      <p id={id} role="alert" className="cz-card">
        {say('This form cannot be shown right now.')}
      </p>
    ) : (
      slot('sections')
    ),
});
