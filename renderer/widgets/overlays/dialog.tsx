import { defineWidget } from '../define-widget.ts';
import type { DialogProps } from '../props.generated.ts';
import { drawOverlay } from './draw-overlay.tsx';

export const dialog = defineWidget<DialogProps>({
  type: 'dialog',
  Widget: (given) => drawOverlay('dialog', given),
});
