import { defineWidget } from '../define-widget.ts';
import type { FieldsProps } from '../props.generated.ts';

/** Fields that a server chose, in their sections. Of a form that asks for what it may not, nothing is drawn but that. */
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
