import { Modal } from '../../kit/modal.tsx';
import type { WidgetProps } from '../define-widget.ts';
import type { DialogProps, SheetProps } from '../props.generated.ts';

/** The common part of dialogs and sheets. */
export function drawOverlay(
  look: 'dialog' | 'sheet',
  { props, id, emit, slot, say }: WidgetProps<DialogProps | SheetProps>,
) {
  return (
    <Modal
      look={look}
      id={id}
      isFull={'size' in props && props.size === 'full'}
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
  );
}
