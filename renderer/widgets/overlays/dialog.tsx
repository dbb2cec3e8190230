import { Modal } from '../../kit/modal.tsx';
import { defineWidget } from '../define-widget.ts';
import type { DialogProps } from '../props.generated.ts';

export const dialog = defineWidget<DialogProps>({
  type: 'dialog',
  Widget: ({ props, id, emit, slot, say }) => (
    <Modal
      look="dialog"
      id={id}
      title={props.title}
      titleLang={props.spoken?.title}
      onDismiss={props.dismissible ? emit['dismiss'] : undefined}
      maskCloses={props.maskCloses}
      closeLabel={props.closeIcon ? say('Close') : undefined}
      bar={slot('bar')}
      above={slot('toasts')}
    >
      {slot('notices')}
      {slot('body')}
    </Modal>
  ),
});
