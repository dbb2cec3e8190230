import { Modal } from '../../kit/modal.tsx';
import { defineWidget } from '../define-widget.ts';
import type { SheetProps } from '../props.generated.ts';

export const sheet = defineWidget<SheetProps>({
  type: 'sheet',
  Widget: ({ props, id, emit, slot, say }) => (
    <Modal
      look="sheet"
      id={id}
      isFull={props.size === 'full'}
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
