import { defineWidget } from '../define-widget.ts';
import type { FormProps } from '../props.generated.ts';

export const form = defineWidget<FormProps>({
  type: 'form',
  Widget: ({ id, emit, slot }) => (
    // Rules are the engine's; the browser's own bubbles would speak another language.
    <form
      id={id}
      className="cz-form cz-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        emit['submit']?.();
      }}
    >
      {slot('body')}
    </form>
  ),
});
