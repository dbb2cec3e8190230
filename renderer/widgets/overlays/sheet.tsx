import { defineWidget } from '../define-widget.ts';
import type { SheetProps } from '../props.generated.ts';
import { drawOverlay } from './draw-overlay.tsx';

export const sheet = defineWidget<SheetProps>({
  type: 'sheet',
  Widget: (given) => drawOverlay('sheet', given),
});
